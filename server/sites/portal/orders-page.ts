import { html } from 'hono/html'
import { orderSearch } from '../kit/order-search.ts'
import { slipPage } from '../kit/packing-slip.ts'
import { pagePath, type View } from '../kit/site.ts'
import { type SignedInVisit, signedIn } from './portal-visit.ts'

/** Returns the page that finds the account's orders. Customers are not told who works at the service. */
const ordersView = async ({ site, account, context }: SignedInVisit): Promise<View> => {
  const { main } = await orderSearch({
    store: site.store,
    context,
    account: account.id,
    page: pagePath(site, '/orders'),
    actorText: (actor) => actor.replace(/^command .*/, site.service.name),
  })
  return { title: 'Orders', main: html`<h1>Orders</h1>${main}` }
}

export const orderRoutes = signedIn({
  '/orders': { GET: ordersView },
  '/orders/slip': { GET: (visit) => slipPage(visit, visit.account.id) },
})
