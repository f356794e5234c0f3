import { html } from 'hono/html'
import { portalPage } from './portal-page.ts'
import { docsLink, type PortalSite } from './portal-site.ts'
import type { SignedInVisit } from './portal-visit.ts'
import { durationText, timeElement } from './time-text.ts'
import { usagePicture } from './usage-picture.ts'

const number = (value: number): string => value.toLocaleString('en')

/** The bars of the picture. With the standard window, each is an hour. */
const periods = 24

/** Shows the rate limit of the client's address (specification §8). The request itself is not counted. */
export const showLimitsPage = async (site: PortalSite, visit: SignedInVisit): Promise<Response> => {
  const address = site.clientAddress(visit.context)
  const [{ limit, remaining, reset, resetAt }, usage] = await Promise.all([
    site.budgetOf(address, visit.account.id),
    site.usageOf(address, periods),
  ])
  const used = limit - remaining
  const window = durationText(site.windowSeconds)
  const again = html`in ${durationText(reset)}, on ${timeElement(resetAt * 1000)}`
  const main = html`<h1>Limits</h1>
<p class="lead">An address may send ${number(limit)} requests to the API in ${window}. This page shows those of your address, <code>${address}</code>. ${docsLink(site, 'limits', 'How limits work')}</p>
${remaining === 0 && html`<p class="notice bad" role="status">The limit is reached. Requests get status 429 until the next one is allowed, ${again}.</p>`}
<section class="card" aria-labelledby="left">
<h2 id="left">${number(remaining)} of ${number(limit)} requests left</h2>
<meter min="0" max="${limit}" low="${limit * 0.1}" optimum="${limit}" value="${remaining}" aria-labelledby="left"></meter>
<p>${
    used === 0
      ? html`No requests were made in the last ${window}.`
      : html`${number(used)} ${used === 1 ? 'request was' : 'requests were'} made in the last ${window}.${remaining > 0 && html` The oldest stops counting ${again}.`}`
  }</p>
</section>
<section class="card" aria-labelledby="usage">
<h2 id="usage">The last ${window}</h2>
${usagePicture(usage)}
</section>
<p class="muted">Webhooks and this page don’t count, nor do requests with status 429. Every response of the API has these numbers in its headers. Your account team can raise the limit.</p>`
  return portalPage(site, 200, { title: 'Limits', path: '/limits', main }, visit, visit.headers)
}
