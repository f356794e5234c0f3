import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const open = (path: string) => ({ path, unchecked: true, key: null })

test('the document is served as it is, without a key', async () => {
  const server = await testServer({ demo: false })
  const answer = await server.request(open('/openapi.json'))
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.body).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Merchandise fulfillment' },
  })
})

test.each([
  ['/docs.md', 'text/markdown; charset=utf-8', /^# Merchandise fulfillment\n/],
  ['/llms.txt', 'text/plain; charset=utf-8', /^# Merchandise fulfillment\n\n> /],
  ['/collection.json', 'application/json', /^\{/],
])(
  '%s is served for programs that read, without a key, and is not counted',
  async (path, type, start) => {
    const server = await testServer({ demo: false })
    const answer = await server.request(open(path))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
    expect(answer.text).toMatch(start)
    expect(answer.headers).not.toHaveProperty('ratelimit-remaining')
  },
)

test('what llms.txt leads to is there', async () => {
  const server = await testServer({ demo: false })
  const { text } = await server.request(open('/llms.txt'))
  const links = [...text.matchAll(/\]\((\/[^)#]+)(?:#([^)]+))?\)/g)]
  expect(links.length).toBeGreaterThan(30)
  const reference = (await server.request(open('/docs.md'))).text
  for (const [, path = '', place] of links) {
    if (place === undefined) expect((await server.request(open(path))).status, path).toBe(200)
    else expect([path, reference.includes(`<a id="${place}">`)]).toEqual(['/docs.md', true])
  }
})

test('the root leads to the docs', async () => {
  const server = await testServer({ demo: false })
  const answer = await server.request(open('/'))
  expect([answer.status, answer.headers.location]).toEqual([302, '/docs'])
})

test('it is healthy while it answers, and ready while the store does', async () => {
  const server = await testServer({ demo: false })
  expect((await server.request(open('/healthz'))).body).toEqual({ status: 'ok' })
  expect((await server.request(open('/readyz'))).body).toEqual({ status: 'ready' })
  await server.store.close()
  expect((await server.request(open('/healthz'))).status).toBe(200)
  const unready = await server.request(open('/readyz'))
  expect([unready.status, unready.body]).toEqual([503, { status: 'not ready' }])
})
