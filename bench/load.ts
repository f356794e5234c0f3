import { issueKey } from '../server/actions/issue-key.ts'
import { timestamp } from '../server/domain/clock.ts'
import { type AccountId, newId, toId } from '../server/domain/ids.ts'
import { insertAccount } from '../server/store/accounts.ts'
import { putCampaign } from '../server/store/campaigns.ts'
import { changeRecipient, insertContact } from '../server/store/contacts.ts'
import { putWarehouse } from '../server/store/inventory.ts'
import { insertOrder } from '../server/store/orders.ts'
import type { Store, Transaction } from '../server/store/store.ts'
import { putVariant } from '../server/store/variants.ts'
import type { DataSet } from './data-set.ts'

/** Returns the listed variants, then those that only campaigns have, each SKU once. */
const allVariants = ({ variants, campaigns }: DataSet) => {
  const bySku = new Map(campaigns.flatMap(({ products }) => products).map((v) => [v.sku, v]))
  for (const variant of variants) bySku.delete(variant.sku)
  return [...variants, ...bySku.values()]
}

const loadCatalog = async (transaction: Transaction, account: AccountId, data: DataSet) => {
  for (const variant of allVariants(data)) await putVariant(transaction, account, variant)
  for (const campaign of data.campaigns) {
    const skus = campaign.products.map(({ sku }) => sku)
    const id = toId('cmp', campaign.id)
    await putCampaign(transaction, account, { ...campaign, id }, [...new Set(skus)])
  }
  const warehouses = new Set(data.orders.map(({ warehouse }) => warehouse))
  for (const name of warehouses)
    if (name !== null) await putWarehouse(transaction, account, { id: toId('whs', name), name })
}

/** The number of rows of a transaction. */
const batch = 100

const inBatches = async <Row>(
  store: Store,
  rows: readonly Row[],
  insert: (transaction: Transaction, row: Row) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += batch)
    await store.write((transaction) =>
      Promise.all(rows.slice(from, from + batch).map((row) => insert(transaction, row))),
    )
}

/**
 * Loads a data set with its ids into a new account.
 * @returns an API key of the account
 */
export const load = async (store: Store, data: DataSet, now: number): Promise<string> => {
  const account = newId('acc')
  const at = timestamp(now)
  const key = await store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name: 'Bench', createdAt: at })
    await loadCatalog(transaction, account, data)
    return issueKey(transaction, account, 'bench', now)
  })
  await inBatches(store, data.orders, async (transaction, order) => {
    const campaignId = toId('cmp', order.campaignId)
    await insertOrder(transaction, account, {
      ...order,
      id: toId('ord', order.id),
      campaignId,
      warehouse: order.warehouse === null ? null : toId('whs', order.warehouse),
    })
    const { email } = order.recipient
    await changeRecipient(transaction, account, campaignId, email, { orders: 1 })
  })
  await inBatches(store, data.contacts, (transaction, contact) =>
    insertContact(transaction, account, {
      ...contact,
      id: toId('con', contact.id),
      campaignId: toId('cmp', contact.campaignId),
      companyName: '',
      profilePicture: '',
      createdAt: at,
    }),
  )
  return key
}
