import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startMock } from '../testing/start-mock.ts'

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
