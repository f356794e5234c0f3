import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readDataSet } from '../../bench/data-set.ts'
import { load } from '../../bench/load.ts'
import { WebhookList } from '../../generated/schemas.ts'
import { type AccountId, toId } from '../../server/domain/ids.ts'
import { newSecret } from '../../server/domain/webhook-secret.ts'
import { listAccounts } from '../../server/store/accounts.ts'
import { moveStock } from '../../server/store/inventory.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Transaction } from '../../server/store/store.ts'
import { insertSubscription } from '../../server/store/webhooks.ts'
import { type ServeOptions, serve } from '../../server/testing/serve.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'

const Examples = z.object({
  components: z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })) }),
})

const document = Examples.parse(
  JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')),
)

/** Returns the value of an example of the document. */
const example = (name: string): unknown => document.components.examples[name]?.value

/** The time of the examples. */
const now = Date.parse('2026-11-20T09:30:00Z')

/** The examples' data: an active campaign with two variants, contacts, and an open order. */
const data = () => {
  const products = example('ProductVariants')
  const [campaign] = z.array(z.looseObject({})).parse(example('Campaigns'))
  return readDataSet(
    JSON.stringify({
      variants: products,
      campaigns: [{ ...campaign, products }],
      contacts: example('Contacts'),
      orders: example('Orders'),
    }),
  )
}

/** Adds stock of each variant, and allocates the stock of the example's order. */
const addStock = async (transaction: Transaction, account: AccountId): Promise<void> => {
  const { variants, orders } = data()
  const at = new Date(now).toISOString()
  for (const { id, warehouse, products } of orders) {
    if (warehouse === null) continue
    const place = { account, warehouse: toId('whs', warehouse) }
    for (const { sku } of variants)
      await moveStock(
        transaction,
        { ...place, sku },
        { type: 'received', quantity: 1000, order: null, at },
      )
    for (const { sku, quantity } of products)
      await moveStock(
        transaction,
        { ...place, sku },
        { type: 'order_allocated', quantity, order: toId('ord', id), at },
      )
  }
}

/** Adds the example's subscription. Its URL differs from that of the example that creates another. */
const addSubscription = async (transaction: Transaction, account: AccountId): Promise<void> => {
  const { webhooks } = WebhookList.parse(example('Webhooks'))
  for (const subscription of webhooks) {
    const url = `${subscription.url}/first`
    const secret = newSecret()
    await insertSubscription(transaction, account, {
      ...subscription,
      id: toId('whk', subscription.id),
      url,
      canonicalUrl: url,
      secret,
    })
  }
}

/** Creates a database with everything that the document's examples refer to. */
export const makeExampleDatabase = async () => {
  const folder = makeTemporaryFolder()
  const file = join(folder.path, 'examples.db')
  const store = await openSqliteStore(file)
  const key = await load(store, data(), now)
  const [{ id: account } = { id: toId('acc', '') }] = await listAccounts(store)
  await store.write(async (transaction) => {
    await addStock(transaction, account)
    await addSubscription(transaction, account)
  })
  await store.close()
  let servers = 0
  return {
    key,
    /** Starts a server on a copy of the database, at the time of the examples. */
    serve: async (around?: ServeOptions['around']) => {
      const databaseFile = join(folder.path, `${servers++}.db`)
      copyFileSync(file, databaseFile)
      const server = await serve({ databaseFile, ...(around ? { around } : {}) })
      server.time.now = now
      return server
    },
    remove: folder.remove,
  }
}
