import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Actions } from '../../actions/actions.ts'
import { type CartRejection, mostOfOneSku, unitsOf } from '../../domain/cart.ts'
import type { Clock } from '../../domain/clock.ts'
import type { InviteRejection } from '../../domain/invite.ts'
import type { Rejection } from '../../domain/rejection.ts'
import type { ReportFault } from '../../http/edge.ts'
import type { Env } from '../../http/env.ts'
import type { HeaderMap } from '../../http/respond.ts'
import {
  findHeldInvite,
  type HeldInvite,
  type Sender,
} from '../../store/redemption/held-invites.ts'
import type { Store } from '../../store/store.ts'
import { type Assets, baseAssets, readAssets } from '../kit/assets.ts'
import { type FormRejection, formToken } from '../kit/forms.ts'
import { htmlResponse, type Markup, pageHeaders, seeOther } from '../kit/pages.ts'
import { type Session, sessionReader } from '../kit/session.ts'
import { brandPath } from './brand.ts'
import { findChoice, lineName, type Shop } from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Returns a date in UTC, because the reader's time zone is not known. */
export const dateText = (milliseconds: number): string => dateFormat.format(milliseconds)

/** Returns a duration in the largest unit with a count of at least two. */
const timeLeftText = (milliseconds: number): string => {
  if (milliseconds >= 2 * day) return relativeFormat.format(Math.floor(milliseconds / day), 'day')
  if (milliseconds >= 2 * hour)
    return relativeFormat.format(Math.floor(milliseconds / hour), 'hour')
  return relativeFormat.format(Math.max(Math.floor(milliseconds / minute), 1), 'minute')
}

/** Returns when something ends: `8 June 2027 (in 200 days)`. Adds the time in the last two days. */
export const endText = (end: number, now: number): string => {
  const isSoon = end - now < 2 * day
  const moment = isSoon ? `${timeFormat.format(end)} UTC` : dateText(end)
  return `${moment} (${timeLeftText(end - now)})`
}

