import { html } from 'hono/html'
import { askForSignInLink, signInBy } from '../../actions/sign-in.ts'
import { linkLifetime, linkMinutes, secretDigest, signInUrl } from '../../domain/portal.ts'
import { accountByEmail } from '../../store/accounts.ts'
import { portalSessions, signInLinks } from '../../store/portal.ts'
import { inputField } from '../kit/forms.ts'
import { contactText, type Routes, seeOther } from '../kit/site.ts'
import {
  goTo,
  type PortalSite,
  type PortalVisit,
  plainPage,
  portalError,
  portalForm,
  portalPath,
  readPortalForm,
  signOutScope,
} from './portal-page.ts'

/** The form that requests a sign-in link. */
const linkForm = { path: '/sign-in', scope: 'ask-for-link', once: 'One moment…' }

const emailField = inputField({
  name: 'email',
  label: 'Email of your account',
  isRequired: true,
  type: 'email',
  autocomplete: 'email',
})

/** Shows the form that requests a sign-in link. */
const showSignInPage = (visit: PortalVisit): Response | Promise<Response> => {
  if (visit.account) return goTo(visit, '/keys')
  const content = html`<h1>Sign in to ${visit.site.service.name}</h1>
<p>We’ll email you a link that signs you in. You need no password.</p>
${emailField}
<p><button>Email me a link</button></p>`
  const main = portalForm(visit, { ...linkForm, class: 'alone card' }, content)
  return plainPage(visit.site, 200, { title: 'Sign in', main }, visit.headers)
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
const submitLinkRequest = async (visit: PortalVisit): Promise<Response> => {
  const { site, context, now, headers } = visit
  const field = await readPortalForm(visit, linkForm.scope, ['email'])
  const email = field('email').trim()
  sendLink(site, email, now).catch((error: unknown) => site.onFault(context, error))
  const again = html`<p class="row"><button class="secondary">Send another link</button> <a class="action" href="${portalPath(site, '/sign-in')}">Use another email</a></p>`
  const main = html`<div class="alone card">
<h1>Check your email</h1>
<p>If <strong>${email}</strong> belongs to an account, we have sent a link to it. It works once, within ${linkMinutes} minutes.</p>
<p class="muted">No email? Check your spam folder, or wait a minute and send another link. ${contactText('For help', site.service)}</p>
${portalForm(visit, { ...linkForm, hidden: { email } }, again)}
</div>`
  return plainPage(site, 200, { title: 'Check your email', main }, headers)
}

const linkPattern = /\/sign-in\/([A-Za-z0-9_-]{43})$/

/** Returns the secret in the path and the form that uses it. The secret is empty if it is malformed. */
const linkOf = ({ context }: PortalVisit) => {
  const secret = linkPattern.exec(context.req.path)?.[1] ?? ''
  return { secret, path: `/sign-in/${secret}`, scope: `use-link ${secret}` }
}

/** Shows a button that signs in. GET does not use the link, because mail scanners open links too. */
const showLinkPage = async (visit: PortalVisit): Promise<Response> => {
  const { secret, ...use } = linkOf(visit)
  const { site, now, headers } = visit
  const account = await signInLinks.find(site.store, secretDigest(secret), now - linkLifetime)
  if (!account) throw portalError('link')
  const main = portalForm(
    visit,
    { ...use, class: 'alone card', once: 'One moment…' },
    html`<h1>Sign in to ${account.name}</h1>
<p><button>Sign in</button></p>`,
  )
  return plainPage(site, 200, { title: 'Sign in', main }, headers)
}

/** Signs in with a link. The browser gets a new session, so a cookie from before is useless. */
const submitSignIn = async (visit: PortalVisit): Promise<Response> => {
  const { site, now } = visit
  const link = linkOf(visit)
  await readPortalForm(visit, link.scope)
  const secret = await site.store.write((transaction) =>
    signInBy(transaction, link.secret, visit.secret, now),
  )
  if (secret === undefined) throw portalError('link')
  return seeOther(portalPath(site, '/keys'), { ...site.headers, ...site.cookieOf(secret) })
}

/** Deletes the session. The cookie is no longer valid. */
const submitSignOut = async (visit: PortalVisit): Promise<Response> => {
  await readPortalForm(visit, signOutScope)
  await visit.site.store.write((transaction) =>
    portalSessions.remove(transaction, secretDigest(visit.secret)),
  )
  return goTo(visit, '/sign-in')
}

export const signInRoutes: Routes<PortalVisit> = {
  '/sign-in': { GET: showSignInPage, POST: submitLinkRequest },
  '/sign-in/:link': { GET: showLinkPage, POST: submitSignIn },
  '/sign-out': { POST: submitSignOut },
}
