import { html } from 'hono/html'

/** A version of the contract, with its day and its changes in Markdown. */
export type Release = { version: string; day: string; changes: string }

/** Reads the versions of the contract's changelog, newest first. */
export const readChangelog = (text: string): Release[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [version = '', day = '', ...changes] = section.split(/\n\n/)
      return { version, day, changes: changes.join('\n\n').trim() }
    })

/** Emits the changelog as an Atom feed (RFC 4287). @param home the URL of the docs' folder. */
export const emitFeed = (title: string, releases: readonly Release[], home: string): string => {
  const page = `${home}/changelog.html`
  return String(html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Changelog of ${title}</title>
<id>${page}</id>
<author><name>${title}</name></author>
<link href="${page}"/>
<link rel="self" href="${home}/changelog.xml"/>
<updated>${releases[0]?.day}T00:00:00Z</updated>
${releases.map(
  ({ version, day, changes }) => html`<entry>
<title>${version}</title>
<id>${page}#${version}</id>
<link href="${page}#${version}"/>
<updated>${day}T00:00:00Z</updated>
<content type="text">${changes}</content>
</entry>`,
)}
</feed>
`)
}
