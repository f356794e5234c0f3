import { html } from 'hono/html'
import { askForSignInLink, signInBy } from '../../actions/sign-in.ts'
import { linkLifetime, secretDigest, signInUrl } from '../../domain/portal.ts'
import { accountByEmail } from '../../store/accounts.ts'
import { accountOfLink, deletePortalSession } from '../../store/portal.ts'
import { seeOther } from '../kit/document.ts'
import { hiddenToken, textField } from '../kit/fields.ts'
import { show, signOutForm } from './layout.ts'
import { formProblemPage, problemPage } from './problem.ts'
import type { Site } from './site.ts'
import { readFormOf, tokenFor, type Visit } from './visit.ts'

const askForm = 'ask-for-link'
const minutes = linkLifetime / 60_000

/** Where somebody asks for a link to sign in by. */
export const openSignIn = (site: Site, visit: Visit): Response | Promise<Response> => {
  if (visit.account) return seeOther(`${site.base}/keys`, { ...site.headers, ...visit.headers })
  const email = textField({
    name: 'email',
    label: 'Your account’s e-mail address',
    value: '',
    isRequired: true,
    type: 'email',
    autocomplete: 'email',
  })
  const main = html`<form class="alone card" method="post" action="${site.base}/sign-in" data-once="One moment…">
<h1>Sign in</h1>
<p>We send you a link that signs you in: there is no password.</p>
${hiddenToken(tokenFor(visit, askForm))}
${email}
<p><button>Send me a link</button></p>
</form>`
  return show(site, 200, { title: 'Sign in', main }, visit, visit.headers)
}

/** Sends a link to the account that has an address, if there is one. */
const sendLink = async (site: Site, email: string, now: number): Promise<void> => {
  const account = await accountByEmail(site.store, email)
  if (!account) return
  const secret = await site.store.write((transaction) =>
    askForSignInLink(transaction, account.id, now),
  )
  if (secret !== undefined)
    await site.mailer.sendSignInLink(account, signInUrl(site.baseUrl, secret))
}

/**
 * Takes the wish for a link. Neither what is answered nor how soon tells whether there is such an
 * account, so the mail is not waited for.
 */
export const postSignIn = async (site: Site, visit: Visit): Promise<Response> => {
  const form = await readFormOf(site, visit, askForm, ['email'])
  if (form.refusal) return formProblemPage(site, form.refusal, visit.headers)
  const email = form.field('email').trim()
  sendLink(site, email, visit.now).catch((error: unknown) => site.onFault(visit.context, error))
  const main = html`<div class="alone card">
<h1>Look into your mailbox</h1>
<p>If <strong>${email}</strong> is an account’s address, a link is on its way to it. It works once, within ${minutes} minutes.</p>
<p class="muted">Nothing there? Look where unwanted mail goes, or ask again after a minute. Your account team can make a link for you, too.</p>
</div>`
  return show(site, 200, { title: 'Look into your mailbox', main }, undefined, visit.headers)
}

const linkPattern = /\/sign-in\/([A-Za-z0-9_-]{43})$/

/** The secret of the link that is opened; none if it cannot be one. */
const linkOf = ({ context }: Visit): string => linkPattern.exec(context.req.path)?.[1] ?? ''

const useForm = (link: string) => `use-link ${link}`

/**
 * What a link leads to: a button. Opening it changes nothing, since programs that look into mails
 * open links, too.
 */
export const openLink = async (site: Site, visit: Visit): Promise<Response> => {
  const link = linkOf(visit)
  const account = await accountOfLink(site.store, secretDigest(link), visit.now - linkLifetime)
  if (!account) return problemPage(site, 'link', visit.headers)
  const main = html`<form class="alone card" method="post" action="${site.base}/sign-in/${link}" data-once="One moment…">
<h1>Sign in to ${account.name}</h1>
${hiddenToken(tokenFor(visit, useForm(link)))}
<p><button>Sign in</button></p>
</form>`
  return show(site, 200, { title: 'Sign in', main }, undefined, visit.headers)
}

/** Signs in by a link: the browser gets a new session. */
export const postLink = async (site: Site, visit: Visit): Promise<Response> => {
  const link = linkOf(visit)
  const form = await readFormOf(site, visit, useForm(link), [])
  if (form.refusal) return formProblemPage(site, form.refusal, visit.headers)
  const secret = await site.store.write((transaction) =>
    signInBy(transaction, link, visit.secret, visit.now),
  )
  if (secret === undefined) return problemPage(site, 'link', visit.headers)
  const cookie = { 'Set-Cookie': site.cookieOf(secret) }
  return seeOther(`${site.base}/keys`, { ...site.headers, ...cookie })
}

/** Ends the session. The browser's cookie opens nothing any more. */
export const postSignOut = async (site: Site, visit: Visit): Promise<Response> => {
  const form = await readFormOf(site, visit, signOutForm, [])
  if (form.refusal) return formProblemPage(site, form.refusal, visit.headers)
  await site.store.write((transaction) =>
    deletePortalSession(transaction, secretDigest(visit.secret)),
  )
  return seeOther(`${site.base}/sign-in`, { ...site.headers, ...visit.headers })
}
