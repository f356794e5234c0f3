import { html } from 'hono/html'
import { signOut } from '../../actions/sign-in.ts'
import { periodOf, secretDigest, sessionLifetime } from '../../domain/sign-in-link.ts'
import { sessions } from '../../store/sessions-and-links.ts'
import { goTo, pagePath, table, timeElement, type View } from '../kit/site.ts'
import {
  accountField,
  portalNotice,
  readAccountForm,
  type SignedInVisit,
  signedIn,
} from './portal-visit.ts'

/** Returns the page with the account's open sessions, and the form that ends the others. */
const sessionsView = async (visit: SignedInVisit): Promise<View> => {
  const { site, account, context, secret, now } = visit
  const open = await sessions.ofAccount(site.store, account.id, periodOf(sessionLifetime, now))
  const rows = open.map(({ digest, at }) => [
    timeElement(at),
    timeElement(at + sessionLifetime),
    digest === secretDigest(secret) ? 'This browser' : 'Another browser',
  ])
  return {
    title: 'Sessions',
    main: html`<h1>Sessions</h1>
${context.req.query('ended') !== undefined && portalNotice('good', 'All other sessions have ended.')}
<p class="lead">Each browser that has signed in with a link from our email.</p>
<section class="card" aria-label="Open sessions">
${table(['Signed in', 'Ends', 'Browser'], rows)}
${
  open.length > 1 &&
  html`<form method="post" action="${pagePath(site, '/sessions')}" data-once="One moment…">
${accountField(visit)}
<p><button class="danger">Sign out all other browsers</button></p>
</form>`
}
</section>`,
  }
}

const endOthers = async (visit: SignedInVisit): Promise<Response> => {
  const { site, account, secret } = visit
  await readAccountForm(visit)
  await site.store.write((transaction) => signOut(transaction, account.id, secret))
  return goTo(visit, '/sessions?ended')
}

export const sessionRoutes = signedIn({ '/sessions': { GET: sessionsView, POST: endOthers } })
