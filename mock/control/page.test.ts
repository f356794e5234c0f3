import { expect, test } from 'vitest'
import { operationIds } from '../../generated/operations.ts'
import { webhooks } from '../../generated/webhooks.ts'
import { scenarios } from '../scenarios.ts'
import { startMock } from '../testing/start-mock.ts'

test('the page is at /__mock/, and /__mock redirects there', async () => {
  const { ask, look } = await startMock({ stateful: false })
  const moved = await ask('/__mock', { key: null })
  expect([moved.status, moved.headers.location]).toEqual([302, '/__mock/'])
  const page = await look('')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8'])
})

test('the page and its assets can only call this mock and are not cached', async () => {
  const { ask, look } = await startMock({ stateful: false })
  const { text } = await look('')
  const loaded = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path]) => path ?? '')
  expect(loaded.filter((path) => !path.startsWith('/'))).toEqual([])
  expect(text).not.toMatch(/<script>|<style|style="| on\w+="/)
  const assets = loaded.filter((path) => path.startsWith('/__mock/page/'))
  expect(assets).toHaveLength(5)
  for (const path of ['/__mock/', ...assets]) {
    const { status, headers } = await ask(path, { key: null })
    expect([path, status]).toEqual([path, 200])
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';/,
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('only the page’s assets are served from its folder', async () => {
  const { look } = await startMock({ stateful: false })
  for (const path of [
    'page/tsconfig.json',
    'page/..%2fcontrol-page.ts',
    'page/%2e%2e/control-page.ts',
  ])
    expect((await look(path)).status).toBe(404)
})

test('every scenario, operation and event can be selected', async () => {
  const { look } = await startMock()
  const { text } = await look('')
  for (const value of [...Object.keys(scenarios), ...operationIds, ...Object.keys(webhooks)])
    expect(text).toContain(`<option value="${value}"`)
  expect(text).not.toContain('<fieldset disabled>')
})

test('in a stateless mock, scenarios and orders are disabled with the reason', async () => {
  const { look } = await startMock({ stateful: false })
  const { text } = await look('')
  const disabled = text.match(/<fieldset disabled>[\s\S]*?<\/fieldset>/g) ?? []
  expect(disabled).toHaveLength(2)
  expect(disabled[0]).toMatch(
    /no data\. Start it with <code>npm run mock -- --stateful<[\s\S]*name="scenario"/,
  )
  expect(disabled[1]).toMatch(/--stateful[\s\S]*name="id"/)
})
