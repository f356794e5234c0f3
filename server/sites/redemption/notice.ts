import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'

/** What is said about something that was not done; there is a place for it when nothing is, too. */
export const notice = (text: string | undefined): Markup =>
  html`<div id="notice" data-live>${text && html`<p class="notice bad" role="alert">${text}</p>`}</div>`
