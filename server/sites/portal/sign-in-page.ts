import { html } from 'hono/html'
import { askForSignInLink, signInBy } from '../../actions/sign-in.ts'
import { linkLifetime, linkMinutes, secretDigest, signInUrl } from '../../domain/portal.ts'
import { accountByEmail } from '../../store/accounts.ts'
import { portalSessions, signInLinks } from '../../store/portal.ts'
import { inputField, readForm } from '../kit/forms.ts'
import {
  contactText,
  PageError,
  pagePath,
  type Routes,
  startSession,
  type View,
} from '../kit/site.ts'
import { goTo, type PortalVisit } from './portal-visit.ts'

const emailField = inputField({
  name: 'email',
  label: 'Email of your account',
  isRequired: true,
  type: 'email',
  autocomplete: 'email',
})

/** Shows the form that requests a sign-in link. */
const signInPage = (visit: PortalVisit): View | Response => {
  const { site, account } = visit
  if (account) return goTo(visit, '/keys')
  const main = html`<form class="alone card" method="post" action="${pagePath(site, '/sign-in')}" data-once="One moment…">
<h1>Sign in to ${site.service.name}</h1>
<p>We’ll email you a link that signs you in. You need no password.</p>
${emailField}
<p><button>Email me a link</button></p>
</form>`
  return { title: 'Sign in', main }
}

/** Sends a sign-in link if an account has the email address. */
const sendLink = async ({ site, now }: PortalVisit, email: string): Promise<void> => {
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
const requestLink = async (visit: PortalVisit): Promise<View> => {
  const { site, context } = visit
  const email = (await readForm(context, site))('email').trim()
  sendLink(visit, email).catch((error: unknown) => site.onFault(context, error))
  const action = pagePath(site, '/sign-in')
  const main = html`<div class="alone card">
<h1>Check your email</h1>
<p>If <strong>${email}</strong> belongs to an account, we have sent a link to it. It works once, within ${linkMinutes} minutes.</p>
<p class="muted">No email? Check your spam folder, or wait a minute and send another link. ${contactText('For help', site.service)}</p>
<form method="post" action="${action}" data-once="One moment…">
<input type="hidden" name="email" value="${email}">
<p class="row"><button class="secondary">Send another link</button> <a class="action" href="${action}">Use another email</a></p>
</form>
</div>`
  return { title: 'Check your email', main }
}

const linkOf = ({ context }: PortalVisit): string => context.req.param('link') ?? ''

const expiredLink = () =>
  new PageError({
    status: 410,
    title: 'This link has expired',
    text: `A sign-in link works once, within ${linkMinutes} minutes.`,
    link: { page: '/sign-in', text: 'Get a new link' },
  })

/** Shows a button that signs in. GET does not use the link, because mail scanners open links too. */
const linkPage = async (visit: PortalVisit): Promise<View> => {
  const { site, now } = visit
  const link = linkOf(visit)
  const account = await signInLinks.find(site.store, secretDigest(link), now - linkLifetime)
  if (!account) throw expiredLink()
  const main = html`<form class="alone card" method="post" action="${pagePath(site, `/sign-in/${link}`)}" data-once="One moment…">
<h1>Sign in to ${account.name}</h1>
<p><button>Sign in</button></p>
</form>`
  return { title: 'Sign in', main }
}

/** Signs in with a link. The browser gets a new session, so a cookie from before is useless. */
const signIn = async (visit: PortalVisit): Promise<Response> => {
  const { site, context, now } = visit
  await readForm(context, site)
  const secret = await site.store.write((transaction) =>
    signInBy(transaction, linkOf(visit), visit.secret, now),
  )
  if (secret === undefined) throw expiredLink()
  startSession(site, context, secret)
  return goTo(visit, '/keys')
}

/** Deletes the session. The cookie is no longer valid. */
const signOut = async (visit: PortalVisit): Promise<Response> => {
  const { site, context, secret } = visit
  await readForm(context, site)
  await site.store.write((transaction) => portalSessions.remove(transaction, secretDigest(secret)))
  return goTo(visit, '/sign-in')
}

export const signInRoutes: Routes<PortalVisit> = {
  '/sign-in': { GET: signInPage, POST: requestLink },
  '/sign-in/:link': { GET: linkPage, POST: signIn },
  '/sign-out': { POST: signOut },
}
