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

const problem = 'application/problem+json'
const json = { 'content-type': 'application/json' }
const noKey = { authorization: undefined }

test('stock Prism returns what the document declares, and has the limitations that the README lists', async () => {
  const { ask } = await startPrism()
  for (const [sent, status, type, text] of [
    [{ path: '/v1/orders/list', headers: noKey }, 401, 'text/html', /^Unauthorized$/],
    [
      { method: 'POST', path: '/v1/orders/cancel', headers: json, body: '{"orderId":"ord_1"}' },
      201,
      json['content-type'],
      /"CANCELLED"/,
    ],
    [
      { path: '/v1/orders/ord_1', headers: { prefer: 'code=404' } },
      404,
      json['content-type'],
      /^{"message":"Order not found"}$/,
    ],
    [
      { path: '/v1/products/list', headers: { prefer: 'code=404' } },
      404,
      problem,
      /Requested status code 404 is not defined in the document/,
    ],
    // For invalid input, Prism returns the first example of a 400.
    [
      { method: 'POST', path: '/v1/contacts/create', headers: json, body: '{"campaignId":"c"}' },
      400,
      json['content-type'],
      /"errors":\[/,
    ],
    [{ path: '/v1/nothing', headers: noKey }, 404, problem, /./],
    [{ method: 'PUT', path: '/v1/orders/list' }, 405, problem, /./],
    [
      { path: '/v1/orders/list', headers: { authorization: 'Bearer short' } },
      200,
      json['content-type'],
      /^\[/,
    ],
  ] as const) {
    const received = await ask(sent)
    expect([sent, received.status, received.headers['content-type']]).toEqual([sent, status, type])
    expect(received.text).toMatch(text)
    expect(received.headers.allow).toBeUndefined()
  }
  const left = async () => (await ask({ path: '/v1/orders/list' })).headers['ratelimit-remaining']
  expect(await left()).toBe(await left())
})

test('options are passed to Prism, and signals stop it', async () => {
  const { child, ask } = await startPrism(['--cors', 'false', '--verboseLevel', 'info'])
  const origin = 'http://a.example'
  const { headers } = await ask({ path: '/v1/orders/list', headers: { origin } })
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
