import { deepEqual, equal, ok } from 'node:assert/strict'
import { InviteCreated, Order } from '../../../generated/schemas.ts'
import { withoutEvents } from '../../../server/actions/actions.ts'
import { shipOrder } from '../../../server/actions/change-order.ts'
import { importOrder } from '../../../server/actions/import-order.ts'
import { toId } from '../../../server/domain/ids.ts'
import { isRefusal } from '../../../server/domain/refusal.ts'
import { importedOrder } from '../../../server/testing/imported-order.ts'
import {
  hiddenFieldValue,
  recipientBrowser,
  shippingAddress,
} from '../../../server/testing/recipient-browser.ts'
import type { Ask } from './ask.ts'
import { type Race, statuses } from './racing.ts'

const cancel = (ask: Ask, orderId: string) =>
  ask({ method: 'POST', path: '/v1/orders/cancel', json: { orderId } })

/** Four orders want the last unit, two at each node. */
export const lastUnit: Race = async ({ asks, place }) => ({
  round: async () => {
    const responses = await Promise.all([...asks, ...asks].map((ask) => place(ask, 'L')))
    deepEqual(statuses(responses), [201, 400, 400, 400])
    const sold = responses.find(({ status }) => status === 201)
    equal((await cancel(asks[1], Order.parse(sold?.body).id)).status, 201)
  },
})

/** An invite is redeemed in two browsers, one at each node. */
export const doubleRedemption: Race = async ({ asks, shop, query }) => ({
  round: async () => {
    const { body } = await asks[0]({
      method: 'POST',
      path: '/v1/invites/create',
      json: { campaignId: shop.campaign, sendEmailNotification: false },
    })
    const { invite } = InviteCreated.parse(body)
    const browsers = asks.map((request) => recipientBrowser({ request }, invite.slug))
    await browsers[0]?.open('/products')
    await browsers[0]?.cart('add', 'T')
    const checkouts = await Promise.all(
      browsers.map(async (browser) => ({ browser, page: await browser.open('/checkout') })),
    )
    const ordered = await Promise.all(
      checkouts.map(({ browser, page: { text } }) =>
        browser.post('/checkout', { ...shippingAddress, seen: hiddenFieldValue(text, 'seen') }),
      ),
    )
    ok(ordered.every(({ status }) => status < 500))
    const redeemed = await query(
      `select order_id from redemptions where account_id = '${shop.account}' and invite_id = '${invite._id}'`,
    )
    equal(redeemed.length, 1)
  },
  end: async () => {
    const [counts] = await query(`
      select (select count(*)::int from orders where order_source = 'REDEMPTION' and account_id = '${shop.account}') as orders,
        (select count(*)::int from redemptions where account_id = '${shop.account}') as redemptions`)
    equal(counts?.orders, counts?.redemptions)
  },
})

/** An order is cancelled at a node while another process ships it. */
export const cancelOrShip: Race = async ({ asks, place, store, shop }) => ({
  round: async (round) => {
    const { id } = Order.parse((await place(asks[0], 'T')).body)
    const [cancelled, shipped] = await Promise.all([
      cancel(asks[round % 2] ?? asks[0], id),
      store.write((transaction) =>
        shipOrder(
          withoutEvents(transaction),
          shop.account,
          toId('ord', id),
          { trackingNumber: '1Z', carrierCode: 'ups' },
          Date.now(),
        ),
      ),
    ])
    equal(cancelled.status, isRefusal(shipped) ? 201 : 400)
  },
})

/** Two processes import the same order. */
export const sameImport: Race = async ({ store, shop }) => ({
  round: async (round) => {
    const order = importedOrder(`RACE-${round}`)
    const importer = { account: shop.account, campaign: toId('cmp', shop.campaign) }
    const once = () =>
      store.write((transaction) =>
        importOrder(withoutEvents(transaction), importer, order, Date.now()),
      )
    deepEqual((await Promise.all([once(), once()])).toSorted(), ['created', 'unchanged'])
  },
})
