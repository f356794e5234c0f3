import { html } from 'hono/html'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Subscription } from '../../../store/columns/webhook-columns.ts'
import type { LastDelivery } from '../../../store/last-deliveries.ts'
import { errorSummary, hiddenTokenField, inputField } from '../../kit/form-fields.ts'
import type { Markup } from '../../kit/markup.ts'
import type { PortalView } from '../portal-page.ts'
import { docsLink, type PortalSite } from '../portal-site.ts'
import { deliveryText } from './delivery-text.ts'
import { eventTexts, type FieldError, type SubscriptionInput } from './read-subscription.ts'

/** The form that adds a subscription. */
export type AddForm = { token: string; typed: SubscriptionInput; errors: readonly FieldError[] }

export const stateBadge = ({ active }: Pick<Subscription, 'active'>): Markup =>
  html`<span class="badge${active && ' good'}">${active ? 'Active' : 'Paused'}</span>`

const row = (
  site: PortalSite,
  subscription: Subscription,
  delivery: LastDelivery | undefined,
): Markup => {
  const { id, url, events } = subscription
  return html`<tr>
<th scope="row">${url} ${stateBadge(subscription)}</th>
<td data-label="Events">${events.map((event) => html`<code>${event}</code> `)}</td>
<td data-label="Last delivery">${deliveryText(delivery)}</td>
<td><a class="action" href="${site.base}/webhooks/${id}">Manage<span class="visually-hidden"> ${url}</span></a></td>
</tr>`
}

const errorOf = (errors: readonly FieldError[], name: FieldError['name']): string | undefined =>
  errors.find((each) => each.name === name)?.error

const eventChoices = ({ typed, errors }: AddForm): Markup => {
  const error = errorOf(errors, 'events')
  return html`<fieldset class="field" id="events" tabindex="-1"${error && html` aria-describedby="events-error"`}>
<legend>Events</legend>
${error && html`<p class="error" id="events-error">${error}</p>`}
<div class="choices">${[...eventTexts].map(
    ([name, text]) =>
      html`<label class="choice"><input type="checkbox" name="${name}" value="on"${typed.events.includes(name) && html` checked`}> <span><code>${name}</code> <span class="line muted small">${text}</span></span></label>`,
  )}</div>
</fieldset>`
}

const addForm = (site: PortalSite, form: AddForm, title: string): Markup =>
  html`<form class="card create" method="post" action="${site.base}/webhooks" data-once="Adding…">
<h2>${title}</h2>
${hiddenTokenField(form.token)}
${inputField({
  name: 'url',
  label: 'URL',
  value: form.typed.url,
  isRequired: true,
  type: 'url',
  autocomplete: 'off',
  error: errorOf(form.errors, 'url'),
})}
${eventChoices(form)}
<p><button>Add webhook</button></p>
</form>`

/** Returns the account's subscriptions in the order of creation, and the form that adds one. */
export const webhooksView = (
  site: PortalSite,
  subscriptions: readonly Subscription[],
  deliveries: ReadonlyMap<WebhookId, LastDelivery>,
  form: AddForm,
  notice: Markup | '' = '',
): PortalView => {
  const isEmpty = subscriptions.length === 0
  return {
    title: 'Webhooks',
    path: '/webhooks',
    main: html`<h1>Webhooks</h1>
${notice}
${form.errors.length > 1 && errorSummary(form.errors)}
<p class="lead">We send the events of your account to your URLs as they occur. ${docsLink(site, 'webhooks', 'How webhooks work')}</p>
${
  isEmpty
    ? ''
    : html`<section class="card" aria-labelledby="subscriptions">
<h2 id="subscriptions">Your webhooks</h2>
<table class="stacked"><thead><tr><th scope="col">URL</th><th scope="col">Events</th><th scope="col">Last delivery</th><th scope="col"><span class="visually-hidden">Action</span></th></tr></thead>
<tbody>${subscriptions.map((each) => row(site, each, deliveries.get(each.id)))}</tbody></table>
</section>`
}
${addForm(site, form, isEmpty ? 'Add your first webhook' : 'Add a webhook')}`,
  }
}
