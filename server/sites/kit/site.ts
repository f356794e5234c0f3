import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Context, Hono } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Service } from '../../domain/service.ts'
import type { ReportFault } from '../../http/edge.ts'
import type { Env } from '../../http/env.ts'
import type { HeaderMap } from '../../http/respond.ts'

/** A part of a page. `html` escapes the values in it. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const contentTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
])

/** Reads the style sheets, scripts and images. Their names in URLs contain a hash of the content. */
const readAssets = () => {
  const byName = new Map<string, { contentType: string; text: string }>()
  const names = new Map<string, string>()
  for (const folder of ['../../../styles/', '../assets/'].map(
    (path) => new URL(path, import.meta.url),
  ))
    for (const file of readdirSync(folder)) {
      const contentType = contentTypes.get(extname(file))
      if (contentType === undefined) continue
      const text = readFileSync(new URL(file, folder), 'utf8')
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12)
      const name = file.replace(/(\.\w+)$/, `.${hash}$1`)
      names.set(file, name)
      byName.set(name, { contentType, text })
    }
  return { byName, names }
}

/** The content of a name never changes, so browsers may cache it without end. */
const immutable = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** Returns an asset as a response; without one, a 404. */
export const assetResponse = (asset?: { contentType: string; text: string }): Response =>
  asset
    ? new Response(asset.text, { headers: { ...immutable, 'Content-Type': asset.contentType } })
    : new Response('Not found\n', { status: 404 })

/** Browser features that ask the user for permission. No page needs them. */
const disabledFeatures = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/**
 * Returns the headers of a page. Its URL may be a secret, so browsers must not cache, index or frame
 * the page, or send the URL to other hosts.
 *
 * The referrer policy is `same-origin`, not `no-referrer`: with that, browsers send `Origin: null`
 * with forms.
 */
