import { interceptOperations } from '../../mock/responses/operations.ts'
import { Receivers } from '../../mock/session/receivers.ts'
import { createOperations } from '../../server/operations/index.ts'
import { ofAllAccounts } from '../../server/store/statement.ts'
import { serve } from '../../tests/kit/server/serve.ts'
import type { Running } from '../support/server.ts'
import { orderLife } from './order-life.ts'
import { controlKeys, makeTemplate, type Template } from './template.ts'

/**
 * Starts our own server for one run.
 * @param database `sqlite`, or `postgres` for a PostgreSQL server that runs as long.
 */
export const ownServer = async (database?: string): Promise<Running> => {
  const template = await makeTemplate(database)
  const server = await startOwnServer({ template })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await template.remove()
    },
  }
}

/** Starts our own server as a target with all controls. */
export async function startOwnServer({
  template,
  rateLimit = 10_000_000,
}: {
  template: Template
  rateLimit?: number
}): Promise<Running> {
  const { store, remove } = await template.copy()
  const { account } = template
  const failing = new Set<string>()
  const subscribers = new Receivers(Date.now, () => {})
  const server = await serve({
    // The store is that of the template.
    databaseFile: 'unused',
    environment: { RATE_LIMIT_BUDGET: String(rateLimit) },
    // Headers have the real time beside the service's.
    runs: true,
    deliverer: ({ store, log }) => subscribers.deliverer(store, log),
    parts: {
      store,
      operations: (services) =>
        interceptOperations(createOperations(services), (operationId, _input, _call, itself) => {
          if (failing.delete(operationId)) throw new Error('simulated failure')
          return itself()
        }),
    },
  })
  const { key, ...keys } = controlKeys
  return {
    url: server.url,
    key,
    controls: {
      ...keys,
      ...orderLife(server, account),
      advance: async (seconds) => {
        server.time.now += seconds * 1000
      },
      failNext: async (operationId) => {
        failing.add(operationId)
      },
      subscribersAnswer: async (status) => {
        subscribers.subscribersStatus = status
      },
      deliveries: async () => {
        await subscribers.settled()
        const { deliveries } = subscribers
        subscribers.deliveries = []
        return [...deliveries]
      },
      records: async () => {
        const inTable = (column: string, table: string) =>
          store.all<{ id: string }>(
            ofAllAccounts([`select ${column} as id from ${table} where account_id = '${account}'`]),
          )
        const tables = ['campaigns', 'contacts', 'orders', 'inventory_items', 'webhooks']
        const rows = await Promise.all([
          ...tables.map((table) => inTable('id', table)),
          inTable('sku', 'variants'),
        ])
        return rows.flat().map(({ id }) => id)
      },
      fresh: (rateLimit) => startOwnServer({ template, rateLimit }),
    },
    stop: async () => {
      await server.stop()
      await remove()
    },
  }
}
