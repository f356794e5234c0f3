import { randomInt } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { askForSignInLink, signInBy } from '../../actions/sign-in.ts'
import type { Clock } from '../../domain/clock.ts'
import { pasted } from '../../domain/order-names.ts'
import type { Service } from '../../domain/service.ts'
import {
  linkLifetime,
  linkMinutes,
  periodOf,
  secretDigest,
  sessionLifetime,
} from '../../domain/sign-in-link.ts'
import type { Mailer } from '../../email/mailer.ts'
import type { Env } from '../../http/call.ts'
import type { ReportFault } from '../../http/edge.ts'
import { type Owner, type SignedIn, sessions, signInLinks } from '../../store/sessions-and-links.ts'
import type { Store } from '../../store/store.ts'
import { inputField, readForm } from './forms.ts'
import { sessionSecret, startSession } from './session-cookie.ts'
import {
  contactText,
  goTo,
  PageError,
  pagePath,
  type Routes,
  type Site,
  type View,
} from './site.ts'

/** What a site needs that people sign in to with a link that is emailed to them. */
export type SignInParts = Pick<Site, 'allows'> & {
  store: Store
  clock: Clock
  mailer: Mailer
  service: Service
  onFault: ReportFault
}

/** A request for a page of such a site, with its session. */
export type SessionVisit = {
  site: Site & SignInParts
  context: Context<Env>
  /** Who is signed in, maybe to another site. Undefined if nobody is. */
  owner: SignedIn | undefined
  secret: string
  now: number
}

type SignInOptions = {
  title: string
  label: string
  /** The first page after signing in. */
  home: string
  /** Returns who signs in with an email address, and what the email names: its id for the log, and a text. */
  find: (email: string) => Promise<Recipient | undefined>
  /** Returns the name of what an owner signs in to; undefined if the site is not for this owner. */
  nameOf: (owner: SignedIn) => string | undefined
}

type Recipient = { owner: Owner; id: string; name: string; email: string }

/** Redirects to the sign-in page. It leads back to the page asked for, or says that a form was not accepted. */
export const askToSignIn = ({ site, context }: SessionVisit): Response => {
  const { method, path, url } = context.req
  const page = path.slice(site.root.length) + new URL(url).search
  return goTo({ site, context }, `/sign-in${method === 'POST' ? '?ended' : nextQuery(page)}`)
}

/** Returns the query of the sign-in page that leads to a page of the site afterwards. */
const nextQuery = (page: string): string =>
  isPage(page) ? `?next=${encodeURIComponent(page)}` : ''

/** Whether a text is the path of a page below the root of the site, which no link can lead out of. */
const isPage = (text: string): boolean => /^(?=.)(\/[\w-]+)*(\?[!-~]*)?$/.test(text)

