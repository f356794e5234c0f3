import { html } from 'hono/html'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { FormRejection } from '../kit/read-form.ts'
import { illustration, redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'

type RedemptionError = {
  status: number
  title: string
  text: string
  link?: { href: string; text: string }
}

const redemptionErrors = {
  unknown: {
    status: 404,
    title: 'This link leads to no invite',
    text: 'Perhaps a part of it is missing: links sometimes break where a line ends. Open it from the e-mail once more, or copy it whole.',
  },
  expired: {
    status: 410,
    title: 'This invite has expired',
    text: 'The time to choose is over. If you think that it should not be, ask whoever invited you for another.',
  },
  closed: {
    status: 403,
    title: 'There is nothing to choose at the moment',
    text: 'Whoever invited you is taking no orders right now. Your invite stays yours: try the same link again later.',
  },
  failed: {
    status: 500,
    title: 'That did not work',
    text: 'Something went wrong on our side. What you had chosen is still there: open your link again in a moment.',
  },
} as const satisfies Record<string, RedemptionError>

export type RedemptionErrorName = keyof typeof redemptionErrors

const renderError = (
  site: RedemptionSite,
  { status, title, text, link }: RedemptionError,
  headers: HeaderMap,
): Promise<Response> =>
  redemptionPage(
    site,
    status,
    {
      title,
      main: html`<div class="alone card">
${illustration(site, 'gift.svg')}
<h1>${title}</h1>
<p>${text}</p>
${link && html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}
</div>`,
    },
    headers,
  )

/** Returns an error page. */
export const redemptionErrorPage = (
  site: RedemptionSite,
  name: RedemptionErrorName,
  headers: HeaderMap = site.headers,
): Promise<Response> => renderError(site, redemptionErrors[name], headers)

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
      title: 'Please try that again',
      text: `${reason} Nothing was changed.`,
      link: { href: back, text: 'Back to your choice' },
    },
    headers,
  )

/** Returns the 405 page (RFC 9110 §15.5.6). */
export const redemptionMethodErrorPage = (site: RedemptionSite, allow: string): Promise<Response> =>
  renderError(
    site,
    {
      status: 405,
      title: 'This page cannot do that',
      text: 'Open your link from the e-mail once more.',
    },
    { ...site.headers, Allow: allow },
  )
