import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Env } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { generateLayer } from '../../../tests/kit/generator/layer.ts'
import { library } from '../../../tests/kit/generator/library.ts'

type Valid = Context<Env, string, { out: { query: object; json: object } }>

let app: OpenAPIHono

beforeAll(async () => {
  const folder = await generateLayer('routes', (await library()).document)
  const { listBooks, addBook } = await import(join(folder, 'zod/routes.ts'))
  app = new OpenAPIHono({
    defaultHook: (result, context) =>
      result.success ? undefined : context.json(result.error.issues.map((each) => each.message)),
  })
  app.openapi(listBooks, ({ req, json }: Valid) => json(req.valid('query')))
  app.openapi(addBook, ({ req, json }: Valid) => json(req.valid('json')))
})

test.each<[query: string, read: unknown]>([
  ['?shelf=a', { shelf: 'a', limit: 10 }],
  ['?shelf=a&limit=7&minPrice=0.5', { shelf: 'a', limit: 7, minPrice: 0.5 }],
  ['?shelf=a&lent=false&author=b', { shelf: 'a', limit: 10, lent: false, author: ['b'] }],
  ['?shelf=a&author=b&author=c', { shelf: 'a', limit: 10, author: ['b', 'c'] }],
  ['', ['Which shelf?']],
  ['?shelf=a&limit=1e1', ['must be a whole number in decimal digits']],
  [`?shelf=a&limit=${'9'.repeat(400)}`, ['must be at most 50']],
  ['?shelf=a&lent=yes', ['must be true or false']],
])('a route of Hono reads the query %s as %j', async (query, read) => {
  expect(await (await app.request(`/books${query}`)).json()).toEqual(read)
})

// Zod has no conditions: the layer's check finds what is wrong.
test.each<[book: object, messages: unknown]>([
  [{ title: 'a', isForSale: true }, ['What does it cost?']],
  [
    { title: 'a', isForSale: true, price: 1 },
    { title: 'a', isForSale: true, price: 1 },
  ],
  [{ title: 'a', isForSale: true, pages: 0 }, ['must be at least 1', 'What does it cost?']],
])('a route of Hono reads the body %j as %j', async (book, read) => {
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(book) }
  expect(await (await app.request('/books', init)).json()).toEqual(read)
})
