import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Actions } from '../../actions/actions.ts'
import type { Clock } from '../../domain/clock.ts'
import { closingTime, isOver, rejectsRedemption } from '../../domain/invite.ts'
import type { Service } from '../../domain/service.ts'
import type { ReportFault } from '../../http/edge.ts'
import type { Env } from '../../http/env.ts'
import type { HeaderMap } from '../../http/respond.ts'
import type { HeldInvite } from '../../store/invites.ts'
import type { Store } from '../../store/store.ts'
import { readForm } from '../kit/forms.ts'
import {
  contactText,
  type Markup,
  PageError,
  pageResponse,
  type Site,
  seeOther,
} from '../kit/site.ts'
import { type Line, lineName } from './shop.ts'

export type RedemptionOptions = {
  store: Store
  clock: Clock
  /** Runs the actions that emit events. */
  actions: Actions
  /** The public base URL of the pages, without a trailing slash. */
  redeemUrl: string
  /** The base URL of product pictures, without a trailing slash. */
  cdnUrl: string
  service: Service
  onFault: ReportFault
}

export type RedemptionSite = RedemptionOptions & Site

/** A request for a page of an invite. */
export type InviteVisit = {
  site: RedemptionSite
  context: Context<Env>
  invite: HeldInvite
  /** Returns the path of one of the invite's pages. */
  pathOf: (page: '/products' | '/cart' | '/checkout' | '/done') => string
  now: number
  /** The session's secret. */
  secret: string
  /** The token of the invite's forms. */
  token: string
  /** Headers for every response. */
  headers: HeaderMap
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns a date in UTC, because the reader's time zone is not known. */
export const dateText = (milliseconds: number): string => dateFormat.format(milliseconds)

/**
 * Returns an error message. The element is also there without a message, for the script to fill.
 * @param remedy a form that solves the problem.
 */
export const notice = (text: string | undefined, remedy?: Markup): Markup =>
  html`<div id="notice" data-live>${text && html`<div class="notice bad" role="alert">${text}${remedy}</div>`}</div>`

/**
 * Returns a square product picture.
 * @param alt empty if the text beside the picture says the same.
 */
export const picture = (
  { site }: InviteVisit,
  imageUrl: string | null | undefined,
  alt: string,
  size: number,
): Markup =>
  html`<img class="picture" src="${imageUrl ?? site.assetUrl('no-picture.svg')}" alt="${alt}" width="${size}" height="${size}" loading="lazy" decoding="async">`

/** Returns the lines of a cart or an order, each with its picture, name and problem. */
export const linesView = (
  visit: InviteVisit,
  lines: readonly Line[],
  rest: (line: Line, i: number) => Markup = ({ quantity }) =>
    html`<p class="muted">Quantity: ${quantity}</p>`,
): Markup =>
  html`<ul class="lines">${lines.map(
    (line, i) => html`<li class="line">
${picture(visit, line.choice?.imageUrl, '', 64)}
<div><p class="name">${lineName(line)}</p>
${line.problem && html`<p class="error">${line.problem}</p>`}
${rest(line, i)}</div>
</li>`,
  )}</ul>`

const steps = ['Choose', 'Address', 'Done'] as const
type Step = (typeof steps)[number]

const progress = (current: Step): Markup => html`<ol class="steps" aria-label="Steps">
${steps.map((step, i) => {
  const isPast = i < steps.indexOf(current) || current === 'Done'
  return html`<li${isPast && html` class="past"`}${step === current && html` aria-current="step"`}><span aria-hidden="true">${isPast ? '✓' : i + 1}</span> ${step}${isPast && html`<span class="visually-hidden"> (done)</span>`}</li>`
})}
</ol>`

type View = {
  title: string
  /** The current step of the order. Undefined on error pages. */
  step?: Step
  main: Markup
}

/** Returns a page as a response. Shows who invites if the invite is known. */
export const redemptionPage = (
  site: RedemptionSite,
  visit: Pick<InviteVisit, 'invite' | 'headers'> | undefined,
  status: number,
  { title, step, main }: View,
  headers: HeaderMap = {},
): Promise<Response> => {
  const { name = site.service.name, color } = visit?.invite.sender ?? {}
  const isOpen = step !== undefined && step !== 'Done'
  return pageResponse(
    site,
    status,
    {
      title,
      brand: name,
      top: step && progress(step),
      main,
      bottom: isOpen
        ? html`<p>Anyone with this link can use the invite. Keep it to yourself.</p>`
        : undefined,
      style: color ? `${site.prefix}/i/brand/${color.slice(1)}.css` : undefined,
    },
    { ...visit?.headers, ...headers },
  )
}

/** Returns a page of an invite as a response. */
export const invitePage = (visit: InviteVisit, status: number, view: View): Promise<Response> =>
  redemptionPage(visit.site, visit, status, view)

export const redemptionErrors = {
  unknown: {
    status: 404,
    title: 'We couldn’t find this invite',
    text: 'Part of the link may be missing. Open it from your email again, or copy all of it.',
  },
  failed: {
    status: 500,
    title: 'This page could not be shown',
    text: 'Something went wrong on our side. Your cart is saved. Open your link again in a few minutes.',
  },
  method: {
    status: 405,
    title: 'This page does not support that request',
    text: 'Open your link from the email again.',
  },
}

/** Returns the error page of an expired invite. A campaign can be closed before its expiration. */
const expired = ({ site, invite, now }: InviteVisit): PageError => {
  const end = closingTime(invite.expiresAt, invite.campaign.expiration)
  const when = end !== undefined && end < now ? `It expired on ${dateText(end)}. ` : ''
  const text = html`${when}${contactText('For a new one', site.service)}`
  return new PageError({ status: 410, title: 'This invite has expired', text })
}

/** Returns the error page of an invite whose campaign accepts no orders now. */
const paused = ({ invite: { sender, campaign } }: InviteVisit): PageError =>
  new PageError({
    status: 403,
    title: 'Orders are paused',
    text: `${sender.name} has paused ${campaign.name}. Your invite is still valid. Open your link again later.`,
  })

/** Returns a redirect to the order of a used invite. Other invites that cannot be redeemed are errors. */
export const rejectInvite = (
  visit: InviteVisit,
  { rejected }: { rejected: string },
): Response | never => {
  if (rejected === 'invite-used') return seeOther(visit.pathOf('/done'), visit.headers)
  if (rejected === 'invite-not-found') throw new PageError(redemptionErrors.unknown)
  throw isOver(visit.invite, visit.now) ? expired(visit) : paused(visit)
}

type InviteHandler = (visit: InviteVisit) => Promise<Response>

/** Wraps a handler of invites that can be redeemed. */
export const whileOpen =
  (handle: InviteHandler): InviteHandler =>
  async (visit) => {
    const { invite, now } = visit
    const rejection = rejectsRedemption(invite, invite.campaign, now)
    return rejection ? rejectInvite(visit, rejection) : handle(visit)
  }

/** Returns where the page of a rejected form leads. */
export const linkBack = (visit: InviteVisit, page: '/products' | '/checkout') => ({
  href: visit.pathOf(page),
  text: 'Back to your gifts',
})

/** Returns a handler that reads a posted form, and then acts if the invite can be redeemed. */
export const onForm =
  (
    fields: readonly string[],
    page: '/products' | '/checkout',
    handle: (visit: InviteVisit, field: (name: string) => string) => Promise<Response>,
  ): InviteHandler =>
  async (visit) => {
    const { context, invite, secret, site } = visit
    const form = { fields, secret, scope: invite.slug, origin: site.origin }
    const field = await readForm(context, { ...form, back: linkBack(visit, page) })
    return whileOpen((open) => handle(open, field))(visit)
  }
