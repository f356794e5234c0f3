import { expect, test } from 'vitest'
import { customerBrowser } from '../../../tests/kit/server/customer-browser.ts'
import { testServer } from '../../../tests/kit/server/test-server.ts'

test('the portal lists the requests of the last day, by key and status, newest first', async () => {
  const server = await testServer()
  const { time, request, another, save } = server
  const stranger = await another()
  const ids: string[] = []
  for (const path of [
    '/v1/auth',
    '/v1/products/list?limit=x',
    '/v1/none',
    '/v1/auth?key=x&email=a@b.c',
  ]) {
    time.now += 1000
    const method = path.includes('limit') ? 'HEAD' : 'GET'
    const { headers } = await request({ method, path, unchecked: true })
    ids.push(String(headers['x-request-id']))
  }
  await save()
  await request({ path: '/v1/auth', key: stranger.key })
  await request({ path: '/v1/auth', key: 'mfk_wrong', unchecked: true })
  // Requests are recorded within a second.
  await expect.poll(server.database.rowCounts).toMatchObject({ api_requests: 5 })
  const browser = customerBrowser(server)
  await browser.signIn()
  const shown = async (query = '') => {
    const { text } = await browser.open(`/requests${query}`)
    expect(text).not.toContain('a@b.c')
    const rows = [...text.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row).slice(1)
    return rows.map((row) => {
      const [, ...result] = /badge (\w+)">(\d+)<\/span> (?:<code>)?(\w+)/.exec(row) ?? []
      return [ids.findIndex((id) => row.includes(id)), result.join(' ')]
    })
  }
  expect(await shown()).toEqual([
    [3, 'good 200 checkAuth'],
    [2, 'bad 404 None'],
    [1, 'bad 400 listProducts'],
    [0, 'good 200 checkAuth'],
  ])
  expect(await shown('?status=failed')).toEqual([
    [2, 'bad 404 None'],
    [1, 'bad 400 listProducts'],
  ])
  const [, key] = /\?key=(key_\w+)/.exec((await browser.open('/requests')).text) ?? []
  expect(await shown(`?key=${key}`)).toHaveLength(4)
  const { text } = await browser.open(`/requests?key=${key}`)
  expect(text.match(/<a class="action"[^>]*>/g)).toEqual([
    '<a class="action" href="/portal/requests">',
    `<a class="action" href="/portal/requests?key=${key}" aria-current="true">`,
    `<a class="action" href="/portal/requests?key=${key}&amp;status=failed">`,
  ])
  expect(await shown('?key=key_none')).toEqual([])
  expect(await shown('?key=%00')).toHaveLength(4)
  // Of each second, 100 are kept.
  for (let sent = 0; sent < 101; sent++) {
    if (sent === 100) await save()
    time.now += 1
    ids.push(String((await request({ path: '/v1/auth' })).headers['x-request-id']))
  }
  await save()
  expect((await shown())[0]).toEqual([104, 'good 200 checkAuth'])
  time.now += 86_400_000
  await browser.signIn()
  expect(await shown()).toEqual([])
  expect((await browser.open('/requests')).text).toContain('>None.<')
})
