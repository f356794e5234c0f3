import { expectTypeOf, test } from 'vitest'
import { type AccountId, type InviteId, newId, type OrderId, toId } from '../domain/ids.ts'
import type { findCampaign } from '../store/campaigns.ts'
import type { findOrder } from '../store/orders.ts'
import type { Reader } from '../store/store.ts'
import type { findSubscription } from '../store/webhooks/webhooks.ts'
import type { EventTransaction } from './actions.ts'
import type { cancelOrder } from './order-transitions.ts'

// The compiler decides these: a line that is wrong fails `npm run types`.
test('ids of two kinds cannot be swapped, and text is no id until it is taken as one', () => {
  type Cancel = Parameters<typeof cancelOrder>
  expectTypeOf<[EventTransaction, AccountId, OrderId, number]>().toExtend<Cancel>()
  expectTypeOf<[EventTransaction, OrderId, AccountId, number]>().not.toExtend<Cancel>()
  expectTypeOf<[EventTransaction, AccountId, string, number]>().not.toExtend<Cancel>()
  expectTypeOf<[Reader, OrderId, AccountId]>().not.toExtend<Parameters<typeof findOrder>>()
  expectTypeOf<[Reader, AccountId, InviteId]>().not.toExtend<Parameters<typeof findSubscription>>()
  expectTypeOf<[Reader, AccountId, OrderId]>().not.toExtend<Parameters<typeof findCampaign>>()
  expectTypeOf(newId('ord')).toEqualTypeOf<OrderId>()
  expectTypeOf(toId('acc', 'kept-by-an-import')).toEqualTypeOf<AccountId>()
  expectTypeOf<OrderId>().toExtend<string>()
})
