import { randomUUID } from 'node:crypto'
import { demoKeys } from '../../mock/demo-keys.ts'
import { interceptOperations } from '../../mock/responses/operations.ts'
import { changeOrder, type OrderChange } from '../../mock/session/change-order.ts'
import { createDatabase, fillAccounts } from '../../mock/session/databases.ts'
import { Receivers } from '../../mock/session/receivers.ts'
import type { Actions } from '../../server/actions/actions.ts'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import type { AccountId } from '../../server/domain/ids.ts'
import { isRejection } from '../../server/domain/rejection.ts'
import { createOperations } from '../../server/operations/index.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { ofAllAccounts } from '../../server/store/statement.ts'
import type { Store } from '../../server/store/store.ts'
import { startPostgresCluster } from '../../tests/kit/postgres-cluster.ts'
import { serve } from '../../tests/kit/server/serve.ts'
import { type Running, SuiteError } from '../support/server.ts'

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
}: Wanted): Promise<Running> {
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

type Wanted = { template: Template; rateLimit?: number }

type Server = { actions: Actions; time: { now: number } }

export function orderLife({ actions, time }: Server, account: AccountId) {
  const life = (change: OrderChange) => async (id: string) => {
    const changed = await changeOrder(actions, account, id, change, time.now)
    if (isRejection(changed)) throw new Error(`The change was rejected: ${changed.rejected}`)
  }
  return { ship: life('ship'), deliver: life('deliver'), returnOrder: life('return') }
}

/** Demo data of which each server has a copy of its own. */
export type Template = {
  /** The suite's account, which has demo data. */
  account: AccountId
  /** Opens a copy, for one server. */
  copy(): Promise<{ store: Store; remove(): Promise<void> }>
  remove(): Promise<void>
}

/**
 * Makes a template. Copying it is faster than filling a new database.
 * @param database `sqlite`, or `postgres` for a PostgreSQL server that runs as long.
 */
export async function makeTemplate(database = 'sqlite'): Promise<Template> {
  if (database === 'postgres') return postgresTemplate()
  if (database !== 'sqlite')
    throw new SuiteError(`--database must be sqlite or postgres: ${database}`)
  const copy = () => createDatabase('demo', Date.now())
  const { account, remove } = await copy()
  await remove()
  return { account, copy, remove: async () => {} }
}

async function postgresTemplate(): Promise<Template> {
  const cluster = await startPostgresCluster()
  const open = async (name: string, copyOf?: string) => {
    await cluster.create(name, copyOf)
    return openPostgresStore(cluster.urlOf(name), { poolSize: 8 })
  }
  const filled = await open('template')
  const account = await filled.write((each) => fillAccounts(each, seedDemo, Date.now()))
  await filled.close()
  return {
    account,
    copy: async () => {
      const name = `copy_${randomUUID()}`
      return { store: await open(name, 'template'), remove: () => cluster.drop(name) }
    },
    remove: () => cluster.stop(),
  }
}

/** The key of the suite's account, and those of the controls. */
export const controlKeys = {
  key: demoKeys.demo,
  otherKey: demoKeys.other,
  emptyKey: demoKeys.empty,
  revokedKey: demoKeys.revoked,
  deactivatedKey: demoKeys.deactivated,
}
