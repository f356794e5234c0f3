import type { Logger } from 'pino'
import type { WebhookName } from '../generated/webhooks.ts'
import { newSecret } from '../server/domain/webhook-secret.ts'
import type { Deliverer } from '../server/events/dispatch/deliverer.ts'
import { type Delivery, makeDelivery } from '../server/events/dispatch/delivery.ts'
import { createDispatcher, type Dispatcher } from '../server/events/dispatch/dispatcher.ts'
import type { Store } from '../server/store/store.ts'

/** Someone on the developer’s machine who wants every event. */
export type Receiver = { url: string; secret: string }

/** A delivery, and what became of it. */
export type Delivered = Delivery & { at: number; status: number | null; error: string | null }

const longest = 10_000

/** How many deliveries are remembered. */
const most = 100

/** Brings events to the developer’s own receivers, and remembers all that would have been sent. */
export class Receivers {
  /** What subscribers that are nowhere are taken to answer; null if they cannot be reached. */
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

  /** Sends to nobody any more. */
  dismiss(): void {
    this.#receivers = []
  }

  /** Forgets what was delivered. */
  forget(): void {
    this.#deliveries = []
  }

  clear(): void {
    this.#receivers = []
    this.forget()
    this.subscribersAnswer = 200
  }

  /** Waits for every delivery under way. */
  async settled(): Promise<void> {
    await this.#dispatcher?.settled()
  }

  /** Sends an event to every receiver; over plain HTTP and to this machine too, as it is a developer’s. */
  async send(event: WebhookName, payload: unknown): Promise<readonly Delivered[]> {
    const body = JSON.stringify(payload)
    return Promise.all(
      this.#receivers.map((receiver) =>
        this.#attempt(makeDelivery(receiver, event, body, this.#clock())),
      ),
    )
  }

  /** What operations hand their events to: subscriptions are answered for, receivers are sent to. */
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
      test: (read) => dispatcher.test(read),
      publish: (account, event) => {
        dispatcher.publish(account, event)
        void this.send(event.event, event)
      },
    }
  }

  async #attempt(delivery: Delivery): Promise<Delivered> {
    const result = await fetch(delivery.url, {
      method: 'POST',
      headers: delivery.headers,
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(longest),
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
    this.#deliveries = [...this.#deliveries, delivered].slice(-most)
    return delivered
  }
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
