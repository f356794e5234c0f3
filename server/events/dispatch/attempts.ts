import type { Send } from './delivery.ts'

/** The delivery attempts in progress, which can be aborted together. */
export class Attempts {
  readonly #send: Send
  readonly #inProgress = new Set<AbortController>()

  constructor(send: Send) {
    this.#send = send
  }

  get size(): number {
    return this.#inProgress.size
  }

  /** Attempts a delivery and returns the status code of the response. */
  async make(...[url, sign]: Parameters<Send>): Promise<number> {
    const stop = new AbortController()
    this.#inProgress.add(stop)
    try {
      return await this.#send(url, sign, stop.signal)
    } finally {
      this.#inProgress.delete(stop)
    }
  }

  /** Aborts all attempts in progress. They throw the reason. */
  abortAll(reason: Error): void {
    for (const stop of this.#inProgress) stop.abort(reason)
  }
}
