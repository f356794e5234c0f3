import { html } from 'hono/html'
import type { Subscription } from '../../store/columns/webhook-columns.ts'
import { listSubscriptions } from '../../store/webhooks.ts'
import type { Markup } from '../kit/markup.ts'
import { show } from './layout.ts'
import type { Site } from './site.ts'
import type { SignedInVisit } from './visit.ts'
import { moment } from './words.ts'

/** A subscription without its secret, which only creation and rotation show (specification §2). */
const item = ({ url, active, events, createdAt, updatedAt }: Subscription): Markup =>
  html`<li class="card key${!active && ' over'}">
<h2>${url}</h2>
<dl>
<div><dt>State</dt><dd>${active ? 'Active' : 'Switched off'}</dd></div>
<div><dt>Events</dt><dd>${events.map((event) => html`<code>${event}</code> `)}</dd></div>
<div><dt>Created</dt><dd>${moment(createdAt)}</dd></div>
<div><dt>Changed</dt><dd>${moment(updatedAt)}</dd></div>
</dl>
</li>`

/** The account's subscriptions, to look at: the API changes them. */
export const openWebhooks = async (site: Site, visit: SignedInVisit): Promise<Response> => {
  const subscriptions = await listSubscriptions(site.store, visit.account.id)
  const main = html`<h1>Webhooks</h1>
<p class="lead">Where events of this account are sent. Subscriptions are created, changed and tested through the API.</p>
${subscriptions.length === 0 && html`<p>There are no subscriptions yet.</p>`}
<ul class="keys">${subscriptions.map(item)}</ul>`
  return show(site, 200, { title: 'Webhooks', path: '/webhooks', main }, visit, visit.headers)
}
