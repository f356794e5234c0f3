import { html } from 'hono/html'
import { listRequests } from '../../store/api-requests.ts'
import { listPage } from '../kit/list-page.ts'
import { pagePath, table, timeElement, type View } from '../kit/site.ts'
import { type SignedInVisit, signedIn } from './portal-visit.ts'

/** Returns a page of the requests of the last day: all of them, or those of a key, or those that failed. */
const requestsView = async ({ site, account, context, now }: SignedInVisit): Promise<View> => {
  const path = pagePath(site, '/requests')
  const { key: given = '', status } = context.req.query()
  const [key] = /^key_\w+$/.exec(given) ?? []
  const isFailed = status === 'failed'
  const filter = { ...(key !== undefined && { key }), ...(isFailed && { status: 'failed' }) }
  const { rows, links } = await listPage(
    context,
    path,
    (range) => listRequests(site.store, account.id, { key, isFailed, now }, range),
    filter,
  )
  const link = (text: string, to: Record<string, string>) => {
    const query = String(new URLSearchParams(to))
    const isCurrent = query === String(new URLSearchParams(filter))
    return html`<a class="action" href="${path}${query && `?${query}`}"${isCurrent && html` aria-current="true"`}>${text}</a> `
  }
  const ofKey = key !== undefined && { key }
  return {
    title: 'Requests',
    main: html`<h1>Requests</h1>
<p class="lead">The newest requests of the last day with a valid key, 1,000 at most. Of more than 100 in a second, the first ones are here. A response has its ID in <code>X-Request-Id</code>.</p>
<p class="row">${link('All', {})}${ofKey && link('Of this key', ofKey)}${link('Failed', { ...ofKey, status: 'failed' })}</p>
${
  rows.length === 0
    ? html`<p class="muted">None.</p>`
    : html`<section class="card">${table(
        ['Operation', 'When', 'Key and ID'],
        rows.map(({ operation, status, at, milliseconds, key, name, requestId }) => [
          html`<span class="badge ${status < 400 ? 'good' : 'bad'}">${status}</span> ${operation === '' ? 'None' : html`<code>${operation}</code>`}`,
          html`${timeElement(at, 'seconds')} <span class="detail">${milliseconds} ms</span>`,
          html`<a href="${path}?key=${key}">${name}</a> <code class="detail">${requestId}</code>`,
        ]),
      )}</section>`
}
${links}`,
  }
}

export const requestRoutes = signedIn({ '/requests': { GET: requestsView } })
