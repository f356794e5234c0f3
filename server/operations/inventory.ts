import type { Operations } from '../../generated/operations.ts'
import type { Call } from '../http/api/env.ts'
import { listInventory } from '../store/inventory-list.ts'
import type { Services } from './services.ts'

export const inventoryOperations = ({ store }: Services) =>
  ({
    async listInventory({ query: { page, page_size, ...filter } }, { account }) {
      const body = await listInventory(store, account, filter, { page, page_size })
      return { status: 200, body }
    },
  }) satisfies Partial<Operations<Call>>
