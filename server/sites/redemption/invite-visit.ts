import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Actions } from '../../actions/actions.ts'
import type { Clock } from '../../domain/clock.ts'
import { closingTime, isOver, rejectsRedemption } from '../../domain/invite.ts'
import type { Actor } from '../../domain/order.ts'
import type { Service } from '../../domain/service.ts'
import type { Env } from '../../http/call.ts'
import type { ReportFault } from '../../http/edge.ts'
import type { HeldInvite } from '../../store/invites.ts'
import type { Store } from '../../store/store.ts'
import { readForm } from '../kit/forms.ts'
import {
  assetPath,
  contactText,
  type Handler,
  isolated,
  type Markup,
  PageError,
  pagePath,
  type Site,
  type View,
} from '../kit/site.ts'
import { type Line, lineName } from './offers.ts'

export type RedemptionOptions = Pick<Site, 'allows'> & {
  store: Store
  clock: Clock
  actions: Actions
  /** The public base URL of the pages, without a trailing slash. */
  redeemUrl: string
  /** The base URL of product pictures, without a trailing slash. */
  cdnUrl: string
  service: Service
  onFault: ReportFault
}

export type InviteVisit = {
  site: RedemptionOptions & Site
  context: Context<Env>
  invite: HeldInvite
  now: number
  secret: string
}

type InvitePage = '/products' | '/cart' | '/checkout' | '/done'

/** Returns the path of one of the invite's pages in browsers. */
export const invitePath = ({ site, invite }: InviteVisit, page: InvitePage): string =>
  pagePath(site, `/${invite.slug}${page}`)

/** Who changes an order through an invite. */
export const actorOf = ({ id }: HeldInvite): Actor => ({ name: `invite ${id}` })

/** Redirects to one of the invite's pages, with a query or an anchor (RFC 9110 §15.4.4). */
export const goTo = (visit: InviteVisit, page: InvitePage, end = ''): Response =>
  visit.context.redirect(invitePath(visit, page) + end, 303)

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns a date in UTC, because the reader's time zone is not known. */
export const dateText = (milliseconds: number): string => dateFormat.format(milliseconds)

/** Returns an error, with a form that solves it. The script fills the element without a text. */
export const notice = (text: string | undefined, remedy?: Markup): Markup =>
  html`<div id="notice" data-live>${text && html`<div class="notice bad" role="alert">${text}${remedy}</div>`}</div>`

/** Returns a square product picture. `alt` is empty if the text beside it says the same. */
export const picture = (
  { site }: InviteVisit,
  imageUrl: string | null | undefined,
  alt: string,
  size: number,
): Markup =>
  html`<img class="picture" src="${imageUrl ?? assetPath(site, 'no-picture.svg')}" alt="${alt}" width="${size}" height="${size}" loading="lazy" decoding="async">`

/** Returns the lines of a cart or an order, each with its picture, name and problem. */
export const linesView = (
  visit: InviteVisit,
  lines: readonly Line[],
  rest: (line: Line) => Markup = ({ quantity }) => html`<p class="muted">Quantity: ${quantity}</p>`,
): Markup =>
  html`<ul class="lines">${lines.map(
    (line) => html`<li class="line">
${picture(visit, line.choice?.imageUrl, '', 64)}
<div><p class="name">${lineName(line)}</p>
${line.problem && html`<p class="error">${line.problem}</p>`}
${rest(line)}</div>
</li>`,
  )}</ul>`

export const unknownInvite = {
  status: 404,
  title: 'We couldn’t find this invite',
  text: 'Part of the link may be missing. Open it from your email again, or copy all of it.',
} as const

/** Returns the error page of an expired invite. A campaign can be closed before its expiration. */
const expired = ({ site, invite, now }: InviteVisit): PageError => {
  const end = closingTime(invite.expiresAt, invite.campaign.expiration)
  const when = end !== undefined && end < now ? `It expired on ${dateText(end)}. ` : ''
  const { name } = invite.sender
  const text = html`${isolated(name)} sent this invite. ${when}${contactText('For a new one', site.service, name)}`
  return new PageError({ status: 410, title: 'This invite has expired', text })
}

const withdrawn = ({ site, invite: { sender } }: InviteVisit): PageError => {
  const text = html`${isolated(sender.name)} withdrew this invite. ${contactText('For a new one', site.service, sender.name)}`
  return new PageError({ status: 410, title: 'This invite was withdrawn', text })
}

/** Returns the error page of an invite whose campaign accepts no orders now. */
const paused = ({ invite: { sender, campaign } }: InviteVisit): PageError =>
  new PageError({
    status: 403,
    title: 'Orders are paused',
    text: html`${isolated(sender.name)} has paused ${campaign.name}. Your invite is still valid. Open your link again later.`,
  })

/** Redirects to the order of a used invite. Other invites that cannot be redeemed are errors. */
export const rejectInvite = (visit: InviteVisit, { rejected }: { rejected: string }): Response => {
  if (rejected === 'invite-used') return goTo(visit, '/done')
  if (rejected === 'invite-not-found') throw new PageError(unknownInvite)
  if (rejected === 'invite-withdrawn') throw withdrawn(visit)
  throw isOver(visit.invite, visit.now) ? expired(visit) : paused(visit)
}

type InviteHandler = Handler<InviteVisit>

/** Wraps a handler of invites that can be redeemed. */
export const whileOpen =
  (handle: InviteHandler): InviteHandler =>
  (visit) => {
    const { invite, now } = visit
    const rejection = rejectsRedemption(invite, invite.campaign, now)
    return rejection ? rejectInvite(visit, rejection) : handle(visit)
  }

/** Returns where the page of a rejected form leads. */
export const linkBack = ({ invite }: InviteVisit) => ({
  page: `/${invite.slug}/products`,
  text: 'Back to your gifts',
})

/** Wraps a handler of a posted form. Its action rejects invites that cannot be redeemed. */
export const onForm =
  (
    handle: (visit: InviteVisit, field: (name: string) => string) => Promise<View | Response>,
  ): InviteHandler =>
  async (visit) =>
    handle(visit, await readForm(visit.context, visit.site, linkBack(visit)))
