import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Env } from '../../http/call.ts'
import { accountByEmail } from '../../store/accounts.ts'
import { listFailingWebhooks } from '../../store/webhooks/webhooks.ts'
import { openSession, signInRoutes } from '../kit/sign-in-page.ts'
import { addressOf, goTo, type Markup, mountSite, pagePath, problems } from '../kit/site.ts'
import { inviteRoutes } from './invites-page.ts'
import { keyRoutes } from './keys-page.ts'
import { orderRoutes } from './orders-page.ts'
import {
  docsLink,
  type PortalOptions,
  type PortalVisit,
  type SignedInVisit,
} from './portal-visit.ts'
import { requestRoutes } from './requests-page.ts'
import { sessionRoutes } from './sessions-page.ts'
import { webhookRoutes } from './webhooks-page.ts'

/**
 * Returns a function that mounts the portal, where customers manage their account's keys
 * (specification §5 rule 2). It needs no key (design decision 32).
 */
export const mountPortal =
  (options: PortalOptions) =>
  (app: Hono<Env>): void => {
    const { store, service } = options
    const site = {
      ...options,
      ...addressOf(options.baseUrl),
      root: '/portal',
      name: 'portal',
      images: '',
      home: { page: '', text: 'Go to the portal' },
    } as const
    mountSite<PortalVisit>(app, site, {
      routes: {
        '': { GET: (visit) => goTo(visit, '/keys') },
        ...signInRoutes<PortalVisit>({
          title: service.name,
          label: 'Email of your account',
          home: '/keys',
          find: async (email) => {
            const account = await accountByEmail(store, email)
            return (
              account && {
                ...account,
                name: `the account ${account.name}`,
                owner: { account: account.id },
              }
            )
          },
          nameOf: ({ name }) => name ?? undefined,
        }),
        ...keyRoutes,
        ...webhookRoutes,
        ...orderRoutes,
        ...requestRoutes,
        ...inviteRoutes,
        ...sessionRoutes,
      },
      open: async (context) => {
        const session = await openSession(site, context)
        const { owner } = session
        if (!owner || owner.id === null) return { ...session, account: undefined, failing: [] }
        return { ...session, account: owner, failing: await listFailingWebhooks(store, owner.id) }
      },
      frame: ({ title }, visit) => {
        const { account, failing = [] } = visit ?? {}
        return {
          title: account ? `${title} – ${account.name}` : title,
          brand: service.name,
          top: visit && account && navigation({ ...visit, account }),
          alert: visit && failing.length > 0 ? failingNotice(visit) : undefined,
          bottom: html`<a href="${site.prefix}/docs">API documentation</a> ${docsLink(site, 'getting-started', 'Getting started')}`,
        }
      },
      problems,
      onFault: options.onFault,
    })
  }

const pages = [
  ['/keys', 'API keys'],
  ['/webhooks', 'Webhooks'],
  ['/orders', 'Orders'],
  ['/requests', 'Requests'],
  ['/invites', 'Invites'],
  ['/sessions', 'Sessions'],
] as const

function navigation({ site, context, account }: SignedInVisit): Markup {
  const link = ([page, text]: (typeof pages)[number]) => {
    const isCurrent = context.req.path.startsWith(site.root + page)
    return html`<li><a href="${pagePath(site, page)}"${isCurrent && html` aria-current="page"`}>${text}</a></li>`
  }
  return html`<nav aria-label="Settings">
<p class="muted">${account.name}</p>
<ul>${pages.map(link)}</ul>
<form method="post" action="${pagePath(site, '/sign-out')}"><button class="quiet">Sign out</button></form>
</nav>`
}

/** The failing webhooks that the notice names. */
const maxNamed = 3

/** Returns the notice on every page while the last delivery to a webhook has failed. */
function failingNotice({ site, failing }: PortalVisit): Markup {
  const others = failing.length - maxNamed
  return html`<section class="notice bad" aria-label="Failing webhooks">
${failing.slice(0, maxNamed).map(({ id, url }) => html`<p>The last delivery to <a href="${pagePath(site, `/webhooks/${id}`)}">${url}</a> failed.</p>`)}
${others > 0 && html`<p>And <a href="${pagePath(site, '/webhooks')}">${others} more</a>.</p>`}
</section>`
}
