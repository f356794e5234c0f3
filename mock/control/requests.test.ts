import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { demoKeys } from '../demo-keys.ts'
import { startMock } from '../testing/start-mock.ts'

const Pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }))
const Size = z.int().min(-1)

/** The part of HTTP Archive 1.2 that the mock uses. */
const Har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime(),
        time: z.number().min(0),
        request: z.strictObject({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          cookies: z.tuple([]),
          headers: Pairs,
          queryString: Pairs,
          postData: z.strictObject({ mimeType: z.string(), text: z.string() }).optional(),
          headersSize: Size,
          bodySize: Size,
        }),
        response: z.strictObject({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.tuple([]),
          headers: Pairs,
          content: z.strictObject({ size: Size, mimeType: z.string(), text: z.string() }),
          redirectURL: z.string(),
          headersSize: Size,
          bodySize: Size,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ send: z.number(), wait: z.number(), receive: z.number() }),
      }),
    ),
  }),
})

test('requests are listed oldest first with their responses', async () => {
  const { call, look } = await startMock()
  await call('/products/list?limit=1')
  await call('/auth', { key: null })
  expect((await look('requests')).body).toMatchObject([
    {
      method: 'GET',
      url: expect.stringMatching(/\/v1\/products\/list\?limit=1$/),
      operation: 'listProducts',
      status: 200,
      requestHeaders: { authorization: 'Bearer …' },
      responseHeaders: { 'ratelimit-limit': '1000' },
      responseBody: expect.stringMatching(/^\[\{/),
    },
    { status: 401 },
  ])
})

test('the last 100 requests are logged until a reset', async () => {
  const { call, look, turn } = await startMock({ stateful: false })
  for (let count = 0; count < 103; count++) await call('/auth')
  const Numbers = z.array(z.object({ number: z.int() }))
  const numbers = Numbers.parse((await look('requests')).body).map(({ number }) => number)
  expect([numbers.length, numbers.at(0), numbers.at(-1)]).toEqual([100, 4, 103])
  await turn('reset')
  expect((await look('requests')).body).toEqual([])
})

test('the HAR file is HAR 1.2 and contains no API key', async () => {
  const { call, look } = await startMock()
  await call('/products/list?limit=1&offset=0')
  await call('/webhooks', {
    method: 'POST',
    json: { url: 'https://example.com/hook', events: ['order.shipped'] },
  })
  for (const key of Object.values(demoKeys)) await call('/auth', { key })

  const file = await look('requests.har')
  expect(file.headers['content-disposition']).toBe('attachment; filename="mock.har"')
  const { entries } = Har.parse(file.body).log
  expect(entries).toHaveLength(2 + Object.keys(demoKeys).length)
  expect(entries[0]?.request.queryString).toEqual([
    { name: 'limit', value: '1' },
    { name: 'offset', value: '0' },
  ])
  expect(JSON.parse(entries[1]?.request.postData?.text ?? '')).toMatchObject({
    url: 'https://example.com/hook',
  })
  for (const key of Object.values(demoKeys)) expect(file.text).not.toContain(key)
})

/** Yields the events of a server-sent event stream. */
const follow = async (url: string) => {
  const ending = new AbortController()
  const response = await fetch(url, { signal: ending.signal })
  const heard = new EventEmitter()
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (text + chunk).split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) heard.emit('message', message)
    }
  }
  void read().catch(() => heard.emit('end'))
  return { response, next: () => once(heard, 'message'), end: () => ending.abort() }
}

test('new requests are streamed', async () => {
  const { address, call } = await startMock({ stateful: false })
  const { response, next, end } = await follow(`${address}/__mock/requests/stream`)
  expect(response.headers.get('Content-Type')).toBe('text/event-stream')
  expect(await next()).toEqual([expect.stringMatching(/^event: ready\n/)])

  for (const [path, operation] of [
    ['/products/list', 'listProducts'],
    ['/campaigns/list', 'listCampaigns'],
  ] as const) {
    const told = next()
    await call(path)
    const [message] = z.tuple([z.string()]).parse(await told)
    expect(JSON.parse(message.replace(/^data: /, ''))).toMatchObject({ operation, status: 200 })
  }
  end()
  expect((await call('/products/list')).status).toBe(200)
})
