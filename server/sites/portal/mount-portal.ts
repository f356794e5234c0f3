import type { Hono } from 'hono'
import type { Env } from '../../http/env.ts'
import { mountAssets } from '../kit/assets.ts'
import { mountMethods, seeOther } from '../kit/pages.ts'
import { showKeysPage, showRevokePage, submitNewKey, submitRevocation } from './keys-page.ts'
import {
  createPortalSite,
  type PortalOptions,
  portalAssetsPath,
  portalErrorPage,
  portalMethodErrorPage,
  withAccount,
  withVisit,
} from './portal-page.ts'
import {
  showLinkPage,
  showSignInPage,
  submitLinkRequest,
  submitSignIn,
  submitSignOut,
} from './sign-in-page.ts'
import {
  showDeletePage,
  showRotatePage,
  showWebhookPage,
  showWebhooksPage,
  submitDeletion,
  submitNewWebhook,
  submitRotation,
  submitTest,
} from './webhooks-page.ts'

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
    mount('/webhooks', {
      GET: withAccount(site, showWebhooksPage),
      POST: withAccount(site, submitNewWebhook),
    })
    mount('/webhooks/:id', { GET: withAccount(site, showWebhookPage) })
    mount('/webhooks/:id/test', { POST: withAccount(site, submitTest) })
    mount('/webhooks/:id/rotate', {
      GET: withAccount(site, showRotatePage),
      POST: withAccount(site, submitRotation),
    })
    mount('/webhooks/:id/delete', {
      GET: withAccount(site, showDeletePage),
      POST: withAccount(site, submitDeletion),
    })
    app.all('/portal/*', () => portalErrorPage(site, 'unknown'))
  }
