import type { Context } from 'hono'
import { html } from 'hono/html'
import type { components } from '../../../generated/types.ts'
import type { Clock } from '../../domain/clock.ts'
import type { AccountId } from '../../domain/ids.ts'
import { linkMinutes, secretDigest, sessionLifetime } from '../../domain/portal.ts'
import type { Mailer } from '../../email/mailer.ts'
import type { ReportFault } from '../../http/edge.ts'
import type { Env } from '../../http/env.ts'
import type { HeaderMap } from '../../http/respond.ts'
import type { Subscription } from '../../store/columns/webhook-columns.ts'
import { accountOfSession, type SignedIn } from '../../store/portal.ts'
import type { Store } from '../../store/store.ts'
import { type Assets, baseAssets, readAssets } from '../kit/assets.ts'
import {
  type FormRejection,
  formToken,
  hiddenTokenField,
  type ReadForm,
  readForm,
} from '../kit/forms.ts'
import { htmlResponse, type Markup, pageHeaders, seeOther } from '../kit/pages.ts'
import { type Session, sessionCookie, sessionReader } from '../kit/session.ts'

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

export type PortalOptions = {
  store: Store
  clock: Clock
  mailer: Mailer
  /** Sends a test delivery to a subscription, which is read again when the request is signed. */
  testWebhook: (
    account: AccountId,
    subscription: Subscription,
    read: () => Promise<Subscription | undefined>,
  ) => Promise<components['schemas']['WebhookTestResult']>
  /** Returns the text to store in place of a signing secret. */
  seal: (secret: string) => string
  /** The public base URL, without a trailing slash. */
  baseUrl: string
  onFault: ReportFault
}

/** The options, with values that are computed once. */
export type PortalSite = PortalOptions & {
  origin: string
  /** The path prefix of the pages in browsers. */
  base: string
  /** The path of the API's docs in browsers. */
  docs: string
  assets: Assets
  /** Returns the path of an asset. */
  assetUrl: (file: string) => string
  /** The accounts with a test delivery in progress. */
  testing: Set<AccountId>
  headers: HeaderMap
  sessionOf: (context: Context<Env>) => Session
  /** Returns the `Set-Cookie` header for a session's secret. */
  cookieOf: (secret: string) => string
}

export const portalAssetsPath = '/portal/assets'

/** Returns a link to a chapter of the API's docs. */
export const docsLink = (
  { docs }: Pick<PortalSite, 'docs'>,
  chapter: DocsChapter,
  text: string,
): Markup => html`<a href="${docs}#section/${chapter}">${text}</a>`

/** The chapters of the docs that pages link to, as in their URLs. */
type DocsChapter = 'authentication' | 'getting-started' | 'receiving-deliveries' | 'webhooks'

export const createPortalSite = (options: PortalOptions): PortalSite => {
  const { origin, protocol, pathname } = new URL(options.baseUrl)
  const base = pathname.replace(/\/$/, '')
  const isSecure = protocol === 'https:'
  const assets = readAssets(baseAssets, new URL('assets/', import.meta.url))
  return {
    ...options,
    origin,
    base: `${base}/portal`,
    docs: `${base}/docs`,
    assets,
    assetUrl: (file) => `${base}${portalAssetsPath}/${assets.nameOf(file)}`,
    testing: new Set(),
    headers: pageHeaders(),
    sessionOf: sessionReader('portal', isSecure),
    cookieOf: (secret) => sessionCookie('portal', isSecure, secret),
  }
}

const pages = [
  { path: '/keys', text: 'API keys' },
  { path: '/webhooks', text: 'Webhooks' },
] as const

/** The token scope of the sign-out form. */
export const signOutScope = 'sign-out'

/** The session that a page is shown to. */
type Viewer = { account: SignedIn | undefined; secret: string }

export type PortalView = {
  title: string
  /** The page's entry in the navigation. */
  path?: (typeof pages)[number]['path']
  /** The account that the page is about, if nobody is signed in. */
  account?: SignedIn
  main: Markup
}

const navigation = (
  site: PortalSite,
  secret: string,
  path: PortalView['path'],
): Markup => html`<nav aria-label="Settings">
<ul>${pages.map(
  (page) =>
    html`<li><a href="${site.base}${page.path}"${page.path === path && html` aria-current="page"`}>${page.text}</a></li>`,
)}</ul>
<form method="post" action="${site.base}/sign-out">${hiddenTokenField(formToken(secret, signOutScope))}<button class="quiet">Sign out</button></form>
</nav>`

const bodyOf = (
  { path, account: subject, main }: PortalView,
  site: PortalSite,
  viewer: Viewer | undefined,
): Markup => {
  const account = viewer?.account ?? subject
  return html`<header class="top">
<p class="brand"><img src="${site.assetUrl('portal.svg')}" alt="" width="28" height="28"> ${account?.name ?? 'Customer portal'}</p>
${viewer?.account && navigation(site, viewer.secret, path)}
</header>
<main id="main">
${main}
</main>
<footer class="bottom"><a href="${site.docs}">API documentation</a> ${docsLink(site, 'getting-started', 'Getting started')}</footer>`
}

