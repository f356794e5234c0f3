import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { demoKeys } from './demo-keys.ts'
import { servedMock } from './testing/served-mock.ts'

const Pair = z.object({ key: z.string(), value: z.string(), disabled: z.boolean().optional() })
const Item = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    header: z.array(Pair),
    body: z.object({ raw: z.string() }).optional(),
    url: z.object({
      host: z.tuple([z.string()]),
      path: z.array(z.string()),
      query: z.array(Pair).default([]),
      variable: z.array(Pair).default([]),
    }),
  }),
  response: z.array(z.object({ name: z.string(), code: z.number(), body: z.string() })),
})
const Collection = z.object({
  auth: z.object({ bearer: z.tuple([Pair]) }),
  item: z.array(z.object({ name: z.string(), item: z.array(Item) })),
})

const file = fileURLToPath(new URL('../dist/collection.json', import.meta.url))

test('every request of the collection gets the response of its first example', async () => {
  const { address, ask } = await servedMock()
  const { auth, item } = Collection.parse(JSON.parse(readFileSync(file, 'utf8')))
  const given = new Map([
    ['base_url', address],
    ['apiKey', demoKeys.demo],
  ])
  /** Replaces `{{variables}}` in a text, as Postman and Bruno do. */
  const filled = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => given.get(name) ?? `no ${name}`)
  const items = item.flatMap((folder) => folder.item)
  expect(items.length).toBeGreaterThan(25)
  for (const { name, request, response } of items) {
    const { method, url, header, body } = request
    expect(filled(url.host[0])).toBe(address)
    const path = url.path.map((step) => {
      const variable = url.variable.find(({ key }) => step === `:${key}`)
      return variable ? encodeURIComponent(variable.value) : step
    })
    // Optional parameters are disabled.
    const query = url.query.filter(({ disabled }) => !disabled)
    const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')
    const answer = await ask(`/${path.join('/')}?${search}`, {
      method,
      key: filled(auth.bearer[0].value),
      headers: Object.fromEntries(header.map(({ key, value }) => [key.toLowerCase(), value])),
      body: body?.raw,
    })
    const [saved] = response
    expect([name, answer.status]).toEqual([name, saved?.code])
    if (method !== 'HEAD') expect(answer.body, name).toEqual(JSON.parse(saved?.body ?? ''))
  }
})
