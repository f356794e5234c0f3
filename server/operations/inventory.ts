import type { Operations } from '../../generated/operations.ts'
import { toId } from '../domain/ids.ts'
import type { Call } from '../http/call.ts'
import { listInventory } from '../store/inventory.ts'
import type { Services } from './services.ts'

export const inventoryOperations = ({ store }: Services) =>
  ({
    async listInventory({ query: { page, page_size, warehouse_id, ...filter } }, { account }) {
      const warehouse = warehouse_id === undefined ? undefined : toId('whs', warehouse_id)
      const body = await listInventory(
        store,
        account,
        { ...filter, warehouse_id: warehouse },
        { page, page_size },
      )
      return { status: 200, body }
    },
  }) satisfies Partial<Operations<Call>>
