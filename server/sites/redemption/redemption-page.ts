import { html } from 'hono/html'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { Sender } from '../../store/redemption/held-invites.ts'
import { htmlResponse } from '../kit/html-response.ts'
import type { Markup } from '../kit/markup.ts'
import type { RedemptionSite } from './redemption-site.ts'

export type RedemptionView = {
  title: string
  /** Who invites. Undefined if the invite is unknown. */
  sender?: Sender
  /** The current step of the order. Undefined on error pages. */
  step?: Step
  main: Markup
}

const steps = ['Choose', 'Address', 'Done'] as const
export type Step = (typeof steps)[number]

const progress = (current: Step): Markup => html`<ol class="steps" aria-label="Steps">
${steps.map((step, i) => {
  const isPast = i < steps.indexOf(current) || current === 'Done'
  return html`<li${isPast && html` class="past"`}${step === current && html` aria-current="step"`}><span aria-hidden="true">${isPast ? '✓' : i + 1}</span> ${step}${isPast && html`<span class="visually-hidden"> (done)</span>`}</li>`
})}
</ol>`

const isOpen = (step: Step | undefined) => step !== undefined && step !== 'Done'

const bodyOf = (
  { sender, step, main }: RedemptionView,
  site: RedemptionSite,
): Markup => html`<header class="top">
<p class="brand"><img src="${site.assetUrl('gift.svg')}" alt="" width="28" height="28"> ${sender?.name ?? 'Your invite'}</p>
${step && progress(step)}
</header>
<main id="main">
${main}
</main>
<footer class="bottom">${isOpen(step) && html`<p>Anyone with this link can use the invite. Keep it to yourself.</p>`}</footer>`

/** Returns a decorative image. */
export const illustration = (site: RedemptionSite, file: string): Markup =>
  html`<img class="illustration" src="${site.assetUrl(file)}" alt="" width="96" height="96">`

/** Returns a page as a response. */
export const redemptionPage = (
  site: RedemptionSite,
  status: number,
  view: RedemptionView,
  headers: HeaderMap = site.headers,
): Promise<Response> =>
  htmlResponse(
    status,
    {
      title: view.title,
      styles: [
        ...['tokens.css', 'base.css'].map(site.assetUrl),
        ...(view.sender?.color ? [site.brandUrl(view.sender.color)] : []),
        site.assetUrl('redemption.css'),
      ],
      scripts: [site.assetUrl('redemption.js')],
      icon: site.assetUrl('gift.svg'),
      body: bodyOf(view, site),
    },
    headers,
  )
