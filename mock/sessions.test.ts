import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../packages/client/index.ts'
import { servedMock } from '../tests/kit/mock/served-mock.ts'
import { createMock } from './create-mock.ts'
import { demoKeys } from './demo-keys.ts'
import type { MockSession } from './types.ts'

const headers = { Authorization: `Bearer ${demoKeys.demo}`, 'Content-Type': 'application/json' }

const clientOf = ({ fetch }: MockSession) =>
  createClient({ baseUrl: 'http://api.example.test', apiKey: demoKeys.demo, fetch })

const changes: Record<string, (session: MockSession, url: string) => Promise<unknown>> = {
  subscribe: (session, url) =>
    clientOf(session)
      .webhooks.create({ url, events: ['order.created'] })
      .catch(() => 'none left'),
  advance: ({ control }) => control.advance(86_400),
  queue: ({ control }) => control.queue({ operation: 'listProducts', example: 'nothing' }),
  receive: ({ control }, url) => control.addReceiver({ url }),
  exhaust: ({ control }) => control.exhaustRateLimit(),
}

/** Returns the state of a session that changes can alter. */
const stateOf = async (session: MockSession) => {
  const state = await session.control.state()
  const urls = await clientOf(session)
    .webhooks.list()
    .then(({ webhooks }) => webhooks.map(({ url }) => url))
    .catch(() => 'none left')
  const { length: logged } = await session.control.requests()
  const { queued, receivers, aheadSeconds } = state
  return { urls, logged, receivers, aheadSeconds, queued: queued.map(({ example }) => example) }
}

test('what 60 sessions do at the same time, each sees alone', async () => {
  await using mock = createMock({ limit: 50 })
  await using alone = createMock({ limit: 50 })
  const names = fc.constantFrom(...Object.keys(changes))
  const plans = fc.array(fc.array(names, { maxLength: 4 }), { minLength: 60, maxLength: 60 })
  const [plan = []] = fc.sample(plans, { numRuns: 1, seed: 45 })
  const run = async (session: MockSession, i: number) => {
    for (const name of plan[i] ?? []) await changes[name]?.(session, `https://s${i}.example.com/`)
    return stateOf(session)
  }
  const together = await Promise.all(plan.map((_, i) => run(mock.session(`test-${i}`), i)))
  for (const [i, state] of together.entries()) {
    if (i % 6 > 0) continue
    await alone.control.reset()
    await alone.control.resetRateLimit()
    expect(state).toEqual(await run(alone, i))
  }
})

test('a header, a path and the control API name the same session, whose pages link within it', async () => {
  const { address, ask, look } = await servedMock({ stateful: true })
  const created = await ask('/s/alice/v1/webhooks', {
    method: 'POST',
    json: { url: 'https://a.example.com/', events: ['order.created'] },
    unchecked: true,
  })
  expect(created.status).toBe(201)
  const listed = async (path: string, more = {}) => (await ask(path, { headers: more })).text
  expect(await listed('/v1/webhooks', { 'x-mock-session': 'alice' })).toMatch('a.example.com')
  expect(await listed('/v1/webhooks')).not.toMatch('a.example.com')
  const { body: state } = await ask('/s/alice/__mock/state', { key: null, unchecked: true })
  expect(state).toMatchObject({ session: 'alice', requests: 2 })
  expect((await look('sessions')).body).toEqual(['alice'])

  const campaigns = JSON.parse(await listed('/v1/campaigns/list'))
  const invited = await ask('/s/alice/v1/invites/create', {
    method: 'POST',
    json: { campaignId: campaigns[0].id, sendEmailNotification: false },
    unchecked: true,
  })
  const { inviteUrl } = JSON.parse(invited.text)
  expect(inviteUrl).toMatch(`${address}/s/alice/i/`)
  const page = await fetch(inviteUrl)
  expect(page.status).toBe(200)
  const text = await page.text()
  expect(text).toContain('action="/s/alice/i/')
  expect(text).not.toMatch(/(href|src|action)="\/(?!s\/alice\/)/)

  expect((await ask('/__mock/sessions/alice', { method: 'DELETE', key: null })).body).toEqual([])
  expect(await listed('/v1/webhooks', { 'x-mock-session': 'alice' })).not.toMatch('a.example.com')
  expect(await ask('/s/%F0%9F%90%B1/v1/auth', { unchecked: true })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^A session's name has at most 100 of/) },
  })
})

test('a session is dropped after ten minutes without a request, and the oldest one if there are more than 500', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await using mock = createMock({ stateful: false })
  const sessions = async () =>
    JSON.parse(await (await mock.fetch('/__mock/sessions')).text()) satisfies string[]
  await mock.session('idle').fetch('/v1/auth', { headers })
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  await mock.session('busy').fetch('/v1/auth', { headers })
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(await sessions()).toEqual(['busy'])
  for (let i = 0; i < 500; i++) await mock.session(`s${i}`).fetch('/v1/auth', { headers })
  expect(await sessions()).toEqual(Array.from({ length: 500 }, (_, i) => `s${i}`))
})
