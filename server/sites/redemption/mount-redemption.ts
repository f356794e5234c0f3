import type { Hono } from 'hono'
import type { Env } from '../../http/env.ts'
import { mountAssets } from '../kit/assets.ts'
import { mountMethods } from '../kit/pages.ts'
import { mountBrands } from './brand.ts'
import { showCartPage, submitCart } from './cart-page.ts'
import { showCheckoutPage, submitCheckout } from './checkout-page.ts'
import { showDonePage } from './done-page.ts'
import { showLandingPage, showProductsPage } from './products-page.ts'
import {
  createRedemptionSite,
  type RedemptionOptions,
  redemptionAssetsPath,
  redemptionErrorPage,
  redemptionMethodErrorPage,
  withInvite,
} from './redemption-page.ts'

/**
 * Returns a function that mounts the redemption pages. They need no key and are not rate-limited
 * (design decision 32): the slug is the secret.
 */
export const mountRedemption =
  (options: RedemptionOptions) =>
  (app: Hono<Env>): void => {
    const site = createRedemptionSite(options)
    const rejectMethod = (_: unknown, allow: string) => redemptionMethodErrorPage(site, allow)
    const mount = (path: string, handlers: Parameters<typeof mountMethods>[2]) =>
      mountMethods(app, `/i/:slug${path}`, handlers, rejectMethod)

    mountAssets(app, redemptionAssetsPath, site.assets)
    mountBrands(app)
    mount('', { GET: withInvite(site, showLandingPage) })
    mount('/products', { GET: withInvite(site, showProductsPage) })
    mount('/cart', { GET: withInvite(site, showCartPage), POST: withInvite(site, submitCart) })
    mount('/checkout', {
      GET: withInvite(site, showCheckoutPage),
      POST: withInvite(site, submitCheckout),
    })
    mount('/done', { GET: withInvite(site, showDonePage) })
    app.all('/i/*', () => redemptionErrorPage(site, 'unknown'))
  }
