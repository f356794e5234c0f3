import { expect, test } from 'vitest'
import { servedMock } from '../../tests/kit/mock/served-mock.ts'
import { demoKeys } from '../demo-keys.ts'
import type { Drop } from '../types.ts'

const headers = { Authorization: `Bearer ${demoKeys.demo}`, 'Content-Type': 'application/json' }

const outcomes: [drop: Drop, response: string | RegExp, isDone: boolean][] = [
  ['request', /^fetch failed$/, false],
  ['before', /^fetch failed$/, true],
  ['within', /^terminated$/, true],
  ['after', '201', true],
]

test.each(outcomes)('a connection is dropped: %s', async (drop, outcome, isDone) => {
  const { address, turn, whole } = await servedMock({ stateful: true })
  const body = JSON.stringify({ url: 'https://a.example.com/', events: ['order.created'] })
  for (const [session, send] of [
    ['', (path: string, init?: object) => fetch(address + path, { headers, ...init })],
    ['x', (path: string, init?: object) => whole.session('x').fetch(path, { headers, ...init })],
  ] as const) {
    const { control } = session ? whole.session('x') : whole
    await control.queue({ operation: 'createWebhook', drop })
    const created = send('/v1/webhooks', { method: 'POST', body })
      .then(async (response) => {
        await response.text()
        return String(response.status)
      })
      .catch((error: Error) => error.message)
    expect(await created).toMatch(outcome)
    const listed = await (await send('/v1/webhooks')).text()
    expect(listed.includes('https://a.example.com/')).toBe(isDone)
  }
  expect((await turn('operations/any', { drop })).status).toBe(200)
})

test('a share of calls fails, the same ones for a seed; latency is within its range', async () => {
  const run = async (seed: string) => {
    const { call, turn, mock } = await servedMock({ seed })
    await turn('operations/any', { status: 500, share: 0.3, latencyMilliseconds: [1, 30] })
    const statuses: number[] = []
    for (let i = 0; i < 60; i++) statuses.push((await call('/auth')).status)
    expect(mock.queue.all).toMatchObject([{ operation: 'any', calls: null, share: 0.3 }])
    return statuses
  }
  const statuses = await run('a')
  const failures = statuses.filter((status) => status === 500).length
  expect(failures).toBeGreaterThan(8)
  expect(failures).toBeLessThan(30)
  expect(await run('a')).toEqual(statuses)
  expect(await run('b')).not.toEqual(statuses)
})
