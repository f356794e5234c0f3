import { html } from 'hono/html'
import type { Subscription } from '../../store/columns/webhook-columns.ts'
import { listSubscriptions } from '../../store/webhooks.ts'
import type { Markup } from '../kit/markup.ts'
import { portalPage } from './portal-page.ts'
import type { PortalSite } from './portal-site.ts'
import type { SignedInVisit } from './portal-visit.ts'
import { timeElement } from './time-text.ts'

/** Returns a subscription without its secret. Only creation and rotation return it (specification §2). */
const webhookItem = ({ url, active, events, createdAt, updatedAt }: Subscription): Markup =>
  html`<li class="card key${!active && ' inactive'}">
<h2>${url}</h2>
<dl>
<div><dt>State</dt><dd>${active ? 'Active' : 'Switched off'}</dd></div>
<div><dt>Events</dt><dd>${events.map((event) => html`<code>${event}</code> `)}</dd></div>
<div><dt>Created</dt><dd>${timeElement(createdAt)}</dd></div>
<div><dt>Changed</dt><dd>${timeElement(updatedAt)}</dd></div>
</dl>
</li>`

/** Shows the account's subscriptions. Only the API changes them. */
export const showWebhooksPage = async (
  site: PortalSite,
  visit: SignedInVisit,
): Promise<Response> => {
  const subscriptions = await listSubscriptions(site.store, visit.account.id)
  const main = html`<h1>Webhooks</h1>
<p class="lead">Where events of this account are sent. Subscriptions are created, changed and tested through the API.</p>
${subscriptions.length === 0 && html`<p>There are no subscriptions yet.</p>`}
<ul class="keys">${subscriptions.map(webhookItem)}</ul>`
  return portalPage(site, 200, { title: 'Webhooks', path: '/webhooks', main }, visit, visit.headers)
}
