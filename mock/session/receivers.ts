import type { Logger } from 'pino'
import type { WebhookName } from '../../generated/webhooks.ts'
import {
  attemptDelivery,
  type Delivery,
  type Message,
  messageOf,
  type SubscriberResponse,
} from '../../server/deliveries/attempt-delivery.ts'
import type { Deliverer } from '../../server/deliveries/dispatcher.ts'
import { createDispatcher, type Dispatcher } from '../../server/deliveries/dispatcher.ts'
import { newSigningSecret } from '../../server/domain/webhook-signature.ts'
import type { Store } from '../../server/store/store.ts'
import type { Delivered, Receiver } from '../types.ts'

/** Marks deliveries to receivers, so that mocks do not call each other without end. */
export const depthHeader = 'Mock-Delivery-Depth'

const timeoutMilliseconds = 10_000

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

  async settled(): Promise<void> {
    await this.#dispatcher?.settled()
  }

  /** Sends an event to every receiver. Plain HTTP and local addresses are allowed. */
  async send(event: WebhookName, payload: unknown): Promise<readonly Delivered[]> {
    const body = JSON.stringify(payload)
    return Promise.all(this.all.map((receiver) => this.#attempt(receiver, { event, body })))
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
      sendNow: dispatcher.sendNow,
      enqueue: async (transaction, account, event) => {
        const start = await dispatcher.enqueue(transaction, account, event)
        return () => {
          start()
          void this.send(event.event, event)
        }
      },
    }
  }

  async #attempt(receiver: Receiver, message: Message): Promise<Delivered> {
    let sent: Delivery | undefined
    const result = await attemptDelivery(message, async () => receiver, {
      clock: signingClock,
      send: async (url, sign) => {
        const { headers, body } = await sign()
        const delivery = { url, headers: { ...headers, [depthHeader]: '1' }, body }
        sent = delivery
        return post(delivery)
      },
    })
    if (!sent) throw new Error('A delivery was not signed')
    return 'response' in result
      ? this.#remember(sent, result.response.status, null)
      : this.#remember(sent, null, messageOf(result.error))
  }

  #remember(delivery: Delivery, status: number | null, error: string | null): Delivered {
    const delivered = { number: ++this.#count, ...delivery, at: this.#clock(), status, error }
    this.deliveries = [...this.deliveries, delivered].slice(-maxDeliveries)
    this.#onChange()
    return delivered
  }
}

/** Sends a delivery. Does not read the response's body. */
async function post({ url, headers, body }: Delivery): Promise<SubscriberResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    await response.body?.cancel()
    return { status: response.status, text: '' }
  } catch (error) {
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error
  }
}
