import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Operations } from '../../generated/operations.ts'
import { interceptOperations } from '../../mock/operations.ts'
import type { Deliverer } from '../../server/events/dispatch/deliverer.ts'
import type { Delivery, Send } from '../../server/events/dispatch/delivery.ts'
import { createDispatcher, type Dispatcher } from '../../server/events/dispatch/dispatcher.ts'
import type { Call, Env } from '../../server/http/kit/env.ts'
import { createOperations } from '../../server/operations/index.ts'
import { serve } from '../../server/testing/serve.ts'
import { startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { type Running, SuiteError } from '../support/target.ts'
import { orderLife } from './order-life.ts'
import { makePostgresTemplate, makeTemplate, type Template } from './template.ts'

/** Makes operations throw unexpected errors. */
export class FaultSwitch {
  readonly #failing = new Set<string>()

  /** Makes the next call of an operation throw. */
  failNext(operationId: string): void {
    this.#failing.add(operationId)
  }

  /** Wraps operations with the switch. */
  around(operations: Operations<Call>): Operations<Call> {
    return interceptOperations(operations, (operationId, _input, _call, itself) => {
      if (this.#failing.delete(operationId)) throw new Error('simulated failure')
      return itself()
    })
  }
}

type Parts = Omit<Parameters<typeof createDispatcher>[0], 'send'>

/** Simulates subscribers without a network, and records deliveries. */
export class Subscribers {
  /** The status code that subscribers return, or null if they are unreachable. */
  response: number | null = 200
  #received: Delivery[] = []
  #dispatcher: Dispatcher | undefined

  /** Returns the real dispatcher, connected to these subscribers. */
  dispatcher(parts: Parts): Dispatcher {
    const send: Send = async (url, sign) => {
      if (this.response === null) throw new Error('Connection mustReject')
      this.#received.push({ url, ...(await sign()) })
      return this.response
    }
    this.#dispatcher = createDispatcher({ ...parts, send })
    return this.#dispatcher
  }

  /** Returns the deliveries since the last call, after pending ones are done. */
  async take(): Promise<Delivery[]> {
    await this.#dispatcher?.settled()
    const received = this.#received
    this.#received = []
    return received
  }
}

export type OwnServerOptions = {
  template: Template
  budget?: number
  /** Changes the rate limit. */
  budgeted?: (budget: number) => number
  /** Replaces the operations. */
  operations?: typeof createOperations
  /** Wraps the sender of events and test deliveries. */
  deliverer?: (deliverer: Deliverer) => Deliverer
  /** Wraps the app. */
  around?: (app: Hono<Env>) => Pick<Hono<Env>, 'fetch'>
}

/** Starts our own server as a target with all controls. */
export const startOwnServer = async (options: OwnServerOptions): Promise<Running> => {
  const { template, budget = 10_000_000, operations = createOperations } = options
  const { deliverer: changed = (deliverer) => deliverer, around = (app) => app } = options
  const { budgeted = (given) => given } = options
  const { folder, store, remove } = await template.copy()
  const faults = new FaultSwitch()
  const subscribers = new Subscribers()
  const server = await serve({
    databaseFile: join(folder, 'target.db'),
    environment: { RATE_LIMIT_BUDGET: String(budgeted(budget)) },
    deliverer: (parts) => changed(subscribers.dispatcher(parts)),
    parts: { store, operations: (services) => faults.around(operations(services)) },
    around,
  })
  const { keys } = template
  const life = orderLife(server, keys.account)
  return {
    url: server.url,
    key: keys.key,
    controls: {
      memory: true,
      otherKey: keys.otherKey,
      emptyKey: keys.emptyKey,
      revokedKey: keys.revokedKey,
      deactivatedKey: keys.deactivatedKey,
      advance: async (seconds) => {
        server.time.now += seconds * 1000
      },
      failNext: async (operationId) => faults.failNext(operationId),
      ...life,
      subscribersAnswer: async (status) => {
        subscribers.response = status
      },
      deliveries: () => subscribers.take(),
      fresh: (budget) => startOwnServer({ ...options, budget }),
    },
    stop: async () => {
      await server.stop()
      await remove()
    },
  }
}

/** Starts our own server with a new template, for one run. */
export const ownServer = async (makeOne = makeTemplate): Promise<Running> => {
  const template = await makeOne()
  const server = await startOwnServer({ template })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await template.remove()
    },
  }
}

/**
 * Starts our own server for one run.
 * @param database `sqlite`, or `postgres` for a PostgreSQL server that runs as long.
 */
export const ownServerOn = async (database = 'sqlite'): Promise<Running> => {
  if (database === 'sqlite') return ownServer()
  if (database !== 'postgres')
    throw new SuiteError(`--database must be sqlite or postgres: ${database}`)
  const cluster = await startPostgresCluster()
  const server = await ownServer(() => makePostgresTemplate(cluster))
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await cluster.stop()
    },
  }
}
