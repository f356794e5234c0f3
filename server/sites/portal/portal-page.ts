import type { Context } from 'hono'
import { html } from 'hono/html'
import type { components } from '../../../generated/types.ts'
import type { Clock } from '../../domain/clock.ts'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import { linkMinutes } from '../../domain/portal.ts'
import type { Service } from '../../domain/service.ts'
import type { Mailer } from '../../email/mailer.ts'
import type { ReportFault } from '../../http/edge.ts'
import type { Env } from '../../http/env.ts'
import type { HeaderMap } from '../../http/respond.ts'
import type { SignedIn } from '../../store/portal.ts'
import type { Store } from '../../store/store.ts'
import { form, formToken, readForm } from '../kit/forms.ts'
import {
  type ErrorPage,
  type Markup,
  PageError,
  pageResponse,
  type Site,
  seeOther,
} from '../kit/site.ts'

export type PortalOptions = {
  store: Store
  clock: Clock
  mailer: Mailer
  testWebhook: (
    account: AccountId,
    webhook: WebhookId,
  ) => Promise<components['schemas']['WebhookTestResult']>
  /** Returns the text to store in place of a signing secret. */
  seal: (secret: string) => string
  /** The public base URL, without a trailing slash. */
  baseUrl: string
  service: Service
  onFault: ReportFault
}

export type PortalSite = PortalOptions &
  Site & {
    /** The accounts with a test delivery in progress. */
    testing: Set<AccountId>
  }

