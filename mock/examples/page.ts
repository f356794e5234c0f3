import createClient from 'openapi-fetch'
import type { paths } from '../../generated/types.ts'

// This project is compiled without DOM types. Your page does not need these two lines.
declare const location: { search: string; origin: string }
declare const document: { body: { append(...parts: string[]): void } }

const parameters = new URLSearchParams(location.search)
const api = createClient<paths>({
  baseUrl: parameters.get('url') ?? location.origin,
  headers: { Authorization: `Bearer ${parameters.get('key')}` },
})
const { data: [campaign] = [] } = await api.GET('/v1/campaigns/list')
const query = { campaignId: campaign?.id ?? 'none', limit: 20 }
const { data, response } = await api.GET('/v1/contacts/list', { params: { query } })
for (const { firstName, lastName, email } of data ?? [])
  document.body.append(`${firstName} ${lastName}, ${email}; `)
document.body.append(`${response.status}, ${response.headers.get('RateLimit-Remaining')} left`)
