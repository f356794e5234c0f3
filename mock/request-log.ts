/** A handled request. */
export type Entry = {
  number: number
  /** When the request arrived, in milliseconds since the Unix epoch. */
  at: number
  milliseconds: number
  method: string
  url: string
  requestHeaders: Record<string, string>
  /** The operation at the method and path, also if the request was rejected; undefined if there is none. */
  operation: string | undefined
  /** The start of the request body; empty if the server did not wait for it. */
  requestBody: string
  status: number
  responseHeaders: Record<string, string>
  /** The start of the response body; empty if it is compressed. */
  responseBody: string
  /** The length of the response body as it was sent. */
  responseBytes: number
}

/** The maximum number of requests in the log. */
const maxEntries = 100

/** Keeps the last requests and notifies listeners of new ones. */
export class RequestLog {
  #entries: Entry[] = []
  #count = 0
  readonly #listeners = new Set<(entry: Entry) => void>()

  add(entry: Omit<Entry, 'number'>): void {
    const numbered = { number: ++this.#count, ...entry }
    this.#entries = [...this.#entries, numbered].slice(-maxEntries)
    for (const listener of this.#listeners) listener(numbered)
  }

  /** The entries, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  clear(): void {
    this.#entries = []
  }

  /** @returns a function that removes the listener. */
  listen(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
