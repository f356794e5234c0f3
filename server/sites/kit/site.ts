import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { StatusCode } from 'hono/utils/http-status'
import { getMimeType } from 'hono/utils/mime'
import { timeText } from '../../domain/clock.ts'
import type { Service } from '../../domain/service.ts'
import type { Env } from '../../http/call.ts'
import type { ReportFault } from '../../http/edge.ts'
import type { HeaderMap } from '../../http/respond.ts'
import { staticText } from '../../http/static-text.ts'

/** A part of a page. `html` escapes the values in it. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** The style sheet, the script and the images, by file name. */
const assets = {
  'site.css':
    read('../styles/tokens.css') + read('../styles/base.css') + read('../styles/site.css'),
  'site.js': read('../assets/site.js'),
  'no-picture.svg': read('../assets/no-picture.svg'),
  'portal.svg': read('../assets/portal.svg'),
  'redemption.svg': read('../assets/redemption.svg'),
}

/** A part of the assets' paths, so that browsers can keep them without end. */
const version = hash('sha256', Object.values(assets).join(), 'base64url').slice(0, 12)

const assetHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** A link to a page of the site, whose path is below the site's root. */
export type PageLink = { page: string; text: string }

export type Site = ReturnType<typeof addressOf> & {
  /** The path of the site on this server. */
  root: '/i' | '/portal' | '/support'
  /** The name of the site's cookie. */
  name: 'redemption' | 'portal' | 'support'
  /** Counts a request for a page. Returns whether its address is within its limit. */
  allows: (context: Context<Env>) => Promise<boolean>
  /** CSP sources of pictures on other hosts. */
  images: string
  /** Where error pages lead. */
  home?: PageLink
}

export type View = {
  status?: StatusCode
  title: string
  /** The current step of an order, on pages of one. */
  step?: 'Choose' | 'Address' | 'Done'
  main: Markup
}

/** Returns a page, or a response such as a redirect. */
export type Handler<Visit> = (visit: Visit) => View | Response | Promise<View | Response>

/** The handlers of each path below a site's root. Hono serves HEAD with the GET handler. */
export type Routes<Visit> = Record<string, { GET?: Handler<Visit>; POST?: Handler<Visit> }>

const tooManyRequests: Problem = {
  status: 429,
  title: 'Too many requests',
  text: 'Your network has requested too many pages. Try again in a minute.',
}

const wrongMethod: Problem = {
  status: 405,
  title: 'This page does not support that request',
  text: 'Go back and try again.',
}

/**
 * Returns the origin of a site's pages in browsers, and the prefix that a proxy adds to their paths.
 * @param url the public URL of the server or of the site's proxy, without a trailing slash.
 */
export function addressOf(url: string): { origin: string; prefix: string } {
  const { origin, pathname } = new URL(url)
  return { origin, prefix: pathname.replace(/\/$/, '') }
}

/** Returns the path of a page of the site in browsers. */
export const pagePath = ({ prefix, root }: Site, page: string): string => `${prefix}${root}${page}`

/** Redirects to a page of the site, with GET (RFC 9110 §15.4.4). */
export const goTo = (
  { site, context }: { site: Site; context: Context<Env> },
  page: string,
): Response => context.redirect(pagePath(site, page), 303)

/** Returns the path of a style sheet, script or image in browsers. */
export const assetPath = (site: Site, file: keyof typeof assets): string =>
  pagePath(site, `/assets/${version}/${file}`)

/** Returns a table. On a phone, each row is a list. The column without a heading has the row's action. */
export const table = (
  columns: readonly string[],
  rows: readonly (readonly (Markup | string)[])[],
): Markup => html`<table class="stacked">
<thead><tr>${columns.map((each) => html`<th scope="col">${each || html`<span class="visually-hidden">Action</span>`}</th>`)}</tr></thead>
<tbody>${rows.map(
  ([heading, ...cells]) => html`<tr>
<th scope="row">${heading}</th>
${cells.map((cell, i) => html`<td${columns[i + 1] && html` data-label="${columns[i + 1]}"`}>${cell}</td>`)}
</tr>`,
)}</tbody>
</table>`

/** Returns the content of a page with one message. The sign is decorative. */
export const messageCard = (sign: string, title: Markup | string, content: Markup): Markup =>
  html`<div class="alone card">
<p class="sign" aria-hidden="true">${sign}</p>
<h1>${title}</h1>
${content}
</div>`

/** Returns a time in UTC, with seconds for records. */
export const timeElement = (at: string | number, to: 'minutes' | 'seconds' = 'minutes'): Markup => {
  const date = new Date(at)
  const text = timeText(date.getTime(), to === 'seconds' ? 'medium' : 'short')
  return html`<time datetime="${date.toISOString()}">${text}</time>`
}

/**
 * Returns a sentence that ends with whom to contact.
 * @param sender of an invite, for a service without a support address; nothing is returned without both.
 */
export const contactText = (
  purpose: string,
  { supportEmail }: Service,
  sender?: string,
): Markup | undefined => {
  if (supportEmail === undefined)
    return sender === undefined ? undefined : html`${purpose}, contact ${isolated(sender)}.`
  return html`${purpose}, contact <a href="mailto:${supportEmail}">${supportEmail}</a>.`
}

