import { html } from 'hono/html'
import type { LastDelivery } from '../../../store/last-deliveries.ts'
import type { Markup } from '../../kit/markup.ts'
import { timeElement } from '../time-text.ts'

const resultOf = ({ statusCode, error }: LastDelivery): Markup => {
  if (statusCode === null) return html`<span class="badge bad">Failed</span> ${error}`
  return statusCode >= 200 && statusCode < 300
    ? html`<span class="badge good">Delivered</span> Status ${statusCode}`
    : html`<span class="badge bad">Rejected</span> Status ${statusCode}`
}

/** Returns the result, the event and the time of a subscription's last delivery. */
export const deliveryText = (delivery: LastDelivery | undefined): Markup =>
  delivery
    ? html`<span class="delivery">${resultOf(delivery)}</span> <span class="line muted small"><code>${delivery.event}</code></span> <span class="line muted small">${timeElement(delivery.at)}</span>`
    : html`<span class="muted">None yet</span>`
