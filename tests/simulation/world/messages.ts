/** Splits the bytes of one direction of PostgreSQL's protocol into messages. */
export class Messages {
  #rest: Buffer = Buffer.alloc(0)
  /** The first message of a client has no type. */
  #isStartup: boolean

  constructor(isClient: boolean) {
    this.#isStartup = isClient
  }

  /** Adds bytes. Returns the messages that are complete. */
  split(bytes: Uint8Array): { type: string; message: Buffer }[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const found: { type: string; message: Buffer }[] = []
    for (;;) {
      const start = this.#isStartup ? 0 : 1
      if (this.#rest.length < start + 4) return found
      const end = start + this.#rest.readInt32BE(start)
      if (this.#rest.length < end) return found
      const message = this.#rest.subarray(0, end)
      found.push({ type: start === 0 ? 'startup' : String.fromCharCode(message[0] ?? 0), message })
      this.#rest = this.#rest.subarray(end)
      this.#isStartup = false
    }
  }
}
