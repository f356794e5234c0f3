import type { Hono } from 'hono'
import { html } from 'hono/html'
import { newSessionSecret } from '../../domain/sign-in-link.ts'
import type { Env } from '../../http/call.ts'
import { findHeldInvite } from '../../store/invites.ts'
import { sessionSecret, startSession } from '../kit/session-cookie.ts'
import { addressOf, type Markup, mountSite, PageError, type View } from '../kit/site.ts'
import { checkoutPage, submitCheckout } from './checkout-page.ts'
import { donePage } from './done-page.ts'
import { type InviteVisit, type RedemptionOptions, unknownInvite } from './invite-visit.ts'
import { cartPage, landingPage, productsPage, submitCart } from './products-page.ts'

/** Mounts the redemption pages. They need no key (design decision 32): the slug is the secret. */
export const mountRedemption =
  (options: RedemptionOptions) =>
  (app: Hono<Env>): void => {
    const { store, clock, redeemUrl, cdnUrl, service, onFault } = options
    // A product's image may be on any HTTPS host.
    const images = `https: ${new URL(cdnUrl).origin}`
    const names = { root: '/i', name: 'redemption' } as const
    const site = { ...options, ...addressOf(redeemUrl), ...names, images }
    mountSite<InviteVisit>(app, site, {
      // The link itself shows the same page as `/products`. A cart change leads to `/products`, so that it
      // does not count as another view of the invite.
      routes: {
        '/:slug': { GET: landingPage },
        '/:slug/products': { GET: productsPage },
        '/:slug/cart': { GET: cartPage, POST: submitCart },
        '/:slug/checkout': { GET: checkoutPage, POST: submitCheckout },
        '/:slug/done': { GET: donePage },
      },
      open: async (context) => {
        const slug = context.req.param('slug') ?? ''
        const invite = /^[\w-]{1,64}$/.test(slug) && (await findHeldInvite(store, slug))
        if (!invite) throw new PageError(unknownInvite)
        const before = sessionSecret(site, context)
        const secret = before || newSessionSecret()
        if (before === '') startSession(site, context, secret, sessionSeconds)
        return { site, context, invite, now: clock(), secret }
      },
      frame: ({ title, step }, visit) => {
        const { name, color } = visit?.invite.sender ?? { name: service.name }
        const isOpen = step === 'Choose' || step === 'Address'
        return {
          title,
          brand: name,
          top: step && progress(step),
          bottom: isOpen
            ? html`<p>Anyone with this link can use the invite. Keep it to yourself.</p>`
            : undefined,
          style: color ? brandStyle(color) : undefined,
        }
      },
      problems: {
        unknown: unknownInvite,
        failed: {
          status: 500,
          title: 'This page could not be shown',
          text: 'Something went wrong on our side. Your cart is saved. Open your link again in a few minutes.',
        },
      },
      onFault,
    })
  }

/** Half a year: recipients come back to see where their order is. */
const sessionSeconds = 180 * 24 * 60 * 60

const steps: View['step'][] = ['Choose', 'Address', 'Done']

function progress(current: View['step']): Markup {
  return html`<ol class="steps" aria-label="Steps">
${steps.map((step, i) => {
  const isPast = i < steps.indexOf(current) || current === 'Done'
  return html`<li${step === current ? html` aria-current="step"` : !isPast && html` class="muted small"`}><span aria-hidden="true">${isPast ? '✓' : i + 1}</span> ${step}${isPast && html`<span class="visually-hidden"> (done)</span>`}</li>`
})}
</ol>`
}

/** Returns the style of a brand's color. On one of black and white, each color has a contrast of at least 4.5. */
function brandStyle(color: string): string {
  const text = luminance(color) > 0.179 ? '#000000' : '#ffffff'
  return `.site { --brand: ${color}; --on-brand: ${text} }
.top { border-block-start: 0.4rem solid ${color} }`
}

/** Returns the relative luminance of a color, from 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
