import type { Hono } from 'hono'
import type { Env } from '../../http/env.ts'
import { findHeldInvite } from '../../store/invites.ts'
import { formToken } from '../kit/forms.ts'
import { assetResponse, createSite, errorCard, mountSite, PageError } from '../kit/site.ts'
import { showCheckoutPage, submitCheckout } from './checkout-page.ts'
import { showDonePage } from './done-page.ts'
import { showCartPage, showLandingPage, showProductsPage, submitCart } from './products-page.ts'
import {
  type InviteVisit,
  type RedemptionOptions,
  type RedemptionSite,
  redemptionErrors,
  redemptionPage,
} from './redemption-page.ts'

/** Returns the relative luminance of a color, from 0 to 1 (WCAG 2.2). */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the style of a brand's color. On one of black and white, each color has a contrast of at least 4.5. */
const brandStyle = (hex: string): string => {
  const text = luminance(hex) > 0.179 ? '#000000' : '#ffffff'
  return `.top { border-block-start: 0.4rem solid #${hex} }
button, .button, button:hover, .button:hover { background: #${hex}; color: ${text} }
`
}

const slugPattern = /^\/i\/([A-Za-z0-9_-]{1,64})(?:\/|$)/

/** CSP sources of product pictures. A product's image may be on any HTTPS host. */
const imageSources = (cdnUrl: string): string[] => ['https:', new URL(cdnUrl).origin]

/**
 * Returns a function that mounts the redemption pages. They need no key and are not rate-limited
 * (design decision 32): the slug is the secret.
 */
export const mountRedemption =
  (options: RedemptionOptions) =>
  (app: Hono<Env>): void => {
    const { store, clock, redeemUrl: url, cdnUrl, onFault } = options
    const images = imageSources(cdnUrl)
    const shared = createSite({ url, root: '/i', name: 'redemption', images })
    const site: RedemptionSite = { ...options, ...shared }

    // The pages' policy forbids styles in their text.
    app.get('/i/brand/:file', ({ req }) => {
      const [, hex] = /\/([0-9a-f]{6})\.css$/.exec(req.path) ?? []
      const contentType = 'text/css; charset=utf-8'
      return assetResponse(hex === undefined ? hex : { contentType, text: brandStyle(hex) })
    })

    mountSite<InviteVisit>(app, site, {
      // The link itself shows the same page as `/products`. A cart change leads to `/products`, so that it
      // does not count as another view of the invite.
      routes: {
        '/:slug': { GET: showLandingPage },
        '/:slug/products': { GET: showProductsPage },
        '/:slug/cart': { GET: showCartPage, POST: submitCart },
        '/:slug/checkout': { GET: showCheckoutPage, POST: submitCheckout },
        '/:slug/done': { GET: showDonePage },
      },
      open: async (context) => {
        const [, slug] = slugPattern.exec(context.req.path) ?? []
        const invite = slug === undefined ? undefined : await findHeldInvite(store, slug)
        if (!invite) throw new PageError(redemptionErrors.unknown)
        const { secret, headers } = site.sessionOf(context)
        return {
          ...{ site, context, invite, secret },
          pathOf: (page) => `${site.prefix}/i/${invite.slug}${page}`,
          now: clock(),
          token: formToken(secret, invite.slug),
          headers: { ...site.headers, ...headers },
        }
      },
      showError: (error, visit, headers) => {
        const { status, title } = error
        return redemptionPage(site, visit, status, { title, main: errorCard(error) }, headers)
      },
      errors: redemptionErrors,
      onFault,
    })
  }