/** Returns a name that keeps its own direction and is not broken across lines if it fits in one. */
export const isolated = (name: string): Markup => html`<bdi>${name}</bdi>`

type Problem = {
  status: StatusCode
  title: string
  text: string | Markup
  /** Where to go from here. Default: the site's home. */
  link?: PageLink | undefined
}

/** The error pages of sites that people sign in to. */
export const problems: SiteHandlers<unknown>['problems'] = {
  unknown: {
    status: 404,
    title: 'We couldn’t find this page',
    text: 'The address may be incomplete.',
  },
  failed: {
    status: 500,
    title: 'This page could not be shown',
    text: 'Something went wrong on our side. Try again in a few minutes.',
  },
}

/** Thrown by a handler to respond with an error page. */
export class PageError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.title)
    this.problem = problem
  }
}

type SiteHandlers<Visit> = {
  routes: Routes<Visit>
  /** Reads what all handlers need. */
  open: (context: Context<Env>) => Promise<Visit>
  /** Returns what the site adds to a page. `visit` is undefined if it could not be read. */
  frame: (view: View, visit: Visit | undefined) => Frame
  /** The error pages of unknown paths and failures. */
  problems: { unknown: Problem; failed: Problem }
  onFault: ReportFault
}

type Frame = {
  title: string
  brand: string
  /** The part of the header beside the name. */
  top?: Markup | undefined
  bottom?: Markup | undefined
  /** Shown above the page's own content. */
  alert?: Markup | undefined
  /** Rules of its own. */
  style?: string | undefined
}

export const mountSite = <Visit>(
  app: Hono<Env>,
  site: Site,
  { routes, open, frame, problems, onFault }: SiteHandlers<Visit>,
): void => {
  const { root } = site
  const show = async (context: Context<Env>, view: View, visit?: Visit) => {
    const framed = frame(view, visit)
    const text = String(await pageText(site, framed, view.main))
    return context.newResponse(text, view.status ?? 200, pageHeaders(site, framed.style))
  }
  const showProblem = (context: Context<Env>, problem: Problem, visit?: Visit) =>
    show(context, problemView(site, problem), visit)
  const withVisit = (handle: Handler<Visit>) => async (context: Context<Env>) => {
    let visit: Visit | undefined
    try {
      if (!(await site.allows(context))) {
        context.header('Retry-After', '60')
        return showProblem(context, tooManyRequests)
      }
      visit = await open(context)
      const shown = await handle(visit)
      return shown instanceof Response ? shown : await show(context, shown, visit)
    } catch (error) {
      if (error instanceof PageError) return showProblem(context, error.problem, visit)
      onFault(context, error)
      return showProblem(context, problems.failed)
    }
  }

  for (const [file, text] of Object.entries(assets)) {
    const type = getMimeType(file) ?? ''
    app.get(
      `${root}/assets/${version}/${file}`,
      staticText(
        () => text,
        type,
        () => assetHeaders,
      ),
    )
  }
  for (const [path, { GET, POST }] of Object.entries(routes)) {
    if (GET) app.get(root + path, withVisit(GET))
    if (POST) app.post(root + path, withVisit(POST))
    const methods = [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : [])]
    app.all(root + path, (context) => {
      context.header('Allow', methods.join(', '))
      return showProblem(context, wrongMethod)
    })
  }
  app.all(`${root}/*`, async (context) => {
    const { path, method, url } = context.req
    // People, and programs that make links of texts, may add a slash.
    const isPage = path.endsWith('/') && ('' in routes || /[^/]/.test(path.slice(root.length)))
    if (isPage && (method === 'GET' || method === 'HEAD'))
      return context.redirect(site.prefix + path.replace(/\/+$/, '') + new URL(url).search, 308)
    return showProblem(context, problems.unknown)
  })
}

/** Returns the text of a page. All its URLs are paths of its own origin. */
function pageText(
  site: Site,
  { title, brand, top, bottom, alert, style }: Frame,
  main: Markup,
): Markup {
  const icon = assetPath(site, site.name === 'redemption' ? 'redemption.svg' : 'portal.svg')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${assetPath(site, 'site.css')}">
${style && html`<style>${raw(style)}</style>`}
<script type="module" src="${assetPath(site, 'site.js')}"></script>
</head>
<body class="site">
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<p class="brand"><img src="${icon}" alt="" width="28" height="28"> ${brand}</p>
${top}
</header>
<main id="main">
${alert}
${main}
</main>
<footer class="bottom muted small">${bottom}</footer>
</body>
</html>
`
}

/**
 * Returns the headers of a page. Its URL may be a secret, so browsers must not cache, index or frame
 * the page, or send the URL to other hosts.
 *
 * The referrer policy is `same-origin`, not `no-referrer`: with that, browsers send `Origin: null`
 * with forms.
 */
export function pageHeaders({ images }: Site, style = ''): HeaderMap {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'; script-src 'self'; connect-src 'self'",
      `style-src 'self' 'sha256-${hash('sha256', style, 'base64')}'`,
      `img-src 'self' ${images}`,
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ].join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow',
  }
}

function problemView(site: Site, { status, title, text, link = site.home }: Problem): View {
  const content = html`<p>${text}</p>
${link && html`<p><a class="button" href="${pagePath(site, link.page)}">${link.text}</a></p>`}`
  return { status, title, main: messageCard(status === 404 ? '?' : '!', title, content) }
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}