/** Returns a page as a response. The navigation is shown if the viewer is signed in. */
export const portalPage = (
  site: PortalSite,
  status: number,
  view: PortalView,
  viewer?: Viewer,
  headers: HeaderMap = {},
): Promise<Response> =>
  htmlResponse(
    status,
    {
      title: viewer?.account ? `${view.title} – ${viewer.account.name}` : view.title,
      styles: ['tokens.css', 'base.css', 'portal.css'].map(site.assetUrl),
      scripts: [site.assetUrl('portal.js')],
      icon: site.assetUrl('portal.svg'),
      body: bodyOf(view, site, viewer),
    },
    { ...site.headers, ...headers },
  )

type PortalError = {
  status: number
  title: string
  text: string
  /** Where to go from here. Default: the portal. */
  next?: { path: string; text: string }
}

const portalErrors = {
  unknown: {
    status: 404,
    title: 'We couldn’t find this page',
    text: 'The address may be incomplete.',
  },
  'key-not-found': {
    status: 404,
    title: 'We couldn’t find this key',
    text: 'The account that you are signed in to has no such key.',
  },
  'key-exists': {
    status: 409,
    title: 'This key was created already',
    text: 'A key is shown only once. If you didn’t copy it, revoke it and create another.',
  },
  'webhook-not-found': {
    status: 404,
    title: 'We couldn’t find this webhook',
    text: 'The account that you are signed in to has no such webhook.',
    next: { path: '/webhooks', text: 'Go to webhooks' },
  },
  'secret-rotated': {
    status: 409,
    title: 'This secret was rotated already',
    text: 'A secret is shown only once. If you didn’t copy the new one, rotate the secret again.',
    next: { path: '/webhooks', text: 'Go to webhooks' },
  },
  link: {
    status: 410,
    title: 'This link has expired',
    text: `A sign-in link works once, within ${linkMinutes} minutes.`,
    next: { path: '/sign-in', text: 'Get a new link' },
  },
  failed: {
    status: 500,
    title: 'This page could not be shown',
    text: 'Something went wrong on our side. Try again in a few minutes.',
  },
} as const satisfies Record<string, PortalError>

type PortalErrorName = keyof typeof portalErrors

const renderError = (
  site: PortalSite,
  { status, title, text, next = { path: '', text: 'Go to the portal' } }: PortalError,
  headers: HeaderMap,
): Promise<Response> =>
  portalPage(
    site,
    status,
    {
      title,
      main: html`<div class="alone card">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="${site.base}${next.path}">${next.text}</a></p>
</div>`,
    },
    undefined,
    headers,
  )

/** Returns an error page. */
export const portalErrorPage = (
  site: PortalSite,
  name: PortalErrorName,
  headers: HeaderMap = {},
): Promise<Response> => renderError(site, portalErrors[name], headers)

/** Returns the error page for a rejected form. */
export const portalFormErrorPage = (
  site: PortalSite,
  { status, reason }: FormRejection,
  headers: HeaderMap = {},
): Promise<Response> =>
  renderError(
    site,
    { status, title: 'Please try again', text: `${reason} Nothing was changed.` },
    headers,
  )

/** Returns the 405 page (RFC 9110 §15.5.6). */
export const portalMethodErrorPage = (site: PortalSite, allow: string): Promise<Response> =>
  renderError(
    site,
    {
      status: 405,
      title: 'This page does not support that request',
      text: 'Go back to the portal.',
    },
    { Allow: allow },
  )

/** A request for a page of the portal, with its session. */
export type PortalVisit = {
  context: Context<Env>
  /** Undefined if nobody is signed in. */
  account: SignedIn | undefined
  now: number
  /** The session's secret. */
  secret: string
  /** Headers for every response. */
  headers: HeaderMap
}

export type SignedInVisit = PortalVisit & { account: SignedIn }

type VisitHandler<V> = (site: PortalSite, visit: V) => Response | Promise<Response>

/** Returns the token of a form. It is valid for the session and the scope only. */
export const formTokenOf = ({ secret }: PortalVisit, about: string): string =>
  formToken(secret, about)

/** Reads a posted form of the portal. */
export const readPortalForm = <Name extends string>(
  { origin }: PortalSite,
  { context, secret }: PortalVisit,
  about: string,
  fields: readonly Name[],
): Promise<ReadForm<Name>> => readForm(context, { fields, secret, scope: about, origin })

/** Wraps a handler that does not require an account. An error is reported and shown as a 500 page. */
export const withVisit =
  (site: PortalSite, handle: VisitHandler<PortalVisit>) =>
  async (context: Context<Env>): Promise<Response> => {
    try {
      const now = site.clock()
      const { secret, setCookie } = site.sessionOf(context)
      const account = await accountOfSession(
        site.store,
        secretDigest(secret),
        now - sessionLifetime,
      )
      const headers: HeaderMap = setCookie === undefined ? {} : { 'Set-Cookie': setCookie }
      return await handle(site, { context, account, now, secret, headers })
    } catch (error) {
      site.onFault(context, error)
      return portalErrorPage(site, 'failed')
    }
  }

/** Wraps a handler that requires an account. Other visitors are redirected to the sign-in page. */
export const withAccount = (site: PortalSite, handle: VisitHandler<SignedInVisit>) =>
  withVisit(site, (_, visit) => {
    const { account } = visit
    return account
      ? handle(site, { ...visit, account })
      : seeOther(`${site.base}/sign-in`, { ...site.headers, ...visit.headers })
  })
