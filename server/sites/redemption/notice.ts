import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'

/** Returns an error message. The element is also there without a message, for the script to fill. */
export const notice = (text: string | undefined): Markup =>
  html`<div id="notice" data-live>${text && html`<p class="notice bad" role="alert">${text}</p>`}</div>`
