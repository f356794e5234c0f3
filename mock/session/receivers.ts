import type { Logger } from 'pino'
import type { WebhookName } from '../../generated/webhooks.ts'
import { type Delivery, makeDelivery } from '../../server/deliveries/delivery.ts'
import type { Deliverer } from '../../server/deliveries/dispatcher.ts'
import { createDispatcher, type Dispatcher } from '../../server/deliveries/dispatcher.ts'
import { newSigningSecret } from '../../server/domain/webhook-signature.ts'
import type { Store } from '../../server/store/store.ts'
import type { Delivered, Receiver } from '../types.ts'

/** Marks deliveries to receivers, so that mocks do not call each other without end. */
export const depthHeader = 'Mock-Delivery-Depth'

const timeoutMilliseconds = 10_000

/** The maximum number of deliveries in the log. */
const maxDeliveries = 100

/**
 * Deliveries are signed with the system's time, also if the mock's clock was moved: receivers reject
 * timestamps that are more than minutes away from their own clock.
 */
const signingClock = Date.now

/** Sends events to local receivers, and logs all deliveries. */
export class Receivers {
  all: readonly Receiver[] = []
  /** The last deliveries, oldest first. */
  deliveries: readonly Delivered[] = []
  /** The simulated status code of subscribers; null if they are unreachable. */
  subscribersStatus: number | null = 200
  readonly #clock: () => number
  readonly #onChange: () => void
  #count = 0
  #dispatcher: Dispatcher | undefined

  /** @param onChange called after each delivery. */
  constructor(clock: () => number, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  add(url: string, secret = newSigningSecret()): Receiver {
    const receiver = { url, secret }
    this.all = [...this.all.filter((each) => each.url !== url), receiver]
    return receiver
  }

  /** Forgets deliveries and settings. @param keep whether the receivers stay. */
  clear(keep: boolean): void {
    if (!keep) this.all = []
    this.deliveries = []
    this.subscribersStatus = 200
  }

  /** Waits for all pending deliveries to subscribers. */
  async settled(): Promise<void> {
    await this.#dispatcher?.settled()
  }

  /** Sends an event to every receiver. Plain HTTP and local addresses are allowed. */
  async send(event: WebhookName, payload: unknown): Promise<readonly Delivered[]> {
    const body = JSON.stringify(payload)
    const attempts = this.all.map((receiver) =>
      this.#attempt(makeDelivery(receiver, event, body, signingClock())),
    )
    return Promise.all(attempts)
  }

  /** Creates the deliverer for operations. It simulates subscribers and sends to receivers. */
  deliverer(store: Store, log: Logger): Deliverer {
    const dispatcher = createDispatcher({
      store,
      clock: signingClock,
      log,
      send: async (url, sign) => {
        const status = this.subscribersStatus
        this.#remember({ url, ...(await sign()) }, status, null)
        if (status === null) throw new Error('Connection refused')
        return { status, text: '' }
      },
    })
    this.#dispatcher = dispatcher
    return {
      test: (...test) => dispatcher.test(...test),
      enqueue: async (transaction, account, event) => {
        const start = await dispatcher.enqueue(transaction, account, event)
        return () => {
          start()
          void this.send(event.event, event)
        }
      },
    }
  }

  async #attempt(signed: Delivery): Promise<Delivered> {
    const delivery = { ...signed, headers: { ...signed.headers, [depthHeader]: '1' } }
    try {
      const response = await fetch(delivery.url, {
        method: 'POST',
        headers: delivery.headers,
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      await response.body?.cancel()
      return this.#remember(delivery, response.status, null)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const reason = cause instanceof Error ? cause.message : String(cause)
      return this.#remember(delivery, null, reason)
    }
  }

  #remember(delivery: Delivery, status: number | null, error: string | null): Delivered {
    const delivered = { number: ++this.#count, ...delivery, at: this.#clock(), status, error }
    this.deliveries = [...this.deliveries, delivered].slice(-maxDeliveries)
    this.#onChange()
    return delivered
  }
}
