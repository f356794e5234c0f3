import { expect, test } from 'vitest'
import { shippingAddress } from '../../tests/kit/server/recipient-browser.ts'
import { shopWithInvite } from '../../tests/kit/server/shop-with-invite.ts'
import { cartStamp } from '../domain/cart.ts'
import { toId } from '../domain/ids.ts'
import { changeCart } from './change-cart.ts'
import { redeemInvite } from './redeem-invite.ts'

test('an invite that expires before the transaction is neither changed nor redeemed', async () => {
  const { server, campaign, invite, recipient } = await shopWithInvite()
  const { actions, account } = server
  await recipient.cart('add', 'T')
  const keys = { account, id: toId('inv', invite._id), campaignId: campaign }
  const now = Date.parse(invite.expiresAt) + 1
  const change = { sku: 'T', do: 'add', quantity: 1 } as const
  const { run } = actions.as({ name: 'test' })
  const changed = run((transaction) => changeCart(transaction, keys, change, '/', now))
  expect(await changed).toEqual({ rejected: 'invite-expired' })
  const seen = cartStamp([{ sku: 'T', quantity: 1 }])
  const request = { shipTo: shippingAddress, seen, session: 'session' }
  const redeemed = run((transaction) => redeemInvite(transaction, keys, request, now))
  expect(await redeemed).toEqual({ rejected: 'invite-expired' })
  expect((await recipient.order()).status).toBe(303)
})
