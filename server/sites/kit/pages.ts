import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Env } from '../../http/env.ts'
import type { HeaderMap } from '../../http/respond.ts'

/** A part of a page. `html` escapes the values in it. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Browser features that ask the user for permission. No page needs them. */
const disabledFeatures = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/**
 * Returns the headers of a page. Its URL may be a secret, so browsers must not cache, index or frame
 * the page, or send the URL to other hosts.
 *
 * The referrer policy is `same-origin`, not `no-referrer`: with that, browsers send `Origin: null`
 * with forms.
 * @param images additional CSP sources of images.
 */
export const pageHeaders = (images: readonly string[] = []): HeaderMap => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    ...['script', 'style', 'connect'].map((each) => `${each}-src 'self'`),
    ["img-src 'self'", ...images].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': disabledFeatures.map((each) => `${each}=()`).join(', '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
})

/** An HTML page. All its URLs are paths of its own origin. */
type HtmlPage = {
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

type PageHandler = (context: Context<Env>) => Response | Promise<Response>

/**
 * Mounts the handlers of a path. Hono serves HEAD with the GET handler.
 * @param rejectMethod returns the 405 for other methods. `allow` is the value of its `Allow` header
 *   (RFC 9110 §15.5.6).
 */
export const mountMethods = (
  app: Hono<Env>,
  path: string,
  handlers: { GET?: PageHandler; POST?: PageHandler },
  rejectMethod: (context: Context<Env>, allow: string) => Response | Promise<Response>,
): void => {
  const { GET, POST } = handlers
  if (GET) app.get(path, GET)
  if (POST) app.post(path, POST)
  const allow = [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : [])].join(', ')
  app.all(path, (context) => rejectMethod(context, allow))
}
