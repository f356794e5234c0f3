import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { withoutEvents } from '../../server/actions/actions.ts'
import { applyShop } from '../../server/actions/apply-shop.ts'
import { shipOrder } from '../../server/actions/ship-order.ts'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId, toId } from '../../server/domain/ids.ts'
import { isRejection } from '../../server/domain/rejection.ts'
import { emptyShop, startPlan } from '../../server/domain/shop-plan.ts'
import { readShopFile } from '../../server/imports/shop-file.ts'
import { newContact } from '../../server/operations/contacts.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import { listCampaigns } from '../../server/store/campaigns.ts'
import { insertContact } from '../../server/store/contacts.ts'
import { listInventory, putStock } from '../../server/store/inventory.ts'
import { listOrders } from '../../server/store/orders.ts'
import type { Transaction } from '../../server/store/store.ts'
import { InvalidRequest, unknownName } from '../responses/choose-reply.ts'
import type { ScenarioName } from '../types.ts'

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
    fill: demoAnd(async (transaction, account, now) => {
      const campaigns = await listCampaigns(transaction, account, '', 0)
      const campaign = campaigns.find(({ status }) => status === 'Active')
      for (let i = 0; campaign && i < 5000; i++) {
        const contact = {
          campaignId: campaign.id,
          firstName: 'Maya',
          lastName: `Okafor ${i + 1}`,
          email: `person.${i + 1}@example.com`,
          tags: [i % 2 === 0 ? 'engineering' : 'sales'],
        }
        await insertContact(transaction, account, newContact(contact, timestamp(now)))
      }
    }),
  },

  'out-of-stock': {
    shows: 'The demo, with nothing left to order',
    fill: demoAnd(async (transaction, account, now) => {
      const page = { page: 1, page_size: 10_000 }
      const { items } = await listInventory(transaction, account, {}, page)
      for (const { sku, warehouse, available } of items)
        if (available > 0)
          await putStock(
            transaction,
            account,
            { sku, warehouse: toId('whs', warehouse.warehouse_id) },
            [{ type: 'adjusted', quantity: -available, order: null, at: timestamp(now) }],
          )
    }),
  },

  'expired-campaign': {
    shows: 'The demo, with the active campaign past its expiration',
    fill: (transaction, now) => seedDemo(transaction, now - past),
  },

  'everything-shipped': {
    shows: 'The demo, with no order still waiting',
    fill: demoAnd(async (transaction, account, now) => {
      const page = { limit: 1000, offset: 0 }
      const waiting = { orderStatus: 'AWAITING_SHIPMENT' } as const
      for (const [i, { id }] of (await listOrders(transaction, account, waiting, page)).entries()) {
        const shipment = { trackingNumber: `1Z999AA1${20_000_000 + i}`, carrierCode: 'ups' }
        const shipped = await shipOrder(withoutEvents(transaction), account, id, shipment, now)
        if (isRejection(shipped))
          throw new Error(`The scenario cannot ship an order: ${shipped.rejected}`)
      }
    }),
  },
} as const satisfies Record<ScenarioName, { shows: string; fill: Fill }>

type Name = keyof typeof scenarios

export const scenarioDescriptions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(scenarios).map(([name, { shows }]) => [name, shows]),
)

export const isScenario = (name: string): name is Name => Object.hasOwn(scenarios, name)

/**
 * Returns the function that fills an account with a scenario.
 * @param scenario a name, or the path of a shop file.
 * @throws {InvalidRequest} if there is none, or the file is not valid.
 */
export const fillOf = async (scenario: string): Promise<Fill> => {
  if (isScenario(scenario)) return scenarios[scenario].fill
  if (isShopFile(scenario)) return readShop(scenario)
  const { message } = unknownName('scenario', scenario, Object.keys(scenarios))
  throw new InvalidRequest(`${message} Or give the path of a shop file, such as shop.yaml.`)
}

/** Creates the demo account, then changes it. */
function demoAnd(
  change: (transaction: Transaction, account: AccountId, now: number) => Promise<void>,
): Fill {
  return async (transaction, now) => {
    const account = await seedDemo(transaction, now)
    await change(transaction, account, now)
    return account
  }
}

/** Creates and fills an account. Returns its id. */
export type Fill = (transaction: Transaction, now: number) => Promise<AccountId>

/** Returns whether a scenario is the path of a shop file rather than a name. */
function isShopFile(scenario: string): boolean {
  return /\.(ya?ml|json)$/i.test(scenario)
}

/**
 * Reads a shop file, the format of `merch apply`.
 * @returns a function that fills an account with it.
 * @throws {InvalidRequest} with a line for each error: `file:line:column: expectation`.
 */
async function readShop(path: string): Promise<Fill> {
  const problems: string[] = []
  const { add, finish } = startPlan(emptyShop, problems)
  const source = { name: basename(path), bytes: read(path), folder: dirname(resolve(path)) }
  await readShopFile(source, add, problems)
  if (problems.length > 0) throw new InvalidRequest(problems.join('\n'))
  const plan = finish()
  return async (transaction, now) => {
    const id = newId('acc')
    const createdAt = timestamp(now)
    await insertAccount(transaction, { id, name: 'Demo', createdAt, email: 'demo@example.com' })
    await applyShop(withoutEvents(transaction), id, plan, now)
    return id
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new InvalidRequest(`Cannot read the scenario ${path}: ${reason}`)
  }
}
