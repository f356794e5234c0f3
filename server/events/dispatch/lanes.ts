/** A queued job. Each lane is a linked list. */
type Waiting<Job> = { job: Job; bytes: number; next: Waiting<Job> | undefined }

/** A FIFO queue of jobs. */
type Lane<Job> = {
  name: string
  running: number
  bytes: number
  first: Waiting<Job> | undefined
  last: Waiting<Job> | undefined
}

export type LanesOptions<Job> = {
  /** Runs a job. Must not throw. */
  work: (job: Job) => Promise<void>
  /** Maximum number of concurrent jobs of one lane. */
  perLane: number
  /** Maximum number of concurrent jobs of all lanes. */
  slots: number
  /** Maximum memory of the queued jobs of all lanes. */
  bytes: number
}

/** The share of the free slots that one lane may use. The rest is left for other lanes. */
const share = 1 / 8

/** Maximum number of jobs started in one turn of the event loop, so that requests are not delayed. */
const startsPerTurn = 16

/**
 * Runs jobs in lanes, for example one lane per subscription. Lanes share slots and memory, and a slow
 * lane does not block the others. The limit of a lane is a share of what is still free, so that a new
 * lane always gets some (dynamic thresholds: Choudhury and Hahne, IEEE/ACM ToN 6:2, 1998). The next job
 * comes from the lane with the fewest running jobs.
 */
export class Lanes<Job> {
  readonly #options: LanesOptions<Job>
  readonly #lanes = new Map<string, Lane<Job>>()
  /** Lanes with queued jobs, indexed by their number of running jobs. */
  readonly #waiting: readonly Set<Lane<Job>>[]
  #freeSlots: number
  #freeBytes: number
  #isStartScheduled = false
  #onIdle: (() => void)[] = []

  constructor(options: LanesOptions<Job>) {
    this.#options = options
    this.#waiting = Array.from({ length: options.perLane + 1 }, () => new Set<Lane<Job>>())
    this.#freeSlots = options.slots
    this.#freeBytes = options.bytes
  }

  /**
   * Adds a job to a lane. Returns false if the lane may not use that much more memory.
   * @param bytes memory of the job while it is queued.
   */
  add(name: string, job: Job, bytes: number): boolean {
    const lane = this.#lanes.get(name) ?? {
      name,
      running: 0,
      bytes: 0,
      first: undefined,
      last: undefined,
    }
    if (lane.bytes + bytes > this.#freeBytes - bytes) return false
    this.#lanes.set(name, lane)
    this.#append(lane, { job, bytes, next: undefined })
    this.#scheduleStart()
    return true
  }

  /** Resolves when no job is queued or running. */
  idle(): Promise<void> {
    if (this.#lanes.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#onIdle.push(resolve))
  }

  /** Removes and returns all queued jobs. Running jobs continue. */
  clear(): Job[] {
    const jobs: Job[] = []
    for (const lane of this.#lanes.values()) {
      while (lane.first) jobs.push(this.#shift(lane, lane.first))
      this.#removeIfDone(lane)
    }
    return jobs
  }

  #append(lane: Lane<Job>, waiting: Waiting<Job>): void {
    if (lane.last) lane.last.next = waiting
    else lane.first = waiting
    lane.last = waiting
    lane.bytes += waiting.bytes
    this.#freeBytes -= waiting.bytes
    this.#waiting[lane.running]?.add(lane)
  }

  #shift(lane: Lane<Job>, { job, bytes, next }: Waiting<Job>): Job {
    lane.first = next
    lane.bytes -= bytes
    this.#freeBytes += bytes
    if (!next) {
      lane.last = undefined
      this.#waiting[lane.running]?.delete(lane)
    }
    return job
  }

  /** Counts the start (1) or the end (-1) of a job. */
  #countRunning(lane: Lane<Job>, by: 1 | -1): void {
    this.#waiting[lane.running]?.delete(lane)
    lane.running += by
    this.#freeSlots -= by
    if (lane.first) this.#waiting[lane.running]?.add(lane)
  }

  #removeIfDone(lane: Lane<Job>): void {
    if (lane.running > 0 || lane.first) return
    this.#lanes.delete(lane.name)
    if (this.#lanes.size > 0) return
    for (const idle of this.#onIdle.splice(0)) idle()
  }

  /** Returns the lane whose job starts next, if there is a slot for it. */
  #next(): Lane<Job> | undefined {
    const maximum = Math.min(this.#options.perLane, Math.ceil(this.#freeSlots * share))
    for (const [lane] of this.#waiting.slice(0, maximum)) if (lane) return lane
    return undefined
  }

  #scheduleStart(): void {
    if (this.#isStartScheduled) return
    this.#isStartScheduled = true
    setImmediate(() => {
      this.#isStartScheduled = false
      for (let started = 0; started < startsPerTurn; started++) {
        const lane = this.#next()
        if (!lane?.first) return
        void this.#run(lane, this.#shift(lane, lane.first))
      }
      this.#scheduleStart()
    })
  }

  async #run(lane: Lane<Job>, job: Job): Promise<void> {
    this.#countRunning(lane, 1)
    await this.#options.work(job)
    this.#countRunning(lane, -1)
    this.#removeIfDone(lane)
    this.#scheduleStart()
  }
}
