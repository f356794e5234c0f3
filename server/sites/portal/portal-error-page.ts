import { html } from 'hono/html'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { FormRejection } from '../kit/read-form.ts'
import { portalPage } from './portal-page.ts'
import type { PortalSite } from './portal-site.ts'

type PortalError = { status: number; title: string; text: string }

const portalErrors = {
  unknown: {
    status: 404,
    title: 'There is no such page',
    text: 'The address may be incomplete.',
  },
  'key-not-found': {
    status: 404,
    title: 'There is no such key',
    text: 'The account that you are signed in to has none with this address.',
  },
  'key-exists': {
    status: 409,
    title: 'This key was created already',
    text: 'A key is shown once. If it was not written down, revoke it and create another.',
  },
  link: {
    status: 410,
    title: 'This link does not work any more',
    text: 'A link to sign in works once, and not for long. Ask for another.',
  },
  failed: {
    status: 500,
    title: 'That did not work',
    text: 'Something went wrong on our side. Try it again in a moment.',
  },
} as const satisfies Record<string, PortalError>

export type PortalErrorName = keyof typeof portalErrors

const renderError = (
  site: PortalSite,
  { status, title, text }: PortalError,
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
<p><a class="button" href="${site.base}">To the portal</a></p>
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
    { status, title: 'Please try that again', text: `${reason} Nothing was changed.` },
    headers,
  )

/** Returns the 405 page (RFC 9110 §15.5.6). */
export const portalMethodErrorPage = (site: PortalSite, allow: string): Promise<Response> =>
  renderError(
    site,
    {
      status: 405,
      title: 'This page cannot do that',
      text: 'Start again from the portal’s first page.',
    },
    { Allow: allow },
  )
