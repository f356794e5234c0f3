import { html } from 'hono/html'
import type { Usage } from '../../http/rate-limit/request-budget.ts'
import type { Markup } from '../kit/markup.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

const timeText = (unixSeconds: number): string => clock.format(unixSeconds * 1000)

const count = (value: number): string => value.toLocaleString('en')

/** Returns the requests of each period as a picture, and the same as a table. */
export const usagePicture = ({ startsAt, periodSeconds, requests }: Usage): Markup => {
  const most = Math.max(...requests)
  const startOf = (i: number): number => startsAt + i * periodSeconds
  const periods = requests.map((number, i) => ({
    number,
    text: `${timeText(startOf(i))} to ${timeText(startOf(i + 1))}`,
  }))
  const busiest = periods.findLast(({ number }) => number === most)
  const summary =
    most === 0 || !busiest
      ? 'No requests.'
      : `The most were ${count(most)} from ${busiest.text} UTC.`
  const bars = periods.map(({ number }, i) => {
    // A period with few requests stays visible.
    const height = number === 0 ? 0 : Math.max((number / most) * 100, 2)
    return html`<rect x="${i + 0.1}" y="${100 - height}" width="0.8" height="${height}"/>`
  })
  return html`<figure class="usage">
<figcaption>${summary}</figcaption>
<svg viewBox="0 0 ${requests.length} 100" preserveAspectRatio="none" role="img" aria-labelledby="usage-title usage-text">
<title id="usage-title">Requests by time</title>
<desc id="usage-text">${summary} The table below has all numbers.</desc>
${bars}
</svg>
<p class="axis muted small" aria-hidden="true"><span>${timeText(startsAt)} UTC</span><span>${timeText(startOf(requests.length / 2))}</span><span>Now</span></p>
</figure>
<details><summary>Show the numbers</summary>
<table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">Requests</th></tr></thead>
<tbody>${periods.map(({ number, text }) => html`<tr><th scope="row">${text}</th><td>${count(number)}</td></tr>`)}</tbody></table>
</details>`
}
