import { issueKey } from '../server/actions/issue-key.ts'
import { timestamp } from '../server/domain/clock.ts'
import { type AccountId, newId, toId } from '../server/domain/ids.ts'
import { insertAccount } from '../server/store/accounts.ts'
import { insertCampaign } from '../server/store/campaigns.ts'
import { insertContact } from '../server/store/contacts.ts'
import { insertWarehouse } from '../server/store/inventory.ts'
import { insertOrder } from '../server/store/orders.ts'
import type { Store, Transaction } from '../server/store/store.ts'
import { insertVariant } from '../server/store/variants.ts'
import type { DataSet } from './data-set.ts'

/** Returns the listed variants, then those that only campaigns have, each SKU once. */
const allVariants = ({ variants, campaigns }: DataSet) => {
  const bySku = new Map(campaigns.flatMap(({ products }) => products).map((v) => [v.sku, v]))
  for (const variant of variants) bySku.delete(variant.sku)
  return [...variants, ...bySku.values()]
}

const loadRows = async (
  transaction: Transaction,
  account: AccountId,
  data: DataSet,
  at: string,
) => {
  for (const variant of allVariants(data)) await insertVariant(transaction, account, variant)
  for (const campaign of data.campaigns) {
    const skus = campaign.products.map(({ sku }) => sku)
    const id = toId('cmp', campaign.id)
    await insertCampaign(transaction, account, { ...campaign, id }, [...new Set(skus)])
  }
  const warehouses = new Set(data.orders.map(({ warehouse }) => warehouse))
  for (const name of warehouses)
    if (name !== null) await insertWarehouse(transaction, account, { id: toId('whs', name), name })
  // Load orders first: a new contact counts the existing orders.
  for (const order of data.orders)
    await insertOrder(transaction, account, {
      ...order,
      id: toId('ord', order.id),
      campaignId: toId('cmp', order.campaignId),
      warehouse: order.warehouse === null ? null : toId('whs', order.warehouse),
    })
  for (const contact of data.contacts)
    await insertContact(transaction, account, {
      ...contact,
      id: toId('con', contact.id),
      campaignId: toId('cmp', contact.campaignId),
      companyName: '',
      profilePicture: '',
      createdAt: at,
    })
}

/**
 * Loads a data set with its ids into a new account.
 * @returns an API key of the account
 */
export const load = (store: Store, data: DataSet, now: number): Promise<string> =>
  store.write(async (transaction) => {
    const account = newId('acc')
    const at = timestamp(now)
    await insertAccount(transaction, { id: account, name: 'Bench', createdAt: at })
    await loadRows(transaction, account, data, at)
    return issueKey(transaction, account, 'bench', now)
  })
