import type { Logger } from 'pino'
import type { WebhookName } from '../generated/webhooks.ts'
import { newSecret } from '../server/domain/webhook-secret.ts'
import type { Deliverer } from '../server/events/dispatch/deliverer.ts'
import { type Delivery, makeDelivery } from '../server/events/dispatch/delivery.ts'
import { createDispatcher, type Dispatcher } from '../server/events/dispatch/dispatcher.ts'
import type { Store } from '../server/store/store.ts'

/** A local URL that receives every event. */
export type Receiver = { url: string; secret: string }

/** Marks deliveries to receivers, so that mocks do not call each other without end. */
export const depthHeader = 'Mock-Delivery-Depth'

/** A delivery and its result. */
export type Delivered = Delivery & { at: number; status: number | null; error: string | null }

const timeoutMilliseconds = 10_000

/** The maximum number of deliveries in the log. */
const maxDeliveries = 100

/** Sends events to local receivers, and logs all deliveries. */
export class Receivers {
  /** The simulated status code of subscribers; null if they are unreachable. */
  subscribersAnswer: number | null = 200
  readonly #clock: () => number
  #receivers: Receiver[] = []
  #deliveries: Delivered[] = []
  #dispatcher: Dispatcher | undefined

  constructor(clock: () => number) {
    this.#clock = clock
  }

  get all(): readonly Receiver[] {
    return this.#receivers
  }

  get deliveries(): readonly Delivered[] {
    return this.#deliveries
  }

  add(url: string, secret = newSecret()): Receiver {
    const receiver = { url, secret }
    this.#receivers = [...this.#receivers.filter((each) => each.url !== url), receiver]
    return receiver
  }

  /** Removes all receivers. */
  removeAll(): void {
    this.#receivers = []
  }

  /** Clears the log of deliveries. */
  clearDeliveries(): void {
    this.#deliveries = []
  }

  clear(): void {
    this.#receivers = []
    this.clearDeliveries()
    this.subscribersAnswer = 200
  }

  /** Waits for all pending deliveries. */
  async settled(): Promise<void> {
    await this.#dispatcher?.settled()
  }

  /** Sends an event to every receiver. Plain HTTP and local addresses are allowed. */
  async send(event: WebhookName, payload: unknown): Promise<readonly Delivered[]> {
    const body = JSON.stringify(payload)
    return Promise.all(
      this.#receivers.map((receiver) =>
        this.#attempt(makeDelivery(receiver, event, body, this.#clock())),
      ),
    )
  }

  /** Creates the deliverer for operations. It simulates subscribers and sends to receivers. */
  deliverer(store: Store, log: Logger): Deliverer {
    const dispatcher = createDispatcher({
      store,
      clock: this.#clock,
      log,
      send: async (url, sign) => {
        const status = this.subscribersAnswer
        this.#remember({ url, ...(await sign()), at: this.#clock(), status, error: null })
        if (status === null) throw new Error('Connection refused')
        return status
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
      publish: (account, event) => {
        dispatcher.publish(account, event)
        void this.send(event.event, event)
      },
    }
  }

  async #attempt(signed: Delivery): Promise<Delivered> {
    const delivery = { ...signed, headers: { ...signed.headers, [depthHeader]: '1' } }
    const result = await fetch(delivery.url, {
      method: 'POST',
      headers: delivery.headers,
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return { status: response.status, error: null }
      },
      (error: unknown) => ({ status: null, error: reasonOf(error) }),
    )
    return this.#remember({ ...delivery, at: this.#clock(), ...result })
  }

  #remember(delivered: Delivered): Delivered {
    this.#deliveries = [...this.#deliveries, delivered].slice(-maxDeliveries)
    return delivered
  }
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
