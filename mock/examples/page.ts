import createClient from 'openapi-fetch'
import type { paths } from '../../generated/types.ts'

// This project is compiled without DOM types. Your page does not need these lines.
type Element = { hidden: boolean; textContent: string; insertRow(): { insertCell(): Element } }
declare const location: { search: string; origin: string }
declare const document: { querySelector(selector: string): Element | null }

const parameters = new URLSearchParams(location.search)
const url = parameters.get('url') ?? location.origin
if (parameters.has('msw')) {
  const { startWorker } = await import('./start-worker.ts')
  await startWorker(url)
}
const api = createClient<paths>({
  baseUrl: url,
  headers: { Authorization: `Bearer ${parameters.get('key')}` },
})
const { data: [campaign] = [] } = await api.GET('/v1/campaigns/list')
const query = { campaignId: campaign?.id ?? 'none', limit: 20 }
const { data: contacts = [], response } = await api.GET('/v1/contacts/list', { params: { query } })

const show = (selector: string, text: string): void => {
  const element = document.querySelector(selector)
  if (element) element.textContent = text
}
for (const { firstName, lastName, email } of contacts) {
  const row = document.querySelector('#contacts')?.insertRow()
  for (const text of [`${firstName} ${lastName}`, email])
    if (row) row.insertCell().textContent = text
}
const empty = document.querySelector('#empty')
if (empty) empty.hidden = contacts.length > 0
show('#source', `${campaign?.name ?? 'No campaign'}, from ${url}`)
show('#status', `${response.status}, ${response.headers.get('RateLimit-Remaining')} left`)
