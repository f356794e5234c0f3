import type { Delivery, Send } from '../../server/events/dispatch/delivery.ts'
import { createDispatcher, type Dispatcher } from '../../server/events/dispatch/dispatcher.ts'

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
