import { expect, test } from 'vitest'
import { servedMock } from '../../tests/kit/mock/served-mock.ts'
import { demoKeys } from '../demo-keys.ts'

test.each([true, false])('each 400, 401 and 429 says why (stateful: %s)', async (stateful) => {
  const lines: string[] = []
  const { call, turn, mock } = await servedMock(
    { stateful, onLine: (line) => lines.push(line) },
    { RATE_LIMIT_BUDGET: '109' },
  )
  const { revoked, deactivated, unissued } = demoKeys
  for (const key of [null, 'short', 'x'.repeat(95), unissued, revoked, deactivated])
    await call('/auth', { key })
  await call('/auth', { headers: { authorization: 'Basic abc' } })
  await call('/contacts/create', { method: 'POST', json: { campaignId: 'cmp_1', email: 'nobody' } })
  await call('/auth', { headers: { prefer: 'code=401' } })
  await turn('rate-limit/exhaust')
  await call('/auth')
  const mask = (key: string) => `mfk_…${key.slice(-4)}`
  expect(lines).toEqual([
    'GET /v1/auth 401: the Authorization header is missing',
    'GET /v1/auth 401: the key … has 5 characters, not 96',
    'GET /v1/auth 401: the key xxxx…xxxx has 95 characters, not 96',
    `GET /v1/auth 401: the key ${mask(unissued)} is unknown`,
    `GET /v1/auth 401: the key ${mask(revoked)} is revoked`,
    `GET /v1/auth 401: the account of the key ${mask(deactivated)} is deactivated`,
    'GET /v1/auth 401: the Authorization header must begin with Bearer',
    expect.stringMatching(
      /^POST \/v1\/contacts\/create 400: Invalid request body; firstName: .*; email: /,
    ),
    'GET /v1/auth 401: the Prefer header asked for it',
    expect.stringMatching(
      /^GET \/v1\/auth 429: all 109 requests are used, and .* in 86,\d+ s\. Reset/,
    ),
  ])
  expect(mock.requests.entries.at(-1)?.reason).toMatch(/^all 109 requests are used/)
  await turn('rate-limit/reset')
  expect((await call('/auth')).headers['ratelimit-remaining']).toBe('108')
})