const pageHeaders = (images: readonly string[]): HeaderMap => ({
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

type SiteOptions = {
  /** The public URL of the server or of the site's proxy, without a trailing slash. */
  url: string
  /** The path of the site on this server. */
  root: '/i' | '/portal'
  /** The name of the site's cookie and icon. */
  name: 'redemption' | 'portal'
  /** CSP sources of pictures on other hosts. */
  images?: readonly string[]
}

/** What all pages of a site share. */
export type Site = {
  root: string
  /** The origin of the pages in browsers. */
  origin: string
  /** The path prefix of the server in browsers. A proxy may add one to the server's paths. */
  prefix: string
  name: string
  headers: HeaderMap
  assets: ReturnType<typeof readAssets>
  assetUrl: (file: string) => string
  /** Reads the secret of the browser's session, or starts one with a `Set-Cookie` header. */
  sessionOf: (context: Context<Env>) => { secret: string; headers: HeaderMap }
  /** Returns the `Set-Cookie` header for a session's secret. */
  cookieOf: (secret: string) => HeaderMap
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/

export const createSite = ({ url, root, name, images = [] }: SiteOptions): Site => {
  const { origin, protocol, pathname } = new URL(url)
  const prefix = pathname.replace(/\/$/, '')
  const assets = readAssets()
  // Over HTTPS the `__Host-` prefix prevents other hosts of the domain from setting the cookie
  // (RFC 6265bis §4.1.3.2). Plain HTTP is for development.
  const host = protocol === 'https:' ? 'host' : undefined
  // With `SameSite=Strict`, a link in an email would start a new session, and the forms of open pages
  // would be rejected. Forms of other sites get no cookie either way.
  const cookieOf = (secret: string): HeaderMap => ({
    'Set-Cookie': generateCookie(name, secret, {
      httpOnly: true,
      sameSite: 'Lax',
      ...(host && { prefix: host }),
    }),
  })
  return {
    ...{ root, origin, prefix, name, assets, cookieOf },
    headers: pageHeaders(images),
    assetUrl: (file) => {
      const asset = assets.names.get(file)
      if (asset === undefined) throw new Error(`No asset ${file}`)
      return `${prefix}${root}/assets/${asset}`
    },
    sessionOf: (context) => {
      const given = getCookie(context, name, host) ?? ''
      if (secretPattern.test(given)) return { secret: given, headers: {} }
      const secret = randomBytes(32).toString('base64url')
      return { secret, headers: cookieOf(secret) }
    },
  }
}

/** An HTML page. All its URLs are paths of its own origin. */
type Page = {
  title: string
  /** The name in the header. */
  brand: string
  /** The part of the header beside the name. */
  top?: Markup | undefined
  main: Markup
  bottom?: Markup | undefined
  /** The path of a style sheet of its own. */
  style?: string | undefined
}

/** Returns a page as a response. */
export const pageResponse = async (
  { assetUrl, headers, name }: Site,
  status: number,
  { title, brand, top, main, bottom, style }: Page,
  more: HeaderMap = {},
): Promise<Response> => {
  const icon = assetUrl(`${name}.svg`)
  const styles = [assetUrl('tokens.css'), assetUrl('base.css'), ...(style ? [style] : [])]
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
<script type="module" src="${assetUrl('site.js')}"></script>
</head>
<body class="site">
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<p class="brand"><img src="${icon}" alt="" width="28" height="28"> ${brand}</p>
${top}
</header>
<main id="main">
${main}
</main>
<footer class="bottom">${bottom}</footer>
</body>
</html>
`
  return new Response(String(await text), {
    status,
    headers: { ...headers, ...more, 'Content-Type': 'text/html; charset=utf-8' },
  })
}

/** Returns the content of a page with one message. The sign is decorative. */
export const messageCard = (sign: string, title: string, content: Markup): Markup =>
  html`<div class="alone card">
<p class="sign" aria-hidden="true">${sign}</p>
<h1>${title}</h1>
${content}
</div>`

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Returns a time in UTC, because the reader's time zone is not known. */
export const timeElement = (at: string | number): Markup => {
  const date = new Date(at)
  return html`<time datetime="${date.toISOString()}">${timeFormat.format(date)} UTC</time>`
}

/** Returns a sentence that ends with the address for questions; nothing if there is no address. */
export const contactText = (purpose: string, { supportEmail }: Service): Markup | undefined =>
  supportEmail === undefined
    ? undefined
    : html`${purpose}, contact <a href="mailto:${supportEmail}">${supportEmail}</a>.`

type Link = { href: string; text: string }

/** A page that says why a request failed. */
export type ErrorPage = {
  status: number
  title: string
  text: string | Markup
  /** Where to go from here. */
  link?: Link | undefined
}

/** Thrown by a handler to respond with an error page. */
export class PageError extends Error {
  readonly page: ErrorPage

  constructor(page: ErrorPage) {
    super(page.title)
    this.page = page
  }
}

/** Returns the content of an error page. */
export const errorCard = ({ status, title, text, link }: ErrorPage): Markup =>
  messageCard(
    status === 404 ? '?' : '!',
    title,
    html`<p>${text}</p>
${link && html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}`,
  )

/** Returns a redirect that the browser follows with GET (RFC 9110 §15.4.4). */
export const seeOther = (location: string, headers: HeaderMap): Response =>
  new Response(null, { status: 303, headers: { ...headers, Location: location } })

type Handler<Visit> = (visit: Visit) => Response | Promise<Response>

/** The handlers of each path below a site's root. Hono serves HEAD with the GET handler. */
export type Routes<Visit> = Record<string, { GET?: Handler<Visit>; POST?: Handler<Visit> }>

type SiteHandlers<Visit> = {
  routes: Routes<Visit>
  /** Reads what all handlers need. */
  open: (context: Context<Env>) => Promise<Visit>
  /** Shows an error page. `visit` is undefined if the error came before it. */
  showError: (page: ErrorPage, visit?: Visit, headers?: HeaderMap) => Promise<Response>
  errors: { unknown: ErrorPage; failed: ErrorPage; method: ErrorPage }
  onFault: ReportFault
}

/** Mounts the pages and the assets of a site. */
export const mountSite = <Visit>(
  app: Hono<Env>,
  { root, assets }: Site,
  { routes, open, showError, errors, onFault }: SiteHandlers<Visit>,
): void => {
  const withVisit = (handle: Handler<Visit>) => async (context: Context<Env>) => {
    let visit: Visit | undefined
    try {
      visit = await open(context)
      return await handle(visit)
    } catch (error) {
      if (error instanceof PageError) return showError(error.page, visit)
      onFault(context, error)
      return showError(errors.failed)
    }
  }

  app.get(`${root}/assets/:name`, ({ req }) =>
    assetResponse(assets.byName.get(req.path.slice(`${root}/assets/`.length))),
  )
  for (const [path, { GET, POST }] of Object.entries(routes)) {
    if (GET) app.get(`${root}${path}`, withVisit(GET))
    if (POST) app.post(`${root}${path}`, withVisit(POST))
    const allowed = [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : [])]
    const allow = { Allow: allowed.join(', ') }
    app.all(`${root}${path}`, () => showError(errors.method, undefined, allow))
  }
  app.all(`${root}/*`, () => showError(errors.unknown))
}