/** Returns when an invite or its campaign expires, whichever is first; undefined if neither is a time. */
export const closingTime = (...timestamps: readonly string[]): number | undefined => {
  const ends = timestamps.map(Date.parse).filter(Number.isFinite)
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** The paths of an invite's pages in browsers. */
type InvitePaths = Record<'landing' | 'products' | 'cart' | 'checkout' | 'done', string>

/**
 * Returns the paths of an invite's pages. `landing` and `products` show the same page. A cart change
 * redirects to `products`, so that it does not count as another view of the invite.
 * @param base the prefix of every path.
 */
const invitePaths = (base: string, slug: string): InvitePaths => {
  const landing = `${base}/i/${slug}`
  return {
    landing,
    products: `${landing}/products`,
    cart: `${landing}/cart`,
    checkout: `${landing}/checkout`,
    done: `${landing}/done`,
  }
}

export type RedemptionOptions = {
  store: Store
  clock: Clock
  /** Runs the actions that emit events. */
  actions: Actions
  /** The public base URL of the pages, without a trailing slash. */
  redeemUrl: string
  /** The base URL of product pictures, without a trailing slash. */
  cdnUrl: string
  onFault: ReportFault
}

/** The options, with values that are computed once. */
export type RedemptionSite = RedemptionOptions & {
  origin: string
  /** The path prefix of the pages in browsers. A proxy may add one to the server's paths. */
  base: string
  assets: Assets
  /** Returns the path of an asset. */
  assetUrl: (file: string) => string
  /** Returns the path of the style sheet of a brand's color. */
  brandUrl: (color: string) => string
  headers: HeaderMap
  sessionOf: (context: Context<Env>) => Session
}

/** The path of the assets below the base. No slug is this short. */
export const redemptionAssetsPath = '/i/assets'

/** CSP sources of product pictures. A product's image may be on any HTTPS host. */
const imageSources = (cdnUrl: string): string[] => ['https:', new URL(cdnUrl).origin]

export const createRedemptionSite = (options: RedemptionOptions): RedemptionSite => {
  const { origin, protocol, pathname } = new URL(options.redeemUrl)
  const base = pathname.replace(/\/$/, '')
  const assets = readAssets(baseAssets, new URL('assets/', import.meta.url))
  return {
    ...options,
    origin,
    base,
    assets,
    assetUrl: (file) => `${base}${redemptionAssetsPath}/${assets.nameOf(file)}`,
    brandUrl: (color) => `${base}${brandPath(color)}`,
    headers: pageHeaders(imageSources(options.cdnUrl)),
    sessionOf: sessionReader('redemption', protocol === 'https:'),
  }
}

/** Returns an error message. The element is also there without a message, for the script to fill. */
export const notice = (text: string | undefined): Markup =>
  html`<div id="notice" data-live>${text && html`<p class="notice bad" role="alert">${text}</p>`}</div>`

/**
 * Returns a square product picture.
 * @param alt empty if the text beside the picture says the same.
 */
export const picture = (
  site: Pick<RedemptionSite, 'assetUrl'>,
  imageUrl: string | null | undefined,
  alt: string,
  size: number,
): Markup =>
  html`<img class="picture" src="${imageUrl ?? site.assetUrl('no-picture.svg')}" alt="${alt}" width="${size}" height="${size}" loading="lazy" decoding="async">`

export type RedemptionView = {
  title: string
  /** Who invites. Undefined if the invite is unknown. */
  sender?: Sender
  /** The current step of the order. Undefined on error pages. */
  step?: Step
  main: Markup
}

const steps = ['Choose', 'Address', 'Done'] as const
type Step = (typeof steps)[number]

const progress = (current: Step): Markup => html`<ol class="steps" aria-label="Steps">
${steps.map((step, i) => {
  const isPast = i < steps.indexOf(current) || current === 'Done'
  return html`<li${isPast && html` class="past"`}${step === current && html` aria-current="step"`}><span aria-hidden="true">${isPast ? '✓' : i + 1}</span> ${step}${isPast && html`<span class="visually-hidden"> (done)</span>`}</li>`
})}
</ol>`

const isOpen = (step: Step | undefined) => step !== undefined && step !== 'Done'

const bodyOf = (
  { sender, step, main }: RedemptionView,
  site: RedemptionSite,
): Markup => html`<header class="top">
<p class="brand"><img src="${site.assetUrl('gift.svg')}" alt="" width="28" height="28"> ${sender?.name ?? 'Your invite'}</p>
${step && progress(step)}
</header>
<main id="main">
${main}
</main>
<footer class="bottom">${isOpen(step) && html`<p>Anyone with this link can use the invite. Keep it to yourself.</p>`}</footer>`

/** Returns a decorative image. */
export const illustration = (site: RedemptionSite, file: string): Markup =>
  html`<img class="illustration" src="${site.assetUrl(file)}" alt="" width="96" height="96">`

/** Returns a page as a response. */
export const redemptionPage = (
  site: RedemptionSite,
  status: number,
  view: RedemptionView,
  headers: HeaderMap = site.headers,
): Promise<Response> =>
  htmlResponse(
    status,
    {
      title: view.title,
      styles: [
        ...['tokens.css', 'base.css'].map(site.assetUrl),
        ...(view.sender?.color ? [site.brandUrl(view.sender.color)] : []),
        site.assetUrl('redemption.css'),
      ],
      scripts: [site.assetUrl('redemption.js')],
      icon: site.assetUrl('gift.svg'),
      body: bodyOf(view, site),
    },
    headers,
  )

type RedemptionError = {
  status: number
  title: string
  text: string
  picture: string
  link?: { href: string; text: string }
}

const redemptionErrors = {
  unknown: {
    status: 404,
    title: 'We couldn’t find this invite',
    text: 'Part of the link may be missing. Open it from your email again, or copy all of it.',
    picture: 'unknown.svg',
  },
  failed: {
    status: 500,
    title: 'This page could not be shown',
    text: 'Something went wrong on our side. Your cart is saved. Open your link again in a few minutes.',
    picture: 'failed.svg',
  },
} as const satisfies Record<string, RedemptionError>

/** Returns the error of an expired invite. A campaign can be closed before its expiration. */
const expiredError = (invite: HeldInvite, now: number): RedemptionError => {
  const end = closingTime(invite.expiresAt, invite.campaign.expiration)
  const when = end !== undefined && end < now ? `It expired on ${dateText(end)}. ` : ''
  return {
    status: 410,
    title: 'This invite has expired',
    text: `${when}Ask ${invite.sender.name} for a new one.`,
    picture: 'expired.svg',
  }
}

/** Returns the error of an invite whose campaign accepts no orders now. */
const pausedError = ({ sender, campaign }: HeldInvite): RedemptionError => ({
  status: 403,
  title: 'Orders are paused',
  text: `${sender.name} has paused ${campaign.name}. Your invite is still valid. Open your link again later.`,
  picture: 'paused.svg',
})

const renderError = (
  site: RedemptionSite,
  { status, title, text, picture, link }: RedemptionError,
  headers: HeaderMap,
  sender?: Sender,
): Promise<Response> =>
  redemptionPage(
    site,
    status,
    {
      title,
      ...(sender && { sender }),
      main: html`<div class="alone card">
${illustration(site, picture)}
<h1>${title}</h1>
<p>${text}</p>
${link && html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}
</div>`,
    },
    headers,
  )

/** Returns an error page without an invite. */
export const redemptionErrorPage = (
  site: RedemptionSite,
  name: keyof typeof redemptionErrors,
  headers: HeaderMap = site.headers,
): Promise<Response> => renderError(site, redemptionErrors[name], headers)

/** Returns an error page of an invite. */
const inviteErrorPage = (
  site: RedemptionSite,
  error: RedemptionError,
  { sender }: HeldInvite,
  headers: HeaderMap,
): Promise<Response> => renderError(site, error, headers, sender)

/** Returns the error page for a rejected form, with a link back. */
export const redemptionFormErrorPage = (
  site: RedemptionSite,
  { status, reason }: FormRejection,
  back: string,
  headers: HeaderMap = site.headers,
): Promise<Response> =>
  renderError(
    site,
    {
      status,
      title: 'Please try again',
      text: `${reason} Nothing was changed.`,
      picture: 'failed.svg',
      link: { href: back, text: 'Back to your gifts' },
    },
    headers,
  )

/** Returns the 405 page (RFC 9110 §15.5.6). */
export const redemptionMethodErrorPage = (site: RedemptionSite, allow: string): Promise<Response> =>
  renderError(
    site,
    {
      status: 405,
      title: 'This page does not support that request',
      text: 'Open your link from the email again.',
      picture: 'failed.svg',
    },
    { ...site.headers, Allow: allow },
  )

type CartProblem = CartRejection | Extract<Rejection, { sku: string }>

const nameOfSku = (shop: Shop, sku: string): string =>
  lineName({ sku, choice: findChoice(shop, sku) })

const leftText = (units: number, name: string): string =>
  `Only ${units} of ${name} ${units === 1 ? 'is' : 'are'} left.`

/** An order ships from one warehouse, so stock can also be short for a combination of products. */
const shortStockText = (shop: Shop, sku: string): string => {
  const name = nameOfSku(shop, sku)
  const servable = findChoice(shop, sku)?.servable ?? 0
  if (servable >= unitsOf(shop.cart, sku))
    return `${name} ships from another warehouse than the rest of your cart. An order ships from one. Remove an item to continue.`
  return servable === 0
    ? `${name} has sold out. Remove it from your cart to continue.`
    : `${leftText(servable, name)} Reduce the quantity to continue.`
}

/** Returns why a cart change or an order was rejected. */
export const rejectionText = (shop: Shop, rejection: CartProblem): string => {
  switch (rejection.rejected) {
    case 'cart-empty':
      return 'Your cart is empty.'
    case 'cart-changed':
      return 'Your cart was changed in another tab. Check it, then place the order.'
    case 'sku-not-offered':
    case 'sku-not-in-campaign':
      return `${nameOfSku(shop, rejection.sku)} is no longer available.`
    case 'units-out-of-bounds':
      return `You can have 1 to ${mostOfOneSku} of ${nameOfSku(shop, rejection.sku)}.`
    case 'units-not-there':
      return rejection.left === 0
        ? `${nameOfSku(shop, rejection.sku)} has sold out.`
        : leftText(rejection.left, nameOfSku(shop, rejection.sku))
    case 'not-enough-stock':
      return shortStockText(shop, rejection.sku)
  }
}

/** Returns whether the recipient can solve the problem by changing the cart. */
export const isCartProblem = <R extends { rejected: string }>(
  rejection: R | CartProblem,
): rejection is CartProblem => 'sku' in rejection || rejection.rejected.startsWith('cart-')

/** Returns the response for an invite that cannot be redeemed. */
export const rejectionResponse = (
  site: RedemptionSite,
  { invite, paths, now, headers }: InviteVisit,
  { rejected }: InviteRejection | Rejection,
): Response | Promise<Response> => {
  switch (rejected) {
    case 'invite-used':
      return seeOther(paths.done, headers)
    case 'invite-not-found':
      return redemptionErrorPage(site, 'unknown', headers)
    case 'invite-expired':
    case 'campaign-expired':
      return inviteErrorPage(site, expiredError(invite, now), invite, headers)
    default:
      return inviteErrorPage(
        site,
        invite.campaign.status === 'Expired' ? expiredError(invite, now) : pausedError(invite),
        invite,
        headers,
      )
  }
}

/** A request for a page of an invite. */
export type InviteVisit = {
  context: Context<Env>
  invite: HeldInvite
  paths: InvitePaths
  now: number
  /** The session's secret. */
  secret: string
  /** The token of the invite's forms. */
  token: string
  /** Headers for every response. */
  headers: HeaderMap
}

type VisitHandler = (site: RedemptionSite, visit: InviteVisit) => Response | Promise<Response>

const slugPattern = /^\/i\/([A-Za-z0-9_-]{1,64})(?:\/|$)/

/** Wraps a handler that needs the invite in the path. An error is reported and shown as a 500 page. */
export const withInvite =
  (site: RedemptionSite, handle: VisitHandler) =>
  async (context: Context<Env>): Promise<Response> => {
    try {
      const [, slug = ''] = slugPattern.exec(context.req.path) ?? []
      const invite = slug === '' ? undefined : await findHeldInvite(site.store, slug)
      if (!invite) return await redemptionErrorPage(site, 'unknown')
      const { secret, setCookie } = site.sessionOf(context)
      return await handle(site, {
        context,
        invite,
        paths: invitePaths(site.base, slug),
        now: site.clock(),
        secret,
        token: formToken(secret, slug),
        headers: { ...site.headers, ...(setCookie && { 'Set-Cookie': setCookie }) },
      })
    } catch (error) {
      site.onFault(context, error)
      return redemptionErrorPage(site, 'failed')
    }
  }
