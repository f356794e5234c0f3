import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { demoKeys } from './demo-keys.ts'
import { servedMock } from './testing/served-mock.ts'

test('a pending request completes when the mock is reset', async () => {
  const { mock, ask } = await servedMock({ stateful: true })
  mock.controls.setFailure('listOrders', { latencyMilliseconds: 300, fails: false, calls: 1 })
  const answer = ask('/v1/orders/list')
  await expect.poll(() => mock.controls.state.failures).toEqual({})
  await mock.loadScenario('empty')
  expect((await answer).status).toBe(200)
  expect((await ask('/v1/orders/list')).body).toEqual([])
})

test('concurrent resets run one after the other and stop every backend', async () => {
  const temporary = temporaryFolder()
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const { mock, ask } = await servedMock({ stateful: true })
  await Promise.all([
    mock.loadScenario('empty'),
    mock.loadScenario('large'),
    mock.loadScenario('empty'),
  ])
  expect((await ask('/v1/products/list')).body).toEqual([])
  expect(readdirSync(temporary)).toHaveLength(1)
  await mock.stop()
  expect(readdirSync(temporary)).toEqual([])
})

test('the request log masks API keys everywhere', async () => {
  const { mock, ask } = await servedMock()
  const { demo } = demoKeys
  await ask(`/v1/auth?key=${demo}`, {
    headers: { authorization: `Bearer ${demo} x`, 'x-api-key': demo },
    unchecked: true,
  })
  expect(JSON.stringify(mock.requests.entries)).not.toContain(demo.slice(0, 40))
})

test('the request log has the URL that the client used', async () => {
  const { mock, address, ask } = await servedMock()
  await ask('/v1/products/list?limit=1')
  expect(mock.requests.entries.at(-1)?.url).toBe(`${address}/v1/products/list?limit=1`)
})

test('the control API rejects requests from other sites', async () => {
  const { ask } = await servedMock()
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await ask('/__mock/reset', { method: 'POST', headers })).status).toBe(403)
  expect((await ask('/__mock/state', { headers })).status).toBe(200)
})
