import { expect, test } from 'vitest'
import { openBrowser } from '../../../tests/kit/browser.ts'
import { newOrder } from '../../../tests/kit/request-bodies.ts'
import { terminal } from '../../../tests/kit/server/terminal.ts'
import { createOrder, testShop } from '../../../tests/kit/server/test-shop.ts'

test('each order begins on a page of its own, on A4 and on letter paper', async (context) => {
  const browser = await openBrowser(context)
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const { products, ...short } = newOrder(campaign, 'T')
  const long = { ...short, shipTo: { ...short.shipTo, email: 'long@example.com' } }
  await createOrder(server, { ...short, products })
  await createOrder(server, { ...long, products: Array(60).fill(products[0]) })
  await createOrder(server, { ...short, products })
  const { ok } = terminal(undefined, server.database.url)
  const page = await browser.newPage()
  const pages = async (html: string, format: string) => {
    await page.setContent(html)
    const pdf = (await page.pdf({ format })).toString('latin1')
    return [...pdf.matchAll(/\/Type \/Page\b/g)].length
  }
  const all = await ok('orders', 'slips')
  const longest = await ok('orders', 'slips', '--email', 'long@example.com')
  for (const format of ['A4', 'Letter']) {
    const many = await pages(longest, format)
    expect(many, format).toBeGreaterThan(1)
    expect(await pages(all, format), format).toBe(many + 2)
  }
})
