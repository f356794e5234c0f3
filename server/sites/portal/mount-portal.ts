import type { Hono } from 'hono'
import { secretDigest, sessionLifetime } from '../../domain/portal.ts'
import type { Env } from '../../http/env.ts'
import { portalSessions } from '../../store/portal.ts'
import { createSite, errorCard, mountSite } from '../kit/site.ts'
import { keyRoutes } from './keys-page.ts'
import {
  goTo,
  type PortalOptions,
  type PortalSite,
  type PortalVisit,
  plainPage,
  portalErrors,
  portalPath,
  signedIn,
} from './portal-page.ts'
import { signInRoutes } from './sign-in-page.ts'
import { webhookRoutes } from './webhooks-page.ts'

/**
 * Returns a function that mounts the portal, where customers manage their account's keys
 * (specification §5 rule 2). It needs no key and is not rate-limited (design decision 32).
 */
export const mountPortal =
  (options: PortalOptions) =>
  (app: Hono<Env>): void => {
    const shared = createSite({ url: options.baseUrl, root: '/portal', name: 'portal' })
    const site: PortalSite = { ...options, ...shared, testing: new Set() }
    mountSite<PortalVisit>(app, site, {
      routes: {
        '': { GET: signedIn((visit) => goTo(visit, '/keys')) },
        ...signInRoutes,
        ...keyRoutes,
        ...webhookRoutes,
      },
      open: async (context) => {
        const now = site.clock()
        const { secret, headers } = site.sessionOf(context)
        const digest = secretDigest(secret)
        const account = await portalSessions.find(site.store, digest, now - sessionLifetime)
        return { site, context, account, now, secret, headers: { ...site.headers, ...headers } }
      },
      showError: (error, visit, headers) => {
        const { status, title, link = { href: '', text: 'Go to the portal' } } = error
        const href = portalPath(site, link.href)
        const main = errorCard({ ...error, link: { ...link, href } })
        return plainPage(site, status, { title, main }, { ...visit?.headers, ...headers })
      },
      errors: portalErrors,
      onFault: options.onFault,
    })
  }
