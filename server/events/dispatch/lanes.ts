/** A job that waits, and the one behind it. */
type Waiting<Job> = { job: Job; bytes: number; next: Waiting<Job> | undefined }

/** Jobs of one name, the first to come first. */
type Lane<Job> = {
  name: string
  running: number
  bytes: number
  first: Waiting<Job> | undefined
  last: Waiting<Job> | undefined
}

export type LanesOptions<Job> = {
  /** Does a job; never throws. */
  work: (job: Job) => Promise<void>
  /** How many jobs of one lane are under way at once. */
  inLane: number
  /** How many jobs of all lanes are under way at once. */
  places: number
  /** How many bytes of jobs wait in all lanes. */
  bytes: number
}

/** Of the places that are free, a lane may have this part: the last ones are for those that have none. */
const share = 1 / 8

/** So many jobs begin in one turn of the event loop; what else there is to do comes between. */
const beginInTurn = 16

/**
 * Runs jobs in lanes that share places and memory, and do not hold one another up. A lane may have a
 * part of what the others leave free, so that there is always some for one that has nothing yet,
 * however many stand still (dynamic thresholds: Choudhury and Hahne, IEEE/ACM ToN 6:2, 1998). Of those
 * that wait, the one with the fewest jobs under way is next.
 */
export class Lanes<Job> {
  readonly #options: LanesOptions<Job>
  readonly #lanes = new Map<string, Lane<Job>>()
  /** Lanes in which jobs wait, by how many of theirs are under way. */
  readonly #waiting: readonly Set<Lane<Job>>[]
  #places: number
  #bytes: number
  #beginning = false
  #onIdle: (() => void)[] = []

  constructor(options: LanesOptions<Job>) {
    this.#options = options
    this.#waiting = Array.from({ length: options.inLane + 1 }, () => new Set<Lane<Job>>())
    this.#places = options.places
    this.#bytes = options.bytes
  }

  /** Takes a job that costs so much memory while it waits; false when it cannot: too much waits already. */
  add(name: string, job: Job, bytes: number): boolean {
    const lane = this.#lanes.get(name) ?? {
      name,
      running: 0,
      bytes: 0,
      first: undefined,
      last: undefined,
    }
    if (lane.bytes + bytes > this.#bytes - bytes) return false
    this.#lanes.set(name, lane)
    this.#append(lane, { job, bytes, next: undefined })
    this.#begin()
    return true
  }

  /** Answers when nothing waits and nothing is under way. */
  idle(): Promise<void> {
    if (this.#lanes.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#onIdle.push(resolve))
  }

  /** Takes back every job that waits. */
  clear(): Job[] {
    const jobs: Job[] = []
    for (const lane of this.#lanes.values()) {
      while (lane.first) jobs.push(this.#shift(lane, lane.first))
      this.#leaveIfDone(lane)
    }
    return jobs
  }

  #append(lane: Lane<Job>, waiting: Waiting<Job>): void {
    if (lane.last) lane.last.next = waiting
    else lane.first = waiting
    lane.last = waiting
    lane.bytes += waiting.bytes
    this.#bytes -= waiting.bytes
    this.#waiting[lane.running]?.add(lane)
  }

  #shift(lane: Lane<Job>, { job, bytes, next }: Waiting<Job>): Job {
    lane.first = next
    lane.bytes -= bytes
    this.#bytes += bytes
    if (!next) {
      lane.last = undefined
      this.#waiting[lane.running]?.delete(lane)
    }
    return job
  }

  /** One more or less of a lane's jobs is under way. */
  #move(lane: Lane<Job>, by: 1 | -1): void {
    this.#waiting[lane.running]?.delete(lane)
    lane.running += by
    this.#places -= by
    if (lane.first) this.#waiting[lane.running]?.add(lane)
  }

  #leaveIfDone(lane: Lane<Job>): void {
    if (lane.running > 0 || lane.first) return
    this.#lanes.delete(lane.name)
    if (this.#lanes.size > 0) return
    for (const idle of this.#onIdle.splice(0)) idle()
  }

  /** The lane that is next, if there is a place for it. */
  #next(): Lane<Job> | undefined {
    const most = Math.min(this.#options.inLane, Math.ceil(this.#places * share))
    for (const [lane] of this.#waiting.slice(0, most)) if (lane) return lane
    return undefined
  }

  #begin(): void {
    if (this.#beginning) return
    this.#beginning = true
    setImmediate(() => {
      this.#beginning = false
      for (let begun = 0; begun < beginInTurn; begun++) {
        const lane = this.#next()
        if (!lane?.first) return
        void this.#run(lane, this.#shift(lane, lane.first))
      }
      this.#begin()
    })
  }

  async #run(lane: Lane<Job>, job: Job): Promise<void> {
    this.#move(lane, 1)
    await this.#options.work(job)
    this.#move(lane, -1)
    this.#leaveIfDone(lane)
    this.#begin()
  }
}
