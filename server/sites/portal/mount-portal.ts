import type { Hono } from 'hono'
import { html } from 'hono/html'
import { secretDigest, sessionLifetime } from '../../domain/portal.ts'
import type { Env } from '../../http/env.ts'
import { portalSessions } from '../../store/portal.ts'
import { addressOf, type Markup, mountSite, pagePath, sessionSecret } from '../kit/site.ts'
import { keyRoutes } from './keys-page.ts'
import {
  docsLink,
  goTo,
  type PortalOptions,
  type PortalVisit,
  type SignedInVisit,
} from './portal-visit.ts'
import { signInRoutes } from './sign-in-page.ts'
import { webhookRoutes } from './webhooks-page.ts'

const pages = [
  ['/keys', 'API keys'],
  ['/webhooks', 'Webhooks'],
] as const

const navigation = ({ site, context, account }: SignedInVisit): Markup => {
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

/**
 * Returns a function that mounts the portal, where customers manage their account's keys
 * (specification §5 rule 2). It needs no key and is not rate-limited (design decision 32).
 */
export const mountPortal =
  (options: PortalOptions) =>
  (app: Hono<Env>): void => {
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
        ...signInRoutes,
        ...keyRoutes,
        ...webhookRoutes,
      },
      open: async (context) => {
        const now = site.clock()
        const secret = sessionSecret(site, context)
        const digest = secretDigest(secret)
        const account = await portalSessions.find(site.store, digest, now - sessionLifetime)
        return { site, context, account, secret, now }
      },
      frame: ({ title }, visit) => {
        const { account } = visit ?? {}
        return {
          title: account ? `${title} – ${account.name}` : title,
          brand: site.service.name,
          top: visit && account && navigation({ ...visit, account }),
          bottom: html`<a href="${site.prefix}/docs">API documentation</a> ${docsLink(site, 'getting-started', 'Getting started')}`,
        }
      },
      problems: {
        unknown: {
          status: 404,
          title: 'We couldn’t find this page',
          text: 'The address may be incomplete.',
        },
        failed: {
          status: 500,
          title: 'This page could not be shown',
          text: 'Something went wrong on our side. Try again in a few minutes.',
        },
      },
      onFault: options.onFault,
    })
  }
