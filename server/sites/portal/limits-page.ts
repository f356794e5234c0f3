import { html } from 'hono/html'
import { portalPage } from './portal-page.ts'
import type { PortalSite } from './portal-site.ts'
import type { SignedInVisit } from './portal-visit.ts'
import { durationText, timeElement } from './time-text.ts'

const number = (value: number): string => value.toLocaleString('en')

/** Shows the rate limit of the client's address (specification §8). The request itself is not counted. */
export const showLimitsPage = async (site: PortalSite, visit: SignedInVisit): Promise<Response> => {
  const address = site.clientAddress(visit.context)
  const { limit, remaining, reset, resetAt } = await site.budgetOf(address, visit.account.id)
  const used = limit - remaining
  const window = durationText(site.windowSeconds)
  const main = html`<h1>Limits</h1>
<p class="lead">Requests to the API count against the address that they come from, ${number(limit)} in ${window}. These are of yours, <code>${address}</code>.</p>
<section class="card" aria-labelledby="left">
<h2 id="left">${number(remaining)} of ${number(limit)} requests left</h2>
<meter min="0" max="${limit}" low="${limit * 0.1}" optimum="${limit}" value="${remaining}" aria-labelledby="left"></meter>
<p>${
    used === 0
      ? html`None was made in the last ${window}.`
      : html`${number(used)} ${used === 1 ? 'was' : 'were'} made in the last ${window}. The oldest of them stops counting in ${durationText(reset)}, on ${timeElement(resetAt * 1000)}.`
  }</p>
</section>
<p class="muted">Webhooks do not count, nor does looking at this page. A program finds the same in the headers of every answer. Your account team can raise the limit.</p>`
  return portalPage(site, 200, { title: 'Limits', path: '/limits', main }, visit, visit.headers)
}
