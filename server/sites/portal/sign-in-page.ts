import { html } from 'hono/html'
import { askForSignInLink, signInBy } from '../../actions/sign-in.ts'
import { linkLifetime, linkMinutes, secretDigest, signInUrl } from '../../domain/portal.ts'
import { accountByEmail } from '../../store/accounts.ts'
import { accountOfLink, deletePortalSession } from '../../store/portal.ts'
import { hiddenField, hiddenTokenField, inputField } from '../kit/forms.ts'
import { seeOther } from '../kit/pages.ts'
import {
  formTokenOf,
  type PortalSite,
  type PortalVisit,
  portalErrorPage,
  portalFormErrorPage,
  portalPage,
  readPortalForm,
  signOutScope,
} from './portal-page.ts'

const requestLinkScope = 'ask-for-link'

/** Shows the form that requests a sign-in link. */
export const showSignInPage = (
  site: PortalSite,
  visit: PortalVisit,
): Response | Promise<Response> => {
  if (visit.account) return seeOther(`${site.base}/keys`, { ...site.headers, ...visit.headers })
  const email = inputField({
    name: 'email',
    label: 'Email of your account',
    value: '',
    isRequired: true,
    type: 'email',
    autocomplete: 'email',
  })
  const main = html`<form class="alone card" method="post" action="${site.base}/sign-in" data-once="One moment…">
<h1>Sign in</h1>
<p>We’ll email you a link that signs you in. You need no password.</p>
${hiddenTokenField(formTokenOf(visit, requestLinkScope))}
${email}
<p><button>Email me a link</button></p>
</form>`
  return portalPage(site, 200, { title: 'Sign in', main }, visit, visit.headers)
}

/** Sends a sign-in link if an account has the email address. */
const sendLink = async (site: PortalSite, email: string, now: number): Promise<void> => {
  const account = await accountByEmail(site.store, email)
  if (!account) return
  const secret = await site.store.write((transaction) =>
    askForSignInLink(transaction, account.id, now),
  )
  if (secret !== undefined)
    await site.mailer.sendSignInLink(account, signInUrl(site.baseUrl, secret))
}

/**
 * Requests a sign-in link. The response does not wait for the email: its content and its time must
 * not reveal whether the account exists.
 */
export const submitLinkRequest = async (
  site: PortalSite,
  visit: PortalVisit,
): Promise<Response> => {
  const form = await readPortalForm(site, visit, requestLinkScope, ['email'])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, visit.headers)
  const email = form.field('email').trim()
  sendLink(site, email, visit.now).catch((error: unknown) => site.onFault(visit.context, error))
  const main = html`<div class="alone card">
<h1>Check your email</h1>
<p>If <strong>${email}</strong> belongs to an account, we have sent a link to it. It works once, within ${linkMinutes} minutes.</p>
<p class="muted">No email? Check your spam folder, or wait a minute and send another link. Your account team can create a link for you too.</p>
<form method="post" action="${site.base}/sign-in" data-once="One moment…">
${hiddenTokenField(formTokenOf(visit, requestLinkScope))}
${hiddenField('email', email)}
<p class="row"><button class="secondary">Send another link</button> <a class="action" href="${site.base}/sign-in">Use another email</a></p>
</form>
</div>`
  return portalPage(site, 200, { title: 'Check your email', main }, undefined, visit.headers)
}

const linkPattern = /\/sign-in\/([A-Za-z0-9_-]{43})$/

/** Returns the secret in the path; an empty text if it is malformed. */
const linkOf = ({ context }: PortalVisit): string => linkPattern.exec(context.req.path)?.[1] ?? ''

const useLinkScope = (link: string) => `use-link ${link}`

/**
 * Shows a button that signs in. GET does not use the link, because mail scanners open links too.
 */
export const showLinkPage = async (site: PortalSite, visit: PortalVisit): Promise<Response> => {
  const link = linkOf(visit)
  const account = await accountOfLink(site.store, secretDigest(link), visit.now - linkLifetime)
  if (!account) return portalErrorPage(site, 'link', visit.headers)
  const main = html`<form class="alone card" method="post" action="${site.base}/sign-in/${link}" data-once="One moment…">
<h1>Sign in to ${account.name}</h1>
${hiddenTokenField(formTokenOf(visit, useLinkScope(link)))}
<p><button>Sign in</button></p>
</form>`
  return portalPage(site, 200, { title: 'Sign in', account, main }, undefined, visit.headers)
}

/** Signs in with a link. The browser gets a new session, so a cookie from before is useless. */
export const submitSignIn = async (site: PortalSite, visit: PortalVisit): Promise<Response> => {
  const link = linkOf(visit)
  const form = await readPortalForm(site, visit, useLinkScope(link), [])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, visit.headers)
  const secret = await site.store.write((transaction) =>
    signInBy(transaction, link, visit.secret, visit.now),
  )
  if (secret === undefined) return portalErrorPage(site, 'link', visit.headers)
  const cookie = { 'Set-Cookie': site.cookieOf(secret) }
  return seeOther(`${site.base}/keys`, { ...site.headers, ...cookie })
}

/** Deletes the session. The cookie is no longer valid. */
export const submitSignOut = async (site: PortalSite, visit: PortalVisit): Promise<Response> => {
  const form = await readPortalForm(site, visit, signOutScope, [])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, visit.headers)
  await site.store.write((transaction) =>
    deletePortalSession(transaction, secretDigest(visit.secret)),
  )
  return seeOther(`${site.base}/sign-in`, { ...site.headers, ...visit.headers })
}
