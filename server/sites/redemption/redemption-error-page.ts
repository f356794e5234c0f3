import { html } from 'hono/html'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { HeldInvite, Sender } from '../../store/redemption/held-invites.ts'
import type { FormRejection } from '../kit/read-form.ts'
import { illustration, redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { closingTime, dateText } from './texts/date-text.ts'

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
export const expiredError = (invite: HeldInvite, now: number): RedemptionError => {
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
export const pausedError = ({ sender, campaign }: HeldInvite): RedemptionError => ({
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
export const inviteErrorPage = (
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
