import { type Lane, Places, type PlacesOptions } from './places.ts'

/** Jobs taken from a lane, and whether more are waiting in it. */
export type Taken<Job> = { jobs: readonly Job[]; areMore: boolean }

/** Takes waiting jobs, up to so many of each lane. Must not throw. */
export type Take<Job> = (
  wanted: ReadonlyMap<Lane, number>,
) => Promise<ReadonlyMap<Lane, Taken<Job>>>

export type LanesOptions<Job> = PlacesOptions & {
  take: Take<Job>
  /**
   * Runs a job. Must not throw.
   * @returns whether the lane's receiver responded; undefined if it was not asked.
   */
  work: (job: Job) => Promise<boolean | undefined>
}

/** Maximum number of jobs started in one turn of the event loop, so that requests are not delayed. */
const startsPerTurn = 16

/**
 * Runs the jobs of lanes at the places that they may take. Takes a job from where it waits when there
 * is a place for it. The jobs of a lane start in their order.
 */
export class Lanes<Job> {
  readonly #options: LanesOptions<Job>
  readonly #places: Places
  /** Lanes that were woken since the last taking of jobs began. */
  readonly #woken = new Set<Lane>()
  #isStarting = false
  #running = 0
  /** Number of times that jobs may still be taken. */
  #left = Number.POSITIVE_INFINITY
  #onIdle: (() => void)[] = []

  constructor(options: LanesOptions<Job>) {
    this.#options = options
    this.#places = new Places(options)
  }

  /** Takes the jobs that wait in a lane, from the next turn of the event loop on. */
  wake(lane: Lane): void {
    this.#woken.add(lane)
    this.#start()
  }

  /** Resolves when no job is waiting or running. */
  idle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve()
    return new Promise((resolve) => this.#onIdle.push(resolve))
  }

  /**
   * Takes jobs for the free places once more, and never again. The others stay where they wait. Resolves
   * when no job is running.
   */
  close(): Promise<void> {
    // Jobs that were woken while the present ones are taken have their turn too.
    this.#left = Math.min(this.#left, this.#isStarting ? 2 : 1)
    this.#start()
    return this.idle()
  }

  /** Takes no more jobs. */
  stop(): void {
    this.#left = 0
  }

  /** A lane that waits is about to be started, or waits for the place of a job that runs. */
  get #isIdle(): boolean {
    return !this.#isStarting && this.#running === 0
  }

  #start(): void {
    if (this.#isStarting || this.#left === 0) return
    this.#isStarting = true
    setImmediate(() => {
      void this.#startSome().then((areMore) => {
        this.#isStarting = false
        if (areMore || this.#woken.size > 0) this.#start()
        this.#checkIdle()
      })
    })
  }

  /** Starts the next jobs. Returns false if there are none, or no place for one. */
  async #startSome(): Promise<boolean> {
    if (this.#left === 0) return false
    this.#left--
    for (const lane of this.#woken) this.#places.setWaiting(lane, true)
    this.#woken.clear()
    const wanted = new Map<Lane, number>()
    for (let count = 0; count < startsPerTurn; count++) {
      const lane = this.#places.take()
      if (!lane) break
      wanted.set(lane, (wanted.get(lane) ?? 0) + 1)
    }
    if (wanted.size === 0) return false
    const taken = await this.#options.take(wanted)
    for (const [lane, count] of wanted) {
      const { jobs, areMore } = taken.get(lane) ?? { jobs: [], areMore: false }
      if (!areMore) this.#places.setWaiting(lane, false)
      for (let unused = jobs.length; unused < count; unused++) this.#places.release(lane)
      for (const job of jobs) void this.#run(lane, job)
    }
    return true
  }

  async #run(lane: Lane, job: Job): Promise<void> {
    this.#running++
    const hasResponded = await this.#options.work(job)
    this.#running--
    if (hasResponded !== undefined) this.#places.setResponsive(lane, hasResponded)
    this.#places.release(lane)
    this.#start()
    this.#checkIdle()
  }

  #checkIdle(): void {
    if (this.#isIdle) for (const idle of this.#onIdle.splice(0)) idle()
  }
}
