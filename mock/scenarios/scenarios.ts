import { seedDemo } from '../../server/demo/seed-demo.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId } from '../../server/domain/ids.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import type { Transaction } from '../../server/store/store.ts'
import { addContacts } from './contacts.ts'
import { shipAllOrders } from './orders.ts'
import { removeAllStock } from './stock.ts'

/** Creates and fills an account. Returns its id. */
type Fill = (transaction: Transaction, now: number) => Promise<AccountId>

/** Creates the demo account, then changes it. */
const demoAnd =
  (more: (transaction: Transaction, account: AccountId, now: number) => Promise<void>): Fill =>
  async (transaction, now) => {
    const account = await seedDemo(transaction, now)
    await more(transaction, account, now)
    return account
  }

/** One day longer than the demo’s active campaign runs, in milliseconds. */
const past = 201 * 86_400_000

/** The initial data that a stateful mock can have. */
export const scenarios = {
  demo: { shows: 'Campaigns in three states, stock, contacts, invites and orders', fill: seedDemo },
  empty: {
    shows: 'An account that has nothing yet',
    fill: async (transaction, now) => {
      const id = newId('acc')
      await insertAccount(transaction, { id, name: 'Empty', createdAt: timestamp(now) })
      return id
    },
  },
  large: {
    shows: 'The demo, with 5,000 contacts in the active campaign',
    fill: demoAnd((transaction, account, now) => addContacts(transaction, account, now, 5000)),
  },
  'out-of-stock': { shows: 'The demo, with nothing left to order', fill: demoAnd(removeAllStock) },
  'expired-campaign': {
    shows: 'The demo, with the active campaign past its expiration',
    fill: (transaction, now) => seedDemo(transaction, now - past),
  },
  'everything-shipped': {
    shows: 'The demo, with no order still waiting',
    fill: demoAnd(shipAllOrders),
  },
} as const satisfies Record<string, { shows: string; fill: Fill }>

export type Scenario = keyof typeof scenarios

export const isScenario = (name: string): name is Scenario => Object.hasOwn(scenarios, name)
