import { expect, inject, test } from 'vitest'
import { Order } from '../../../generated/zod/schemas.ts'
import { newOrder } from '../../../tests/kit/request-bodies.ts'
import { hiddenFieldValue, shippingAddress } from '../../../tests/kit/server/recipient-browser.ts'
import { inviteRecipient } from '../../../tests/kit/server/shop-with-invite.ts'
import { smallAccount } from '../../../tests/kit/server/small-account.ts'
import { type TestServer, testServer } from '../../../tests/kit/server/test-server.ts'

/** Four recipients, who order twice each, and two clients of the API want 16 of 10 units at once. */
const race = async (server: TestServer, account: ReturnType<typeof smallAccount>, sku: string) => {
  const campaign = await account.campaign([await account.variant(sku)])
  await account.warehouse({ [sku]: 10 })
  const invites = Array.from({ length: 4 }, () => inviteRecipient(server, campaign))
  const recipients = (await Promise.all(invites)).map(({ recipient }) => recipient)
  const orders = await Promise.all(
    recipients.map(async (recipient) => {
      // Units that are added at once are added to each other.
      await Promise.all([1, 2, 3].map(() => recipient.cart('add', sku)))
      const { text } = await recipient.open('/checkout')
      expect(text).toContain('Quantity: 3')
      const seen = hiddenFieldValue(text, 'seen')
      return () => recipient.post('/checkout', { ...shippingAddress, seen })
    }),
  )
  const order = () => server.post('/v1/orders/create', newOrder(campaign, sku, 2))
  await Promise.all([
    ...[...orders, ...orders].map((place) => place()),
    order(),
    order(),
    recipients[0]?.cart('update', sku, 1),
  ])
  return { campaign, recipients }
}

test('concurrent requests create at most one order per invite and allocate no unit twice', async () => {
  const server = await testServer({ demo: false })
  const account = smallAccount(server)
  for (let round = 0; round < (inject('isThorough') ? 50 : 6); round++) {
    server.published.length = 0
    const { campaign, recipients } = await race(server, account, `T${round}`)
    const { body } = await server.get(`/v1/orders/list?campaignId=${campaign}`)
    const orders = Order.array().parse(body)
    const redeemed = orders.filter(({ orderSource }) => orderSource === 'REDEMPTION')
    const pages = await Promise.all(recipients.map((recipient) => recipient.open()))
    const numbers = pages.flatMap(({ text }) => text.match(/MF-\d+/)?.[0] ?? [])
    expect(numbers.toSorted()).toEqual(redeemed.map((each) => each.orderNumber).toSorted())
    expect(redeemed.length).toBeGreaterThan(0)
    const count = (name: string) => server.published.filter(({ event }) => event.event === name)
    expect(count('invite.redeemed')).toHaveLength(numbers.length)
    expect(count('order.created')).toHaveLength(orders.length)
    const lines = orders.flatMap(({ products }) => products)
    expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(10)
    expect(await server.database.findInconsistencies()).toEqual([])
  }
})
