import type { Hono } from 'hono'
import type { Env } from '../../http/api/env.ts'
import { mountAssets } from '../kit/assets.ts'
import { seeOther } from '../kit/html-response.ts'
import { mountMethods } from '../kit/mount-methods.ts'
import { showKeysPage, showRevokePage, submitNewKey, submitRevocation } from './keys-page.ts'
import { showLimitsPage } from './limits-page.ts'
import { portalErrorPage, portalMethodErrorPage } from './portal-error-page.ts'
import { createPortalSite, type PortalOptions, portalAssetsPath } from './portal-site.ts'
import { withAccount, withVisit } from './portal-visit.ts'
import {
  showLinkPage,
  showSignInPage,
  submitLinkRequest,
  submitSignIn,
  submitSignOut,
} from './sign-in-page.ts'
import { showWebhooksPage } from './webhooks-page.ts'

/**
 * Returns a function that mounts the portal, where customers manage their account's keys
 * (specification §5 rule 2). It needs no key and is not rate-limited (design decision 32).
 */
export const mountPortal =
  (options: PortalOptions) =>
  (app: Hono<Env>): void => {
    const site = createPortalSite(options)
    const rejectMethod = (_: unknown, allow: string) => portalMethodErrorPage(site, allow)
    const mount = (path: string, handlers: Parameters<typeof mountMethods>[2]) =>
      mountMethods(app, `/portal${path}`, handlers, rejectMethod)

    mountAssets(app, portalAssetsPath, site.assets)
    mount('', { GET: withAccount(site, () => seeOther(`${site.base}/keys`, site.headers)) })
    mount('/sign-in', {
      GET: withVisit(site, showSignInPage),
      POST: withVisit(site, submitLinkRequest),
    })
    mount('/sign-in/:link', {
      GET: withVisit(site, showLinkPage),
      POST: withVisit(site, submitSignIn),
    })
    mount('/sign-out', { POST: withVisit(site, submitSignOut) })
    mount('/keys', { GET: withAccount(site, showKeysPage), POST: withAccount(site, submitNewKey) })
    mount('/keys/:id/revoke', {
      GET: withAccount(site, showRevokePage),
      POST: withAccount(site, submitRevocation),
    })
    mount('/webhooks', { GET: withAccount(site, showWebhooksPage) })
    mount('/limits', { GET: withAccount(site, showLimitsPage) })
    app.all('/portal/*', () => portalErrorPage(site, 'unknown'))
  }