/** A request for a page of the portal, with its session. */
export type PortalVisit = {
  site: PortalSite
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

/** Returns the path of a page of the portal in browsers. */
export const portalPath = ({ prefix, root }: Site, path: string): string =>
  `${prefix}${root}${path}`

/** Redirects to a page of the portal. */
export const goTo = ({ site, headers }: PortalVisit, path: string): Response =>
  seeOther(portalPath(site, path), headers)

/** Wraps a handler that requires an account. Other visitors are redirected to the sign-in page. */
export const signedIn =
  (handle: (visit: SignedInVisit) => Response | Promise<Response>) =>
  (visit: PortalVisit): Response | Promise<Response> => {
    const { account } = visit
    return account ? handle({ ...visit, account }) : goTo(visit, '/sign-in')
  }

type PortalForm = {
  /** The path of its action. */
  path: string
  /** The scope of its token. */
  scope: string
  /** Other hidden fields. */
  hidden?: Record<string, string>
  class?: string
  /** The text of the button while the form is sent. */
  once?: string
}

/** Returns a form of the portal. Its token is valid for the session and the scope only. */
export const portalForm = (
  { site, secret }: PortalVisit,
  { path, scope, hidden = {}, once, ...rest }: PortalForm,
  content: Markup,
): Markup =>
  form(
    {
      action: portalPath(site, path),
      hidden: { token: formToken(secret, scope), ...hidden },
      ...rest,
      ...(once !== undefined && { data: html`data-once="${once}"` }),
    },
    content,
  )

/** Reads a posted form of the portal. */
export const readPortalForm = <Name extends string>(
  { site: { origin }, context, secret }: PortalVisit,
  scope: string,
  fields: readonly Name[] = [],
): Promise<(name: Name) => string> => readForm(context, { fields, secret, scope, origin })

/** The chapters of the docs that pages link to, as in their URLs. */
type DocsChapter = 'authentication' | 'getting-started' | 'receiving-deliveries' | 'webhooks'

/** Returns a link to a chapter of the API's docs. */
export const docsLink = ({ prefix }: Site, chapter: DocsChapter, text: string): Markup =>
  html`<a href="${prefix}/docs#section/${chapter}">${text}</a>`

/** Returns a message about what has just happened. */
export const portalNotice = (tone: 'good' | 'bad', text: string): Markup =>
  html`<p class="notice ${tone}" role="${tone === 'good' ? 'status' : 'alert'}">${text}</p>`

/** Returns a table. On a phone, each row is a list. The column without a heading has the row's action. */
export const table = (
  columns: readonly string[],
  rows: readonly (readonly Markup[])[],
): Markup => html`<table class="stacked">
<thead><tr>${columns.map((each) => html`<th scope="col">${each || html`<span class="visually-hidden">Action</span>`}</th>`)}</tr></thead>
<tbody>${rows.map(
  ([heading, ...cells]) => html`<tr>
<th scope="row">${heading}</th>
${cells.map((cell, i) => html`<td${columns[i + 1] && html` data-label="${columns[i + 1]}"`}>${cell}</td>`)}
</tr>`,
)}</tbody>
</table>`

/** Returns a field with a secret, and a button that copies it. */
export const secretField = (
  { label, value, rows }: { label: string; value: string; rows: number },
  done: string,
): Markup => html`<div class="field">
<label for="secret">${label}</label>
<textarea id="secret" readonly rows="${rows}" spellcheck="false" autocomplete="off">${value}</textarea>
</div>
<p class="row"><button type="button" data-copy="secret" hidden>Copy</button> <a class="action" href="${done}">Done</a></p>
<p class="visually-hidden" role="status" id="copied"></p>`

type Confirmation = PortalForm & {
  title: string
  text: Markup
  button: string
  /** The path that Cancel leads to. */
  cancel: string
}

/** Returns a page that asks before a change that cannot be undone. */
export const confirmation = (
  visit: PortalVisit,
  { title, text, button, cancel, ...rest }: Confirmation,
): Markup =>
  portalForm(
    visit,
    { once: 'One moment…', ...rest, class: 'card' },
    html`<h1>${title}</h1>
<p>${text}</p>
<p class="row"><button class="danger">${button}</button> <a class="action" href="${portalPath(visit.site, cancel)}">Cancel</a></p>`,
  )

const pages = { '/keys': 'API keys', '/webhooks': 'Webhooks' }

/** The token scope of the form to sign out. */
export const signOutScope = 'sign-out'

const navigation = (
  visit: SignedInVisit,
  current: string,
): Markup => html`<nav aria-label="Settings">
<p class="muted">${visit.account.name}</p>
<ul>${Object.entries(pages).map(
  ([path, text]) =>
    html`<li><a href="${portalPath(visit.site, path)}"${path === current && html` aria-current="page"`}>${text}</a></li>`,
)}</ul>
${portalForm(visit, { path: '/sign-out', scope: signOutScope }, html`<button class="quiet">Sign out</button>`)}
</nav>`

type View = { title: string; main: Markup }

/** Returns a page without navigation as a response. */
export const plainPage = (
  site: PortalSite,
  status: number,
  { title, main, top }: View & { top?: Markup },
  headers: HeaderMap = {},
): Promise<Response> => {
  const bottom = html`<a href="${site.prefix}/docs">API documentation</a> ${docsLink(site, 'getting-started', 'Getting started')}`
  const page = { title, brand: site.service.name, top, main, bottom }
  return pageResponse(site, status, page, headers)
}

/** Returns a page for an account as a response. */
export const portalPage = (
  visit: SignedInVisit,
  status: number,
  path: keyof typeof pages,
  { title, main }: View,
): Promise<Response> => {
  const { site, account, headers } = visit
  const view = { title: `${title} – ${account.name}`, main }
  return plainPage(site, status, { ...view, top: navigation(visit, path) }, headers)
}

const toWebhooks = { href: '/webhooks', text: 'Go to webhooks' }

/** The links are paths of the portal. An error without a link leads to the portal. */
export const portalErrors = {
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
    link: toWebhooks,
  },
  'secret-rotated': {
    status: 409,
    title: 'This secret was rotated already',
    text: 'A secret is shown only once. If you didn’t copy the new one, rotate the secret again.',
    link: toWebhooks,
  },
  link: {
    status: 410,
    title: 'This link has expired',
    text: `A sign-in link works once, within ${linkMinutes} minutes.`,
    link: { href: '/sign-in', text: 'Get a new link' },
  },
  failed: {
    status: 500,
    title: 'This page could not be shown',
    text: 'Something went wrong on our side. Try again in a few minutes.',
  },
  method: {
    status: 405,
    title: 'This page does not support that request',
    text: 'Go back to the portal.',
  },
} satisfies Record<string, ErrorPage>

/** Returns an error to throw. */
export const portalError = (name: keyof typeof portalErrors): PageError =>
  new PageError(portalErrors[name])
