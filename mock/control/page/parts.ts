import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** A part of the page. Interpolated text is escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Renders a card with a heading. */
export const card = (title: string, content: Markup): Markup =>
  html`<section class="card"><h3>${title}</h3>${content}</section>`

/** Renders a form. The page's script runs the action `does` and shows the result at its end. */
export const form = (does: string, content: Markup): Markup =>
  html`<form data-do="${does}">${content}<p class="outcome" role="status"></p></form>`

/** Renders a control with its label. */
export const field = (label: string, control: Markup): Markup =>
  html`<label class="field"><span>${label}</span>${control}</label>`

/** Renders the options of a select. */
export const choices = (
  values: readonly (readonly [value: string, text: string])[],
  chosen?: string,
) =>
  values.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`,
  )

/** Renders content that needs a stateful mock. Otherwise it is disabled, with the reason. */
export const statefulOnly = (stateful: boolean, why: string, content: Markup): Markup =>
  stateful
    ? content
    : html`<fieldset disabled><p class="reason">${why} Start it with <code>npm run mock -- --stateful</code>.</p>${content}</fieldset>`
