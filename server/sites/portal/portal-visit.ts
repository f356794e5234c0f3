import type { Context } from 'hono'
import { html } from 'hono/html'
import type { components } from '../../../generated/types.ts'
import type { Clock } from '../../domain/clock.ts'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import type { Service } from '../../domain/service.ts'
import type { Mailer } from '../../email/mailer.ts'
import type { ReportFault } from '../../http/edge.ts'
import type { Env } from '../../http/env.ts'
import type { SignedIn } from '../../store/portal.ts'
import type { Store } from '../../store/store.ts'
import { type Handler, type Markup, pagePath, type Routes, type Site } from '../kit/site.ts'

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

/** A request for a page of the portal, with its session. */
export type PortalVisit = {
  site: PortalOptions & Site
  context: Context<Env>
  /** Undefined if nobody is signed in. */
  account: SignedIn | undefined
  /** The session's secret. */
  secret: string
  now: number
}

export type SignedInVisit = PortalVisit & { account: SignedIn }

/** Redirects to a page of the portal, with GET (RFC 9110 §15.4.4). */
export const goTo = ({ site, context }: PortalVisit, page: string): Response =>
  context.redirect(pagePath(site, page), 303)

/** Returns routes that require an account. Other visitors are redirected to the sign-in page. */
export const signedIn = (routes: Routes<SignedInVisit>): Routes<PortalVisit> => {
  const guard = (handle: Handler<SignedInVisit>) => (visit: PortalVisit) =>
    visit.account ? handle({ ...visit, account: visit.account }) : goTo(visit, '/sign-in')
  return Object.fromEntries(
    Object.entries(routes).map(([path, { GET, POST }]) => [
      path,
      { ...(GET && { GET: guard(GET) }), ...(POST && { POST: guard(POST) }) },
    ]),
  )
}

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
<p class="row"><button type="button" id="copy" hidden>Copy</button> <a class="action" href="${done}">Done</a></p>
<p class="visually-hidden" role="status" id="copied"></p>`

/** Returns a form that asks before a change that cannot be undone. @param cancel the page that Cancel leads to. */
export const confirmation = (
  { site, context }: PortalVisit,
  { title, text, button, cancel }: { title: string; text: Markup; button: string; cancel: string },
  hidden?: Markup,
): Markup =>
  html`<form class="card" method="post" action="${site.prefix}${context.req.path}" data-once="One moment…">
${hidden}
<h1>${title}</h1>
<p>${text}</p>
<p class="row"><button class="danger">${button}</button> <a class="action" href="${pagePath(site, cancel)}">Cancel</a></p>
</form>`
