import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

const ofAccount = statement<{ account: string }>()((db, slot) =>
  db
    .selectFrom('warehouses')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(['id', 'name']),
)

/** An account's warehouses in the order of their creation. */
export const listWarehouses = (
  reader: Reader,
  account: string,
): Promise<{ id: string; name: string }[]> => reader.all(ofAccount, { account })

const insert = statement<{ account: string; id: string; name: string }>()((db, slot) =>
  db
    .insertInto('warehouses')
    .values({ id: slot('id'), account_id: slot('account'), name: slot('name') }),
)

/** Adds a warehouse to an account. */
export const insertWarehouse = async (
  transaction: Transaction,
  account: string,
  warehouse: { id: string; name: string },
): Promise<void> => {
  await transaction.run(insert, { ...warehouse, account })
}
