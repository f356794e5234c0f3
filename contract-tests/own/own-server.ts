import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Deliverer } from '../../server/events/dispatch/deliverer.ts'
import type { Env } from '../../server/http/api/env.ts'
import { createOperations } from '../../server/operations/index.ts'
import { serve } from '../../server/testing/serve.ts'
import type { Running } from '../support/target.ts'
import { FaultSwitch } from './fault-switch.ts'
import { orderLife } from './order-life.ts'
import { Subscribers } from './subscribers.ts'
import { makeTemplate, type Template } from './template.ts'

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
