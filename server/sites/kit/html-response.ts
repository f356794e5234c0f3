import { html } from 'hono/html'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { Markup } from './markup.ts'

/** An HTML page. All its URLs are paths of its own origin. */
export type HtmlPage = {
  title: string
  styles: readonly string[]
  scripts: readonly string[]
  icon: string
  body: Markup
}

const htmlText = ({ title, styles, scripts, icon, body }: HtmlPage): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${scripts.map((src) => html`<script type="module" src="${src}"></script>`)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${body}
</body>
</html>
`

/** Returns a page as a response. */
export const htmlResponse = async (
  status: number,
  page: HtmlPage,
  headers: HeaderMap,
): Promise<Response> =>
  new Response(String(await htmlText(page)), {
    status,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
  })

/** Returns a redirect that the browser follows with GET (RFC 9110 §15.4.4). */
export const seeOther = (location: string, headers: HeaderMap): Response =>
  new Response(null, { status: 303, headers: { ...headers, Location: location } })
