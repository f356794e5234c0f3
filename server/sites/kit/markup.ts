import type { HtmlEscapedString } from 'hono/utils/html'

/** A part of a page. `html` escapes the values in it. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>
