import { html } from 'hono/html'
import { linkMinutes } from '../../domain/portal.ts'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { FormRejection } from '../kit/read-form.ts'
import { portalPage } from './portal-page.ts'
import type { PortalSite } from './portal-site.ts'

type PortalError = {
  status: number
  title: string
  text: string
  /** Where to go from here. Default: the portal. */
  next?: { path: string; text: string }
}

const portalErrors = {
  unknown: {
    status: 404,
    title: 'We couldn’t find this page',
    text: 'The address may be incomplete.',
  },
  'key-not-found': {
    status: 404,
    title: 'We couldn’t find this key',
    text: 'The account that you are signed in to has no such key.',
  },
  'key-exists': {
    status: 409,
    title: 'This key was created already',
    text: 'A key is shown only once. If you didn’t copy it, revoke it and create another.',
  },
  'webhook-not-found': {
    status: 404,
    title: 'We couldn’t find this webhook',
    text: 'The account that you are signed in to has no such webhook.',
    next: { path: '/webhooks', text: 'Go to webhooks' },
  },
  'secret-rotated': {
    status: 409,
    title: 'This secret was rotated already',
    text: 'A secret is shown only once. If you didn’t copy the new one, rotate the secret again.',
    next: { path: '/webhooks', text: 'Go to webhooks' },
  },
  link: {
    status: 410,
    title: 'This link has expired',
    text: `A sign-in link works once, within ${linkMinutes} minutes.`,
    next: { path: '/sign-in', text: 'Get a new link' },
  },
  failed: {
    status: 500,
    title: 'This page could not be shown',
    text: 'Something went wrong on our side. Try again in a few minutes.',
  },
} as const satisfies Record<string, PortalError>

export type PortalErrorName = keyof typeof portalErrors

const renderError = (
  site: PortalSite,
  { status, title, text, next = { path: '', text: 'Go to the portal' } }: PortalError,
  headers: HeaderMap,
): Promise<Response> =>
  portalPage(
    site,
    status,
    {
      title,
      main: html`<div class="alone card">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="${site.base}${next.path}">${next.text}</a></p>
</div>`,
    },
    undefined,
    headers,
  )

/** Returns an error page. */
export const portalErrorPage = (
  site: PortalSite,
  name: PortalErrorName,
  headers: HeaderMap = {},
): Promise<Response> => renderError(site, portalErrors[name], headers)

/** Returns the error page for a rejected form. */
export const portalFormErrorPage = (
  site: PortalSite,
  { status, reason }: FormRejection,
  headers: HeaderMap = {},
): Promise<Response> =>
  renderError(
    site,
    { status, title: 'Please try again', text: `${reason} Nothing was changed.` },
    headers,
  )

/** Returns the 405 page (RFC 9110 §15.5.6). */
export const portalMethodErrorPage = (site: PortalSite, allow: string): Promise<Response> =>
  renderError(
    site,
    {
      status: 405,
      title: 'This page does not support that request',
      text: 'Go back to the portal.',
    },
    { Allow: allow },
  )
