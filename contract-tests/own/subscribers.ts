import type { Delivery, Send } from '../../server/events/dispatch/delivery.ts'
import { createDispatcher, type Dispatcher } from '../../server/events/dispatch/dispatcher.ts'

type Parts = Omit<Parameters<typeof createDispatcher>[0], 'send'>

/** What stands where the network would be: it answers as it is told, and remembers. */
export class Subscribers {
  /** Null if they cannot be reached. */
  answer: number | null = 200
  #received: Delivery[] = []
  #dispatcher: Dispatcher | undefined

  /** The real dispatcher, with these at the other end. */
  dispatcher(parts: Parts): Dispatcher {
    const send: Send = async (url, sign) => {
      if (this.answer === null) throw new Error('Connection refused')
      this.#received.push({ url, ...(await sign()) })
      return this.answer
    }
    this.#dispatcher = createDispatcher({ ...parts, send })
    return this.#dispatcher
  }

  /** What has been received since this was last asked, once nothing is under way. */
  async take(): Promise<Delivery[]> {
    await this.#dispatcher?.settled()
    const received = this.#received
    this.#received = []
    return received
  }
}
