import { expect, test } from 'vitest'
import { setAccountTier } from '../../store/budget-tiers.ts'
import { customerBrowser } from '../../testing/customer-browser.ts'
import { testServer } from '../../testing/test-server.ts'

test('the limits page shows the limit of the address and is not counted', async () => {
  const server = await testServer({ demo: false, environment: { RATE_LIMIT_BUDGET: '1000' } })
  const browser = customerBrowser(server)
  await browser.signIn()
  expect((await browser.open('/limits')).text).toContain('1,000 of 1,000 requests left')
  await server.get('/v1/auth')
  const first = server.time.now
  server.time.now += 3_600_000
  await server.get('/v1/auth')
  const { text } = await browser.open('/limits')
  expect(text).toContain('998 of 1,000 requests left')
  expect(text).toContain('<meter min="0" max="1000" low="100" optimum="1000" value="998"')
  expect(text).toContain('2 requests were made in the last 24 hours')
  const free = new Date(Math.floor(first / 1000) * 1000 + 86_400_000).toISOString()
  expect(text).toContain(`stops counting in 23 hours, on <time datetime="${free}">`)
  expect((await browser.open('/limits')).text).toContain('998 of 1,000')
  expect((await server.get('/v1/auth')).headers['ratelimit-remaining']).toBe('997')
})

test('the limits page shows the requests of each hour as a picture and as a table', async () => {
  const server = await testServer({ demo: false, environment: { RATE_LIMIT_BUDGET: '5' } })
  const browser = customerBrowser(server)
  await browser.signIn()
  const before = (await browser.open('/limits')).text
  expect(before).toContain('<figcaption>No requests.</figcaption>')
  expect(before).toContain('No requests were made in the last 24 hours.')
  server.time.now = Date.UTC(2040, 0, 1, 12)
  await browser.signIn()
  await server.get('/v1/auth')
  await server.get('/v1/auth')
  server.time.now += 3 * 3_600_000
  await server.get('/v1/auth')
  const { text } = await browser.open('/limits')
  const numbers = [...text.matchAll(/<th scope="row">(.*?)<\/th><td>(\d+)<\/td>/g)]
  expect(numbers.map(([, , number]) => Number(number))).toEqual([...Array(20).fill(0), 2, 0, 0, 1])
  expect(numbers[20]?.[1]).toBe('11:00 to 12:00')
  const rectangle = /<rect x="(.*?)" y="(.*?)" width="0.8" height="(.*?)"/g
  const bars = [...text.matchAll(rectangle)].map(([, ...numbers]) => numbers.map(Number))
  expect(bars.slice(20)).toEqual([
    [20.1, 0, 100],
    [21.1, 100, 0],
    [22.1, 100, 0],
    [23.1, 50, 50],
  ])
  expect(text).toContain('<span>15:00 UTC</span><span>03:00</span><span>Now</span>')
  expect(text).toContain('The most were 2 from 11:00 to 12:00 UTC.')
  expect(text).not.toContain('The limit is reached')
  await server.get('/v1/auth')
  expect((await browser.open('/limits')).text).toContain('The oldest stops counting')
  await server.get('/v1/auth')
  expect((await server.get('/v1/auth')).status).toBe(429)
  const after = (await browser.open('/limits')).text
  expect(after).toContain('The limit is reached.')
  expect(after).not.toContain('The oldest stops counting')
})

test('the limits page shows the limit of the account’s tier', async () => {
  const server = await testServer({ demo: false, environment: { RATE_LIMIT_BUDGET: '1000' } })
  await server.store.write((transaction) =>
    setAccountTier(transaction, { account: server.account, budget: 10_000 }),
  )
  await server.get('/v1/auth')
  const browser = customerBrowser(server)
  await browser.signIn()
  expect((await browser.open('/limits')).text).toContain('9,999 of 10,000 requests left')
})
