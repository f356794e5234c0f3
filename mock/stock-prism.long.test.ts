import { expect, test } from 'vitest'
import { type Sent, send } from '../testkit/http.ts'
import { runProgram, startProgram, waitForOutput } from '../testkit/run.ts'
import { demoKeys } from './demo-keys.ts'

/** Starts stock Prism on a free port. */
const startPrism = async (args: readonly string[] = []) => {
  const child = startProgram('mock/stock-prism.ts', args, { PORT: '0' })
  const printed = await waitForOutput(child, /listening on \S+/)
  const [, url = ''] = /listening on (\S+)/.exec(printed) ?? []
  const ask = ({ headers, ...sent }: Sent) =>
    send(url, { ...sent, headers: { authorization: `Bearer ${demoKeys.demo}`, ...headers } })
  return { child, ask }
}

test('stock Prism returns what the document declares, and has the limitations that the README lists', async () => {
  const { ask } = await startPrism()

  const unauthorized = await ask({ path: '/v1/orders/list', headers: { authorization: undefined } })
  expect([unauthorized.status, unauthorized.text]).toEqual([401, 'Unauthorized'])
  expect(unauthorized.headers['content-type']).toMatch(/^text\/html\b/)

  const cancelled = await ask({
    method: 'POST',
    path: '/v1/orders/cancel',
    headers: { 'content-type': 'application/json' },
    body: '{"orderId":"ord_1"}',
  })
  expect(cancelled.status).toBe(201)
  expect(JSON.parse(cancelled.text)).toMatchObject({ status: 'CANCELLED' })

  const preferred = { headers: { prefer: 'code=404' } }
  const order = await ask({ path: '/v1/orders/ord_1', ...preferred })
  expect([order.status, order.text]).toEqual([404, '{"message":"Order not found"}'])
  const products = await ask({ path: '/v1/products/list', ...preferred })
  expect(products.text).toContain('Requested status code 404 is not defined in the document')

  const body = await ask({
    method: 'POST',
    path: '/v1/contacts/create',
    headers: { 'content-type': 'application/json' },
    body: '{"campaignId":"cmp_1"}',
  })
  // For invalid input, Prism returns the first example of a 400.
  expect([body.status, JSON.parse(body.text)]).toMatchObject([400, { errors: expect.any(Array) }])

  const unknown = await ask({ path: '/v1/nothing', headers: { authorization: undefined } })
  expect([unknown.status, unknown.headers['content-type']]).toEqual([
    404,
    'application/problem+json',
  ])
  const method = await ask({ method: 'PUT', path: '/v1/orders/list' })
  expect([method.status, method.headers['content-type'], method.headers.allow]).toEqual([
    405,
    'application/problem+json',
    undefined,
  ])
  const anyKey = await ask({ path: '/v1/orders/list', headers: { authorization: 'Bearer short' } })
  expect(anyKey.status).toBe(200)
  const left = async () => (await ask({ path: '/v1/orders/list' })).headers['ratelimit-remaining']
  expect(await left()).toBe(await left())
  const charset = await ask({ path: '/v1/auth', headers: { authorization: undefined } })
  expect(charset.headers['content-type']).toBe('text/html')
})

test('options are passed to Prism, and signals stop it', async () => {
  const { child, ask } = await startPrism([
    '--dynamic',
    '--cors',
    'false',
    '--verboseLevel',
    'info',
  ])
  const { headers } = await ask({
    path: '/v1/orders/list',
    headers: { origin: 'http://a.example' },
  })
  expect(headers['access-control-allow-origin']).toBeUndefined()
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await ended
  await expect(ask({ path: '/v1/auth' })).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/)
})

test('--help shows the usage; an address that cannot be used is reported in one line', async () => {
  const help = await runProgram('mock/stock-prism.ts', ['--help'])
  expect([help.status, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toMatch(/^Usage: npm run mock:cli/)
  const wrong = await runProgram('mock/stock-prism.ts', [], { PORT: 'many' })
  expect(wrong.status).toBe(1)
  expect(wrong.stderr).toMatch(/^PORT must be .*\n$/)
})
