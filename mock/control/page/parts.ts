import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** A piece of the page: what is not markup in it is escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Something that can be turned, under a heading of its own. */
export const card = (title: string, content: Markup): Markup =>
  html`<section class="card"><h3>${title}</h3>${content}</section>`

/** A form that the script sends as what it is told to do; what comes of it stands at its end. */
export const form = (does: string, content: Markup): Markup =>
  html`<form data-do="${does}">${content}<p class="outcome" role="status"></p></form>`

/** A control under its label. */
export const field = (label: string, control: Markup): Markup =>
  html`<label><span>${label}</span>${control}</label>`

/** The options of a select, each with the text that is shown. */
export const choices = (
  values: readonly (readonly [value: string, text: string])[],
  chosen?: string,
) =>
  values.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`,
  )

/** What only a mock that remembers can do: shown to others, with what is missing. */
export const needsMemory = (stateful: boolean, why: string, content: Markup): Markup =>
  stateful
    ? content
    : html`<fieldset disabled><p class="reason">${why} Start it with <code>npm run mock -- --stateful</code>.</p>${content}</fieldset>`
