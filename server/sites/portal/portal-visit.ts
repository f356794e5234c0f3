import { html } from 'hono/html'
import type { components } from '../../../generated/types.ts'
import type { WebhookName } from '../../../generated/webhooks.ts'
import type { Actions } from '../../actions/actions.ts'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import type { Attempt } from '../../store/webhooks/attempts.ts'
import { formError, formKeeper, readForm } from '../kit/forms.ts'
import { askToSignIn, type SessionVisit, type SignInParts } from '../kit/sign-in-page.ts'
import {
  type Handler,
  type Markup,
  PageError,
  type PageLink,
  pagePath,
  type Routes,
  type Site,
  type View,
} from '../kit/site.ts'

type Result = components['schemas']['WebhookTestResult']

export type PortalOptions = SignInParts & {
  /** Sends a test event, or the document's example of another one. */
  testWebhook: (account: AccountId, webhook: WebhookId, event: WebhookName) => Promise<Result>
  /** Sends the event of an attempt again, as its order or invite is now. Returns nothing if that is not known. */
  sendAgain: (
    account: AccountId,
    webhook: WebhookId,
    attempt: Pick<Attempt, 'event' | 'subject'>,
  ) => Promise<Result | undefined>
  actions: Actions
  /** The public base URL of invites, without a trailing slash. */
  redeemUrl: string
  /** Returns the text to store in place of a signing secret. */
  seal: (secret: string) => string
  /** The public base URL, without a trailing slash. */
  baseUrl: string
}

/** A request for a page of the portal, with its session. */
export type PortalVisit = SessionVisit & {
  site: PortalOptions & Site
  /** Undefined if nobody is signed in. */
  account: { id: AccountId; name: string } | undefined
  /** The account's webhooks whose last delivery failed. */
  failing: readonly { id: WebhookId; url: string }[]
}

export type SignedInVisit = PortalVisit & { account: { id: AccountId; name: string } }

/** Returns what keeps the form on a page of the portal, in the visitor's session. */
export const formOf = ({ site: { store }, account, secret, now }: SignedInVisit, page: string) =>
  formKeeper({ store, account: account.id, page, secret, now })

/** Returns the hidden field of a form that adds something to the account or ends its sessions. */
export const accountField = ({ account }: SignedInVisit): Markup =>
  html`<input type="hidden" name="account" value="${account.id}">`

/** Reads a form with that field. Another tab may have signed in to another account since the page was opened. */
export const readAccountForm = async ({ site, context, account }: SignedInVisit) => {
  const field = await readForm(context, site)
  const page = context.req.path.slice(site.root.length)
  const link = { page, text: 'Open the page again' }
  if (field('account') !== account.id)
    throw formError(409, `This browser is signed in to ${account.name} now.`, link)
  return field
}

/** Returns routes that require an account. Other visitors are redirected to the sign-in page. */
export const signedIn = (routes: Routes<SignedInVisit>): Routes<PortalVisit> => {
  const guard = (handle: Handler<SignedInVisit>) => (visit: PortalVisit) =>
    visit.account ? handle({ ...visit, account: visit.account }) : askToSignIn(visit)
  return Object.fromEntries(
    Object.entries(routes).map(([path, { GET, POST }]) => [
      path,
      { ...(GET && { GET: guard(GET) }), ...(POST && { POST: guard(POST) }) },
    ]),
  )
}

/** The chapters of the docs that pages link to, as in their URLs. */
type DocsChapter = 'authentication' | 'getting-started' | 'receiving-deliveries' | 'webhooks'

export const docsLink = ({ prefix }: Site, chapter: DocsChapter, text: string): Markup =>
  html`<a href="${prefix}/docs#section/${chapter}">${text}</a>`

/** Returns a message about what has just happened. */
export const portalNotice = (tone: 'good' | 'bad', text: string): Markup =>
  html`<p class="notice ${tone}" role="${tone === 'good' ? 'status' : 'alert'}">${text}</p>`

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

/** Returns a page that asks before a change that cannot be undone. @param cancel the page that Cancel leads to. */
export const confirmation = (
  { site, context }: PortalVisit,
  { title, text, button, cancel }: { title: string; text: Markup; button: string; cancel: string },
  hidden?: Markup,
): View => ({
  title,
  main: html`<form class="card" method="post" action="${site.prefix}${context.req.path}" data-once="One moment…">
${hidden}
<h1>${title}</h1>
<p>${text}</p>
<p class="row"><button class="danger">${button}</button> <a class="action" href="${pagePath(site, cancel)}">Cancel</a></p>
</form>`,
})

/** Returns the error page of a thing that the account does not have. */
export const notFound = (thing: string, link?: PageLink): PageError =>
  new PageError({
    status: 404,
    title: `We couldn’t find this ${thing}`,
    text: `The account that you are signed in to has no such ${thing}.`,
    link,
  })
