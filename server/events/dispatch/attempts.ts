import type { Send } from './delivery.ts'

/** Attempts at deliveries that are under way, and can be given up together. */
export class Attempts {
  readonly #send: Send
  readonly #underWay = new Set<AbortController>()

  constructor(send: Send) {
    this.#send = send
  }

  get size(): number {
    return this.#underWay.size
  }

  /** Makes an attempt; answers with the subscriber's status. */
  async make(...[url, sign]: Parameters<Send>): Promise<number> {
    const stop = new AbortController()
    this.#underWay.add(stop)
    try {
      return await this.#send(url, sign, stop.signal)
    } finally {
      this.#underWay.delete(stop)
    }
  }

  /** Gives up all that are under way. */
  giveUp(reason: Error): void {
    for (const stop of this.#underWay) stop.abort(reason)
  }
}
