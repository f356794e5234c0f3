export type EmailContent = { subject: string; text: string; html: string }

/** The parts of an email, one paragraph each. */
export type EmailParts = {
  subject: string
  greeting: string
  offer: string
  link: { url: string; text: string }
  /** How long the link is valid and for whom. */
  note: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => escapes[each] ?? '')

/** Joins lines, so that a name cannot add a header or break the greeting. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Renders an email as plain text and as HTML. */
export const renderEmail = ({
  subject,
  greeting,
  offer,
  link,
  note,
}: EmailParts): EmailContent => ({
  subject,
  text: `${greeting}\n\n${offer}\n\n${link.url}\n\n${note}\n`,
  html: `<!doctype html>
<html lang="en">
<body style="font: 16px/1.5 sans-serif; max-width: 34em; margin: 2em auto; padding: 0 1em; color: #1c2430">
<p>${escaped(greeting)}</p>
<p>${escaped(offer)}</p>
<p><a href="${escaped(link.url)}" style="display: inline-block; padding: 0.7em 1.4em; border-radius: 0.5em; background: #1f5c4a; color: #fff; text-decoration: none">${escaped(link.text)}</a></p>
<p>${escaped(note)}</p>
<p style="color: #667085; font-size: 14px">If the button does nothing, open ${escaped(link.url)}</p>
</body>
</html>
`,
})
