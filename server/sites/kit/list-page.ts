import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Env } from '../../http/call.ts'
import type { Range } from '../../store/statement.ts'

const pageSize = 50

/**
 * Reads the page of a list that the query of a request asks for.
 * @param filter the parameters that its links keep.
 * @returns its rows, and links to the pages before and after it.
 */
export const listPage = async <Row>(
  context: Context<Env>,
  path: string,
  read: (range: Range) => Promise<readonly Row[]>,
  filter: Record<string, string> = {},
) => {
  const page = Number(/^[1-9]\d{0,5}$/.exec(context.req.query('page') ?? '')?.[0] ?? 1)
  const found = await read({ limit: pageSize + 1, offset: (page - 1) * pageSize })
  const link = (to: number, text: string) =>
    html`<a class="action" href="${path}?${String(new URLSearchParams({ ...filter, page: String(to) }))}">${text}</a>`
  const newer = page > 1 && link(page - 1, 'Newer')
  const older = found.length > pageSize && link(page + 1, 'Older')
  const links = (newer || older) && html`<p class="row">${newer} ${older}</p>`
  return { rows: found.slice(0, pageSize), page, links }
}
