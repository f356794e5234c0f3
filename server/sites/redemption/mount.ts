import type { Hono } from 'hono'
import type { Env } from '../../http/api/env.ts'
import { mountAssets } from '../kit/assets.ts'
import { mountMethods } from '../kit/methods.ts'
import { postCart } from './change-cart.ts'
import { openCheckout, postCheckout } from './checkout.ts'
import { openDone } from './done.ts'
import { openLanding, openProducts } from './open-shop.ts'
import { methodProblemPage, problemPage } from './problem.ts'
import { assetsPath, createSite, type SiteOptions } from './site.ts'
import { visiting } from './visit.ts'

/**
 * The pages on which recipients redeem their invites. They need no key and are not counted (design
 * decision 32): who has the slug has the invite.
 */
export const redemption =
  (options: SiteOptions) =>
  (app: Hono<Env>): void => {
    const site = createSite(options)
    const refuse = (_: unknown, allow: string) => methodProblemPage(site, allow)
    const mount = (path: string, answers: Parameters<typeof mountMethods>[2]) =>
      mountMethods(app, `/i/:slug${path}`, answers, refuse)

    mountAssets(app, assetsPath, site.assets)
    mount('', { GET: visiting(site, openLanding) })
    mount('/products', { GET: visiting(site, openProducts) })
    mount('/cart', { POST: visiting(site, postCart) })
    mount('/checkout', { GET: visiting(site, openCheckout), POST: visiting(site, postCheckout) })
    mount('/done', { GET: visiting(site, openDone) })
    app.all('/i/*', () => problemPage(site, 'unknown'))
  }
