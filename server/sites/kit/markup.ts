import type { HtmlEscapedString } from 'hono/utils/html'

/** A piece of a page: what is not markup in it is escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>
