/** Work under way and waiting in one lane. */
type Lane = { running: number; waiting: (() => void)[] }

export type LanesOptions = {
  /** How much of one lane's work is under way at once, so that a slow lane holds up itself alone. */
  inLane: number
  /** How much waits in one lane; more is turned away, so that memory stays flat. */
  waiting: number
}

/** Too much waits already. */
export class LaneFull extends Error {
  override name = 'LaneFull'
}

/** Runs work in lanes that do not hold one another up. */
export class Lanes {
  readonly #options: LanesOptions
  readonly #lanes = new Map<string, Lane>()

  constructor(options: LanesOptions) {
    this.#options = options
  }

  /**
   * Runs work when its lane has room.
   * @throws {LaneFull} when too much waits in it.
   */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: [] }
    this.#lanes.set(name, lane)
    await this.#enter(lane)
    try {
      return await work()
    } finally {
      this.#leave(name, lane)
    }
  }

  async #enter(lane: Lane): Promise<void> {
    if (lane.running >= this.#options.inLane) {
      if (lane.waiting.length >= this.#options.waiting) throw new LaneFull('too much waits already')
      // Who leaves hands its place over.
      await new Promise<void>((enter) => lane.waiting.push(enter))
    } else lane.running++
  }

  #leave(name: string, lane: Lane): void {
    const next = lane.waiting.shift()
    if (next) next()
    else if (--lane.running === 0) this.#lanes.delete(name)
  }
}
