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

/** Returns a duration in one unit: `23 hours`, `1 hour`, `40 seconds`. */
export const durationText = (seconds: number): string => {
  const [count, unit] =
    seconds >= 7200
      ? [Math.round(seconds / 3600), 'hour']
      : seconds >= 120
        ? [Math.round(seconds / 60), 'minute']
        : [seconds, 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