/** Returns the pages on which people sign in to a site and out of it. */
export const signInRoutes = <Visit extends SessionVisit>({
  title,
  label,
  home,
  find,
  nameOf,
}: SignInOptions): Routes<Visit> => {
  const accepts = (owner: SignedIn) => nameOf(owner) !== undefined

  /** Returns the error page of a link. Who opens a used one again is often signed in by it. */
  const expiredLink = ({ owner }: Visit): PageError => {
    const name = owner && nameOf(owner)
    const rule = `A sign-in link works once, within ${linkMinutes} minutes.`
    return new PageError({
      status: 410,
      title: 'This link has expired',
      text: name === undefined ? rule : `${rule} You are signed in to ${name}.`,
      link:
        name === undefined
          ? { page: '/sign-in', text: 'Get a new link' }
          : { page: home, text: 'Continue' },
    })
  }

  const signInPage = (visit: Visit): View | Response => {
    const { site, context, owner } = visit
    const isEnded = context.req.query('ended') !== undefined
    const next = nextOf(visit)
    if (owner && accepts(owner)) return goTo(visit, next ?? home)
    const action = pagePath(site, `/sign-in${nextQuery(next ?? '')}`)
    const main = html`<form class="alone card" method="post" action="${action}" data-once="One moment…">
<h1>Sign in to ${title}</h1>
${isEnded && html`<p class="notice bad" role="alert">Your session has ended. Nothing was changed. Sign in and try again.</p>`}
<p>We’ll email you a link that signs you in. You need no password.</p>
${inputField({ name: 'email', label, isRequired: true, type: 'email', autocomplete: 'email' })}
<p><button>Email me a link</button></p>
</form>`
    return { title: 'Sign in', main }
  }

  /** Sends a sign-in link if the email address may sign in. */
  const sendLink = async (visit: Visit, email: string): Promise<void> => {
    const { site, now } = visit
    const recipient = await find(email)
    if (!recipient) return
    const secret = await site.store.write((transaction) =>
      askForSignInLink(transaction, recipient.owner, now),
    )
    if (secret === undefined) return
    const page = `/sign-in/${secret}${nextQuery(nextOf(visit) ?? '')}`
    const url = `${site.origin}${pagePath(site, page)}`
    await site.mailer.sendSignInLink(recipient, url)
  }

  /**
   * Requests a sign-in link. The response does not wait for the email: its content and its time must
   * not reveal whether the address may sign in.
   */
  const requestLink = async (visit: Visit): Promise<View> => {
    const { site, context } = visit
    const email = pasted((await readForm(context, site))('email'))
    const send = () =>
      sendLink(visit, email).catch((error: unknown) => site.onFault(context, error))
    // At once, it would delay the next request, which would tell that there is a link to send.
    setTimeout(send, randomInt(...sendingMilliseconds)).unref()
    const action = pagePath(site, `/sign-in${nextQuery(nextOf(visit) ?? '')}`)
    const main = html`<div class="alone card">
<h1>Check your email</h1>
<p>If <strong>${email}</strong> may sign in, we have sent a link to it. It works once, within ${linkMinutes} minutes.</p>
<p class="muted">No email? Check your spam folder, or wait a minute and send another link. ${contactText('For help', site.service)}</p>
<form method="post" action="${action}" data-once="One moment…">
<input type="hidden" name="email" value="${email}">
<p class="row"><button class="secondary">Send another link</button> <a class="action" href="${action}">Use another email</a></p>
</form>
</div>`
    return { title: 'Check your email', main }
  }

  /** Shows a button that signs in. GET does not use the link, because mail scanners open links too. */
  const linkPage = async (visit: Visit): Promise<View> => {
    const { site, context, now } = visit
    const link = linkOf(context)
    const owner = await signInLinks.find(
      site.store,
      secretDigest(link),
      periodOf(linkLifetime, now),
    )
    const name = owner && nameOf(owner)
    if (name === undefined) throw expiredLink(visit)
    const action = pagePath(site, `/sign-in/${link}${nextQuery(nextOf(visit) ?? '')}`)
    const main = html`<form class="alone card" method="post" action="${action}" data-once="One moment…">
<h1>Sign in to ${name}</h1>
<p><button>Sign in</button></p>
</form>`
    return { title: 'Sign in', main }
  }

  /** Signs in with a link. The browser gets a new session, so a cookie from before is useless. */
  const signIn = async (visit: Visit): Promise<Response> => {
    const { site, context, now } = visit
    await readForm(context, site)
    const secret = await site.store.write((transaction) =>
      signInBy(transaction, linkOf(context), visit.secret, now, accepts),
    )
    if (secret === undefined) throw expiredLink(visit)
    startSession(site, context, secret)
    return goTo(visit, nextOf(visit) ?? home)
  }

  /** Deletes the session. The cookie is no longer valid. */
  const signOut = async (visit: Visit): Promise<Response> => {
    const { site, context, secret } = visit
    await readForm(context, site)
    await site.store.write((transaction) => sessions.remove(transaction, secretDigest(secret)))
    return goTo(visit, '/sign-in')
  }

  return {
    '/sign-in': { GET: signInPage, POST: requestLink },
    '/sign-in/:link': { GET: linkPage, POST: signIn },
    '/sign-out': { POST: signOut },
  }
}

/** A link is sent so long after its request, at least and less than. */
const sendingMilliseconds = [500, 1500] as const

export const openSession = async <OwnSite extends SessionVisit['site']>(
  site: OwnSite,
  context: Context<Env>,
) => {
  const now = site.clock()
  const secret = sessionSecret(site, context)
  const owner = await sessions.find(
    site.store,
    secretDigest(secret),
    periodOf(sessionLifetime, now),
  )
  return { site, context, owner, secret, now }
}

/** Returns the page that was asked for before the sign-in. */
function nextOf({ context }: SessionVisit): string | undefined {
  const next = context.req.query('next')
  return next !== undefined && isPage(next) ? next : undefined
}

function linkOf(context: Context<Env>): string {
  return context.req.param('link') ?? ''
}
