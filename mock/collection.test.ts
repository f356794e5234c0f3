import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { demoKeys } from './demo-keys.ts'
import { startMock } from './testing/start-mock.ts'

const Pair = z.object({ key: z.string(), value: z.string(), disabled: z.boolean().optional() })
const Item = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    header: z.array(Pair),
    body: z.object({ raw: z.string() }).optional(),
    url: z.object({
      host: z.array(z.string()),
      path: z.array(z.string()),
      query: z.array(Pair).default([]),
      variable: z.array(Pair).default([]),
    }),
  }),
  response: z.array(z.object({ name: z.string(), code: z.number(), body: z.string() })),
})
const Collection = z.object({
  auth: z.object({ bearer: z.array(Pair) }),
  variable: z.array(Pair),
  item: z.array(z.object({ name: z.string(), item: z.array(Item) })),
})

const file = fileURLToPath(new URL('../generated/collection.json', import.meta.url))
const collection = Collection.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Replaces `{{variables}}` in a text, as Postman and Bruno do. */
const filled = (text: string, given: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => given[name] ?? `no ${name}`)

test('every request of the collection gets the response of its first example', async () => {
  const mock = await startMock({ stateful: false })
  const given: Record<string, string> = {
    ...Object.fromEntries(collection.variable.map(({ key, value }) => [key, value])),
    base_url: mock.address,
    apiKey: demoKeys.demo,
  }
  const [bearer] = collection.auth.bearer
  const answers = []
  for (const { name, request, response } of collection.item.flatMap(({ item }) => item)) {
    const { method, url, header, body } = request
    expect(url.host.map((part) => filled(part, given))).toEqual([mock.address])
    const path = url.path.map((step) => {
      const variable = url.variable.find(({ key }) => step === `:${key}`)
      return variable ? encodeURIComponent(variable.value) : step
    })
    const query = url.query.filter(({ disabled }) => !disabled)
    const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')
    const answer = await mock.ask(`/${path.join('/')}${search ? `?${search}` : ''}`, {
      method,
      key: filled(bearer?.value ?? '', given),
      headers: Object.fromEntries(header.map(({ key, value }) => [key.toLowerCase(), value])),
      body: body?.raw,
    })
    answers.push([name, answer.status, answer.body])
    const [saved] = response
    expect([name, answer.status]).toEqual([name, saved?.code])
    if (method !== 'HEAD')
      expect([name, answer.body]).toEqual([name, JSON.parse(saved?.body ?? '')])
  }
  expect(answers.length).toBeGreaterThan(25)
})

test('optional parameters are present but disabled, and work when enabled', async () => {
  const mock = await startMock({ stateful: false })
  const list = collection.item
    .flatMap(({ item }) => item)
    .find(({ request }) => request.url.path.join('/') === 'v1/orders/list')
  const { query = [] } = list?.request.url ?? {}
  expect(query.map(({ key, disabled }) => [key, disabled])).toEqual([
    ['campaignId', true],
    ['email', true],
    ['orderStatus', true],
    ['limit', true],
    ['offset', true],
  ])
  const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')
  expect((await mock.ask(`/v1/orders/list?${search}`)).status).toBe(200)
})
