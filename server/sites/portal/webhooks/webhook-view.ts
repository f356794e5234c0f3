import { html } from 'hono/html'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Subscription } from '../../../store/columns/webhook-columns.ts'
import type { LastDelivery } from '../../../store/last-deliveries.ts'
import { hiddenField, hiddenTokenField } from '../../kit/form-fields.ts'
import type { Markup } from '../../kit/markup.ts'
import type { PortalView } from '../portal-page.ts'
import { docsLink, type PortalSite } from '../portal-site.ts'
import { timeElement } from '../time-text.ts'
import { deliveryText } from './delivery-text.ts'
import { stateBadge } from './webhooks-view.ts'

/** Returns the form that sends a test delivery. */
export const testForm = (site: PortalSite, id: WebhookId, token: string): Markup =>
  html`<form method="post" action="${site.base}/webhooks/${id}/test" data-once="Sending…">
${hiddenTokenField(token)}
<p><button>Send test</button></p>
</form>`

/** Returns a subscription without its secret. Only creation and rotation return it (specification §2). */
export const webhookView = (
  site: PortalSite,
  subscription: Subscription,
  delivery: LastDelivery | undefined,
  testToken: string,
  notice: Markup | '' = '',
): PortalView => {
  const { id, url, active, events, createdAt, updatedAt } = subscription
  const at = `${site.base}/webhooks/${id}`
  return {
    title: 'Webhook',
    path: '/webhooks',
    main: html`<p><a class="action" href="${site.base}/webhooks">All webhooks</a></p>
<h1 class="long">${url} ${stateBadge(subscription)}</h1>
${notice}
<section class="card" aria-labelledby="settings">
<h2 id="settings">Settings</h2>
<dl>
<div><dt>Events</dt><dd>${events.map((event) => html`<code>${event}</code> `)}</dd></div>
<div><dt>Created</dt><dd>${timeElement(createdAt)}</dd></div>
<div><dt>Changed</dt><dd>${timeElement(updatedAt)}</dd></div>
</dl>
<p class="muted">To change the URL or the events, or to ${active ? 'pause' : 'activate'} the webhook, ${docsLink(site, 'webhooks', 'use the API')}.</p>
<p><a class="action" href="${at}/delete">Delete webhook</a></p>
</section>
<section class="card" aria-labelledby="last">
<h2 id="last">Last delivery</h2>
<p>${deliveryText(delivery)}</p>
${active ? testForm(site, id, testToken) : html`<p class="muted">A paused webhook receives no events and no tests.</p>`}
</section>
<section class="card" aria-labelledby="secret">
<h2 id="secret">Signing secret</h2>
<p>We show a secret only once. If you lost it, or if someone else may have it, rotate it.</p>
<p><a class="action" href="${at}/rotate">Rotate secret</a></p>
</section>`,
  }
}

type Confirmation = { title: string; text: Markup; button: Markup; fields: Markup }

const confirmation = (
  site: PortalSite,
  id: WebhookId,
  step: 'rotate' | 'delete',
  { title, text, button, fields }: Confirmation,
): PortalView => ({
  title,
  path: '/webhooks',
  main: html`<form class="card" method="post" action="${site.base}/webhooks/${id}/${step}" data-once="One moment…">
<h1>${title}</h1>
<p>${text}</p>
${fields}
<p class="row">${button} <a class="action" href="${site.base}/webhooks/${id}">Cancel</a></p>
</form>`,
})

/**
 * Returns the confirmation page for a rotation.
 * @param version of the secret, so that the form sent again does not rotate again.
 */
export const rotateView = (
  site: PortalSite,
  { id, url }: Subscription,
  token: string,
  version: string,
): PortalView =>
  confirmation(site, id, 'rotate', {
    title: 'Rotate the secret?',
    text: html`The current secret of <code>${url}</code> stops working at once. Your receiver rejects deliveries until it has the new one. ${docsLink(site, 'webhooks', 'How to rotate without a gap')}`,
    fields: html`${hiddenTokenField(token)}${hiddenField('version', version)}`,
    button: html`<button class="danger">Rotate secret</button>`,
  })

/** Returns the confirmation page for a deletion, which cannot be undone. */
export const deleteView = (
  site: PortalSite,
  { id, url }: Subscription,
  token: string,
): PortalView =>
  confirmation(site, id, 'delete', {
    title: 'Delete the webhook?',
    text: html`<code>${url}</code> receives no more events. This can’t be undone.`,
    fields: hiddenTokenField(token),
    button: html`<button class="danger">Delete webhook</button>`,
  })
