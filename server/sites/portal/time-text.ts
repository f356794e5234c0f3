import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Returns a time in UTC, because the reader's time zone is not known. */
export const timeElement = (at: string | number): Markup => {
  const date = new Date(at)
  return html`<time datetime="${date.toISOString()}">${timeFormat.format(date)} UTC</time>`
}
