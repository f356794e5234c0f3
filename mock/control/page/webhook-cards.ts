import { html } from 'hono/html'
import { webhooks } from '../../../generated/webhooks.ts'
import { card, choices, field, form, type Markup } from './parts.ts'

const receiver = form(
  'receiver',
  html`${field('URL', html`<input name="url" type="url" required placeholder="http://localhost:3000/hooks">`)}
  ${field('Secret, if you have one', html`<input name="secret" autocomplete="off" spellcheck="false" placeholder="generated">`)}
  <button class="secondary">Register</button>`,
)

const event = form(
  'event',
  html`${field(
    'Event',
    html`<select name="event">${choices(
      Object.values(webhooks).map(({ name, summary }) => [name, `${name}: ${summary}`]),
    )}</select>`,
  )}
  <button>Send</button>`,
)

const subscribers = form(
  'subscribers',
  html`<p class="muted small">The mock responds for the subscriptions’ URLs. Leave the status empty for an unreachable subscriber.</p>
  <div class="row end">
    ${field('Subscribers respond with', html`<input id="subscribers-status" name="status" type="number" inputmode="numeric" min="100" max="599" value="200">`)}
    <button class="secondary">Set</button>
  </div>`,
)

/** Renders the cards for receivers and events. */
export const webhookCards = (): Markup[] => [
  card(
    'Webhooks',
    html`${receiver}
    <ul id="receivers" class="facts" aria-label="Receivers"></ul>
    ${event}
    ${subscribers}`,
  ),
]
