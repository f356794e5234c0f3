import type { Send } from './delivery.ts'

/** The delivery attempts in progress, which can be aborted together. */
export class Attempts {
  readonly #send: Send
  readonly #inProgress = new Set<AbortController>()
  #aborted: Error | undefined

  constructor(send: Send) {
    this.#send = send
  }

  get size(): number {
    return this.#inProgress.size
  }

  /** Whether no attempt is made any more. */
  get isAborted(): boolean {
    return this.#aborted !== undefined
  }

  /** Attempts a delivery and returns the status code of the response. */
  async make(...[url, sign]: Parameters<Send>): Promise<number> {
    if (this.#aborted) throw this.#aborted
    const stop = new AbortController()
    this.#inProgress.add(stop)
    try {
      return await this.#send(url, sign, stop.signal)
    } finally {
      this.#inProgress.delete(stop)
    }
  }

  /** Aborts all attempts in progress, and later ones. They throw the reason. */
  abortAll(reason: Error): void {
    this.#aborted = reason
    for (const stop of this.#inProgress) stop.abort(reason)
  }
}
