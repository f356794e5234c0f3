import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Logger } from 'pino'
import type { Env } from '../../http/call.ts'
import { requestIdOf } from '../../http/edge.ts'
import type { SignedIn } from '../../store/sessions-and-links.ts'
import { fold } from '../../store/statement.ts'
import { orderSearch } from '../kit/order-search.ts'
import { slipPage } from '../kit/packing-slip.ts'
import {
  askToSignIn,
  openSession,
  type SessionVisit,
  type SignInParts,
  signInRoutes,
} from '../kit/sign-in-page.ts'
import { addressOf, mountSite, pagePath, problems, type Routes, type View } from '../kit/site.ts'

type SupportOptions = SignInParts & {
  log: Logger
  /** The addresses of those who may sign in. Without one, each page is a 404. */
  emails: readonly string[]
  /** The public base URL, without a trailing slash. */
  baseUrl: string
}

/** Mounts the desk at `/support`, which finds orders of all accounts, and changes nothing. */
export const mountSupport =
  (options: SupportOptions) =>
  (app: Hono<Env>): void => {
    const { store, log, emails, service } = options
    const title = `${service.name} support`
    const site = {
      ...options,
      ...addressOf(options.baseUrl),
      root: '/support',
      name: 'support',
      images: '',
      home: { page: '', text: 'Go to support' },
    } as const
    const personOf = (owner: SignedIn | undefined) => emails.find((each) => each === owner?.email)

    const logLookUp = (
      { context }: SessionVisit,
      person: string,
      search: string,
      orders: readonly { id: string }[],
    ) =>
      log.info(
        {
          requestId: requestIdOf(context),
          // The log masks addresses of customers.
          person: person.replace('@', ' at '),
          search,
          orders: orders.map(({ id }) => id),
        },
        'Support searched orders',
      )

    const searchPage = async (visit: SessionVisit): Promise<View | Response> => {
      const { context } = visit
      const person = personOf(visit.owner)
      if (person === undefined) return askToSignIn(visit)
      const page = pagePath(site, '')
      const { orders, main } = await orderSearch({ store, context, account: undefined, page })
      const search = context.req.query('search')
      if (search !== undefined) logLookUp(visit, person, search, orders)
      return { title: 'Find an order', main: html`<h1>Find an order</h1>${main}` }
    }

    const slip = (visit: SessionVisit): Promise<Response> | Response => {
      const person = personOf(visit.owner)
      if (person === undefined) return askToSignIn(visit)
      return slipPage({ site, context: visit.context }, undefined, (order) =>
        logLookUp(visit, person, order.id, [order]),
      )
    }

    const routes: Routes<SessionVisit> = {
      '': { GET: searchPage },
      '/slip': { GET: slip },
      ...signInRoutes({
        title,
        label: 'Your email',
        home: '',
        find: async (given) => {
          const email = emails.find((each) => fold(each) === fold(given))
          return email === undefined
            ? undefined
            : { owner: { email }, id: 'support', name: title, email }
        },
        nameOf: (owner) => personOf(owner) && title,
      }),
    }
    mountSite<SessionVisit>(app, site, {
      routes: emails.length === 0 ? {} : routes,
      open: (context) => openSession(site, context),
      frame: (view, visit) => ({
        title: `${view.title} – ${title}`,
        brand: title,
        top: personOf(visit?.owner)
          ? html`<form method="post" action="${pagePath(site, '/sign-out')}"><button class="quiet">Sign out</button></form>`
          : undefined,
      }),
      problems,
      onFault: options.onFault,
    })
  }
