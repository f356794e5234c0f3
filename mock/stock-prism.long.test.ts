import { expect, test } from 'vitest'
import { type Sent, send } from '../contract-tests/support/http.ts'
import { startProgram, waitForOutput } from '../tests/kit/run.ts'
import { demoKeys } from './demo-keys.ts'

const problem = 'application/problem+json'
const json = 'application/json'
const body = { method: 'POST', headers: { 'content-type': json } }

test('stock Prism gets its options, returns what the document declares, and has the limitations that the README lists', async () => {
  const child = startProgram('mock/stock-prism.ts', ['--port', '0', '--cors', 'false'])
  const printed = await waitForOutput(child, /listening on \S+/)
  const [, url = ''] = /listening on (\S+)/.exec(printed) ?? []
  const authorization = `Bearer ${demoKeys.demo}`
  const origin = 'http://a.example'
  const ask = ({ headers, ...sent }: Sent) =>
    send(url, { ...sent, headers: { authorization, origin, ...headers } })
  const noKey = { authorization: undefined }
  for (const [sent, status, type, text] of [
    [{ path: '/v1/orders/list', headers: noKey }, 401, 'text/html', /^Unauthorized$/],
    [{ ...body, path: '/v1/orders/cancel', body: '{"orderId":"ord_1"}' }, 201, json, /"CANCELLED"/],
    [
      { path: '/v1/orders/ord_1', headers: { prefer: 'code=404' } },
      404,
      json,
      /^{"message":"Order not found"}$/,
    ],
    // For invalid input, Prism returns the first example of a 400.
    [{ ...body, path: '/v1/contacts/create', body: '{"email":1}' }, 400, json, /"errors":\[/],
    [{ path: '/v1/nothing', headers: noKey }, 404, problem, /./],
    [{ method: 'PUT', path: '/v1/orders/list' }, 405, problem, /./],
    [{ path: '/v1/orders/list', headers: { authorization: 'Bearer short' } }, 200, json, /^\[/],
  ] as const) {
    const { headers, ...received } = await ask(sent)
    expect([sent, received.status, headers['content-type']]).toEqual([sent, status, type])
    expect(received.text).toMatch(text)
    expect([headers.allow, headers['access-control-allow-origin']]).toEqual([undefined, undefined])
  }
})
