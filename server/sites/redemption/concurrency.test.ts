import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { InventoryPage, Order } from '../../../generated/schemas.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { hiddenFieldValue, shippingAddress } from '../../testing/recipient-browser.ts'
import { inviteRecipient } from '../../testing/shop-with-invite.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const skus = ['T', 'M', 'L']
const sku = fc.constantFrom(...skus)
const quantity = fc.integer({ min: 1, max: 4 })
const recipientIndex = fc.nat({ max: 2 })

/** One action of a recipient or of an API client. */
const step = fc.oneof(
  fc.record({
    act: fc.constant('change' as const),
    recipient: recipientIndex,
    what: fc.constantFrom('add' as const, 'update' as const, 'remove' as const),
    sku,
    quantity,
  }),
  fc.record({
    act: fc.constant('redeem' as const),
    recipient: recipientIndex,
    clicks: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ act: fc.constant('order' as const), sku, quantity }),
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const allRedeemAtOnce: Step[] = [0, 1, 2].map((recipient) => ({
  act: 'redeem',
  recipient,
  clicks: 2,
}))

/** Creates an account with three recipients whose carts need more of T than the stock. */
const createScenario = async (server: TestServer) => {
  const { account, key } = await server.another()
  const small = smallAccount({ ...server, account })
  for (const each of skus) await small.variant(each)
  const campaign = await small.campaign(skus)
  await small.warehouse({ T: 5, M: 3 })
  await small.warehouse({ M: 2, L: 4 })
  const invites = [0, 1, 2].map(() => inviteRecipient(server, campaign, {}, key))
  const recipients = (await Promise.all(invites)).map(({ recipient }) => recipient)
  for (const recipient of recipients) await recipient.cart('add', 'T', 2)

  const redeem = async (index: number, clicks: number) => {
    const recipient = recipients[index]
    const text = (await recipient?.open('/checkout'))?.text ?? ''
    const form = { ...shippingAddress, seen: hiddenFieldValue(text, 'seen') }
    await Promise.all(Array.from({ length: clicks }, () => recipient?.post('/checkout', form)))
  }

  const act = async (each: Step) => {
    if (each.act === 'change')
      await recipients[each.recipient]?.cart(each.what, each.sku, each.quantity)
    else if (each.act === 'redeem') await redeem(each.recipient, each.clicks)
    else {
      const json = newOrder(campaign, each.sku, each.quantity)
      await server.request({ method: 'POST', path: '/v1/orders/create', json, key })
    }
  }

  const get = async (path: string) => (await server.request({ path, key })).body
  return { account, recipients, act, get }
}

const unitsIn = (orders: readonly z.output<typeof Order>[], of: string): number =>
  orders
    .flatMap(({ products }) => products)
    .reduce((sum, line) => sum + (line.sku === of ? line.quantity : 0), 0)

test('concurrent requests create at most one order per invite and allocate no unit twice', async () => {
  const server = await testServer({ demo: false })
  const turns = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 5 })
  let redeemed = 0
  await fc.assert(
    fc.asyncProperty(turns, async (history) => {
      const { account, recipients, act, get } = await createScenario(server)
      for (const turn of history) await Promise.all(turn.map(act))

      const orders = z.array(Order).parse(await get('/v1/orders/list?limit=1000'))
      const mine = server.published.filter((each) => each.account === account)
      const events = mine.map(({ event }) => event.event)
      const count = (name: string) => events.filter((event) => event === name).length
      const pages = await Promise.all(recipients.map((recipient) => recipient.open()))
      const used = pages.filter(({ text }) => text.includes('This invite has been used'))
      const byInvite = orders.filter(({ orderSource }) => orderSource === 'REDEMPTION')
      const numbers = used.map(({ text }) => text.match(/MF-\d+/)?.[0])
      redeemed += used.length

      expect(numbers.toSorted()).toEqual(byInvite.map((order) => order.orderNumber).toSorted())
      expect(count('invite.redeemed')).toBe(used.length)
      expect(count('order.created')).toBe(orders.length)

      const { items } = InventoryPage.parse(await get('/v1/inventory/list'))
      for (const each of skus) {
        const stock = items.filter((item) => item.sku === each)
        const allocated = stock.reduce((sum, item) => sum + item.allocated, 0)
        expect([each, allocated]).toEqual([each, unitsIn(orders, each)])
        for (const item of stock) expect(item.allocated).toBeLessThanOrEqual(item.on_hand)
      }
    }),
    { numRuns: inject('isThorough') ? 50 : 6, examples: [[[allRedeemAtOnce]]] },
  )
  expect(redeemed).toBeGreaterThan(1)
})
