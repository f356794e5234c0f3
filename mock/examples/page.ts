import createClient from 'openapi-fetch'
import type { paths } from '../../generated/types.ts'

// The project is typed without a DOM: a page of yours leaves these two lines out.
declare const location: { search: string; origin: string }
declare const document: { body: { append(...parts: string[]): void } }

const asked = new URLSearchParams(location.search)
const api = createClient<paths>({
  baseUrl: asked.get('url') ?? location.origin,
  headers: { Authorization: `Bearer ${asked.get('key')}` },
})
const { data, response } = await api.GET('/v1/products/list', { params: { query: { limit: 5 } } })
for (const { sku, title } of data ?? []) document.body.append(`${sku} ${title}; `)
document.body.append(`${response.status}, ${response.headers.get('RateLimit-Remaining')} left`)
