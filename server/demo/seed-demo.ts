import type { Campaign } from '../domain/campaign.ts'
import { timestamp } from '../domain/clock.ts'
import { type AccountId, newId } from '../domain/ids.ts'
import { insertAccount } from '../store/accounts.ts'
import { insertCampaign } from '../store/campaigns.ts'
import { insertContact } from '../store/contacts.ts'
import { insertWarehouse } from '../store/inventory.ts'
import type { Transaction } from '../store/store.ts'
import { insertVariant } from '../store/variants.ts'
import { type Demo, day } from './demo.ts'
import { demoPeople } from './demo-people.ts'
import { demoVariants } from './demo-variants.ts'
import { seedInvites } from './seed-invites.ts'
import { seedOrders } from './seed-orders.ts'
import { seedStock } from './seed-stock.ts'

const campaigns = (now: number): Omit<Campaign, 'products'>[] => [
  {
    id: newId('cmp'),
    name: 'New starter kit',
    expiration: timestamp(now + 200 * day),
    status: 'Active',
    allowOutOfStockOrders: false,
  },
  {
    id: newId('cmp'),
    name: 'Winter gifts',
    expiration: timestamp(now + 60 * day),
    status: 'Paused',
    allowOutOfStockOrders: true,
  },
  {
    id: newId('cmp'),
    name: 'Summer summit',
    expiration: timestamp(now - 45 * day),
    status: 'Expired',
    allowOutOfStockOrders: false,
  },
  {
    id: newId('cmp'),
    name: 'Made to order',
    expiration: timestamp(now + 400 * day),
    status: 'Active',
    allowOutOfStockOrders: true,
  },
]

/**
 * Creates an account with campaigns in three states, forty variants, two warehouses with stock,
 * contacts, invites, and orders in every status.
 * @param now the time of the demo in milliseconds. All orders are older.
 * @returns the account's id.
 */
export const seedDemo = async (transaction: Transaction, now: number): Promise<AccountId> => {
  const account = newId('acc')
  await insertAccount(transaction, {
    id: account,
    name: 'Harbor & Pine',
    createdAt: timestamp(now),
  })

  const variants = demoVariants()
  for (const variant of variants) await insertVariant(transaction, account, variant)
  const skus = variants.map(({ sku }) => sku)

  const warehouses = [newId('whs'), newId('whs')] as const
  await insertWarehouse(transaction, account, { id: warehouses[0], name: 'Portland' })
  await insertWarehouse(transaction, account, { id: warehouses[1], name: 'Rotterdam' })

  const [active, paused, expired, open] = campaigns(now)
  if (!active || !paused || !expired || !open) throw new Error('The demo has four campaigns')
  await insertCampaign(transaction, account, active, skus)
  await insertCampaign(
    transaction,
    account,
    paused,
    skus.filter((sku) => /^(HOD|BNE|SCK|MUG|BOX)/.test(sku)),
  )
  await insertCampaign(
    transaction,
    account,
    expired,
    skus.filter((sku) => /^(TEE|TOT|BTL)/.test(sku)),
  )
  await insertCampaign(
    transaction,
    account,
    open,
    skus.filter((sku) => /^(HOD|MUG|BOX)/.test(sku)),
  )

  const people = demoPeople()
  for (const [i, person] of people.entries()) {
    const campaign = i < 40 ? active : i < 52 ? paused : expired
    const createdAt = timestamp(now - (70 - i) * day)
    await insertContact(transaction, account, {
      ...person,
      id: newId('con'),
      campaignId: campaign.id,
      createdAt,
    })
  }

  const demo: Demo = { account, now, warehouses, campaign: active.id, skus, people }
  await seedStock(transaction, demo)
  await seedInvites(transaction, demo)
  await seedOrders(transaction, demo)
  return account
}
