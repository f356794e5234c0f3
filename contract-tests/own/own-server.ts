import { interceptOperations } from '../../mock/responses/operations.ts'
import type { Delivery, Send } from '../../server/deliveries/attempt-delivery.ts'
import { createDispatcher, type Dispatcher } from '../../server/deliveries/dispatcher.ts'
import { createOperations } from '../../server/operations/index.ts'
import { serve } from '../../tests/kit/server/serve.ts'
import type { Running } from '../support/server.ts'
import { orderLife } from './order-life.ts'
import { makeTemplate, type Template } from './template.ts'

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
  /** The operations whose next call throws. */
  const failing = new Set<string>()
  const subscribers = new Subscribers()
  const server = await serve({
    // The store is that of the template.
    databaseFile: 'unused',
    environment: { RATE_LIMIT_BUDGET: String(rateLimit) },
    // Headers have the real time beside the service's.
    runs: true,
    deliverer: (parts) => subscribers.dispatcher(parts),
    parts: {
      store,
      operations: (services) =>
        interceptOperations(createOperations(services), (operationId, _input, _call, itself) => {
          if (failing.delete(operationId)) throw new Error('simulated failure')
          return itself()
        }),
    },
  })
  const { account, key, ...keys } = template.keys
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
        subscribers.response = status
      },
      deliveries: () => subscribers.take(),
      fresh: (rateLimit) => startOwnServer({ template, rateLimit }),
    },
    stop: async () => {
      await server.stop()
      await remove()
    },
  }
}

type Parts = Omit<Parameters<typeof createDispatcher>[0], 'send'>

/** Simulates subscribers without a network, and records deliveries. */
class Subscribers {
  /** The status code that subscribers return, or null if they are unreachable. */
  response: number | null = 200
  #received: Delivery[] = []
  #dispatcher: Dispatcher | undefined

  /** Returns the real dispatcher, connected to these subscribers. */
  dispatcher(parts: Parts): Dispatcher {
    const send: Send = async (url, sign) => {
      if (this.response === null) throw new Error('Connection refused')
      this.#received.push({ url, ...(await sign()) })
      return { status: this.response, text: '' }
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
