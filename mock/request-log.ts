import type { OperationId } from '../generated/operations.ts'

/** A request that the mock answered. */
export type Entry = {
  number: number
  /** When it came, in milliseconds since the Unix epoch, and how long it took. */
  at: number
  milliseconds: number
  method: string
  url: string
  requestHeaders: Record<string, string>
  /** The operation that it came to; none, if the edge refused it. */
  operation: OperationId | undefined
  /** Its body, where it validated. */
  requestBody: unknown
  status: number
  responseHeaders: Record<string, string>
  responseBody: string
}

/** How many requests are remembered. */
const most = 100

/** The last requests, and who wants to hear of new ones. */
export class RequestLog {
  #entries: Entry[] = []
  #count = 0
  readonly #listeners = new Set<(entry: Entry) => void>()

  add(entry: Omit<Entry, 'number'>): void {
    const numbered = { number: ++this.#count, ...entry }
    this.#entries = [...this.#entries, numbered].slice(-most)
    for (const listener of this.#listeners) listener(numbered)
  }

  /** Oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  clear(): void {
    this.#entries = []
  }

  /** @returns what ends the listening. */
  listen(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
