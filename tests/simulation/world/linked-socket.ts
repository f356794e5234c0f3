import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { Messages } from './messages.ts'

/** What happens to the response of a request. */
export type Effect = {
  /** How much later it arrives. */
  milliseconds: number
  /** Called when it arrives. Returns whether the server gets it. */
  onArrival: () => boolean
}

/** A response to a request, with its effect. */
type Response = { bytes: Buffer; effect: Effect | undefined }

/** Decides when bytes of sockets leave, and when responses arrive. */
export type Carrier = {
  dial(socket: LinkedSocket, path: string): void
  /** Bytes of a socket wait to be sent. */
  hasWritten(socket: LinkedSocket): void
  /** PostgreSQL has sent something, or closed the connection. */
  hasChanged(): void
  hasEnded(socket: LinkedSocket): void
}

/** The server's end of a connection to PostgreSQL. */
export class LinkedSocket extends Duplex {
  readonly #carrier: Carrier
  #real: Socket | undefined
  readonly #requests = new Messages(true)
  #unsent: Buffer[] = []
  #responses: Response[] = []
  readonly #effects = new Map<number, Effect>()
  /** The number of requests that were written, sent to PostgreSQL and responded to. */
  #written = 0
  #sent = 0
  #responded = 0
  /** Whether PostgreSQL has closed it. */
  isClosed = false
  /** The process of PostgreSQL that serves it. 0 until the connection is open. */
  pid = 0
  /** When its last bytes arrive. Bytes do not overtake each other. */
  lastAt = 0

  constructor(carrier: Carrier) {
    super()
    this.#carrier = carrier
  }

  /** Whether PostgreSQL is about to send something, or to close it. */
  get isBusy(): boolean {
    if (!this.#real || this.isClosed) return false
    return this.#real.connecting || this.#responded < this.#sent
  }

  /** The number of requests that were sent. */
  get sent(): number {
    return this.#sent
  }

  /** Whether PostgreSQL has responded to so many requests. */
  hasResponded(requests: number): boolean {
    return this.#responded >= requests
  }

  connect(path: unknown): this {
    this.#carrier.dial(this, String(path))
    return this
  }

  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this

  /** Bytes leave later in any case. */
  override cork(): void {}
  override uncork(): void {}

  override _read(): void {}

  override _write(bytes: Buffer, _: BufferEncoding, done: () => void): void {
    for (const { type } of this.#requests.split(bytes))
      if (type === 'startup' || type === 'Q' || type === 'S') this.#written++
    this.#unsent.push(bytes)
    if (this.#unsent.length === 1) this.#carrier.hasWritten(this)
    done()
  }

  override _final(done: () => void): void {
    this.send()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.abandon()
    done(error)
  }

  /** Connects to PostgreSQL. */
  open(real: Socket): void {
    this.#real = real
    const messages = new Messages(false)
    let parts: Buffer[] = []
    const add = () => {
      this.#responses.push({
        bytes: Buffer.concat(parts),
        effect: this.#effects.get(++this.#responded),
      })
      parts = []
    }
    real.on('data', (bytes: Buffer) => {
      for (const { type, message } of messages.split(bytes)) {
        parts.push(message)
        if (type === 'K') this.pid = message.readInt32BE(5)
        if (type === 'Z') add()
      }
      this.#carrier.hasChanged()
    })
    real.on('error', () => {})
    real.on('close', () => {
      this.isClosed = true
      if (parts.length > 0) add()
      this.#carrier.hasChanged()
    })
    real.on('connect', () => this.#carrier.hasChanged())
  }

  /** Gives an effect to the next request that is written. */
  affectNext(effect: Effect): void {
    this.#effects.set(this.#written + 1, effect)
  }

  /** Sends what was written. */
  send(): void {
    if (this.#unsent.length === 0) return
    this.#sent = this.#written
    this.#real?.write(Buffer.concat(this.#unsent))
    this.#unsent = []
  }

  /** Returns the responses that have come since the last call. */
  takeResponses(): Response[] {
    const taken = this.#responses
    this.#responses = []
    return taken
  }

  /** Closes the connection to PostgreSQL. The server gets no event: its process has ended. */
  abandon(): void {
    if (!this.isClosed) this.#real?.destroy()
    this.isClosed = true
    this.#carrier.hasEnded(this)
  }
}
