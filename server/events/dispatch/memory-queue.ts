import type { Take } from './lanes.ts'
import type { Lane } from './places.ts'

/** A waiting job. Each lane is a linked list. */
type Waiting<Job> = { job: Job; bytes: number; next: Waiting<Job> | undefined }

type Queue<Job> = { bytes: number; first: Waiting<Job>; last: Waiting<Job> }

type AccountState<Job> = { bytes: number; lanes: Map<string, Queue<Job>> }

/**
 * Holds the waiting jobs of lanes in memory. An account may use half of the free memory, and each of
 * its lanes half of what the account may still use. So there is always some for another one.
 */
export class MemoryQueue<Job> {
  readonly #accounts = new Map<string, AccountState<Job>>()
  #free: number

  /** @param bytes maximum memory of the waiting jobs. */
  constructor(bytes: number) {
    this.#free = bytes
  }

  /** Adds a job to a lane. Returns false if the lane may not use that much more memory. */
  add({ account: owner, name }: Lane, job: Job, bytes: number): boolean {
    const account = this.#accounts.get(owner) ?? { bytes: 0, lanes: new Map() }
    const lane = account.lanes.get(name)
    const left = this.#free - bytes - account.bytes
    if ((lane?.bytes ?? 0) + bytes > left) return false
    const waiting = { job, bytes, next: undefined }
    if (lane) {
      lane.last.next = waiting
      lane.last = waiting
      lane.bytes += bytes
    } else account.lanes.set(name, { bytes, first: waiting, last: waiting })
    this.#accounts.set(owner, account)
    account.bytes += bytes
    this.#free -= bytes
    return true
  }

  /** Takes the first jobs of lanes. */
  readonly take: Take<Job> = async (wanted) =>
    new Map(
      [...wanted].map(([lane, count]) => {
        const jobs: Job[] = []
        while (jobs.length < count && this.#shift(lane, jobs));
        return [
          lane,
          { jobs, areMore: this.#accounts.get(lane.account)?.lanes.has(lane.name) === true },
        ]
      }),
    )

  /** Removes and returns all jobs. */
  clear(): Job[] {
    const jobs: Job[] = []
    for (const [account, { lanes }] of this.#accounts)
      for (const name of lanes.keys()) while (this.#shift({ account, name }, jobs));
    return jobs
  }

  /** Moves the first job of a lane to `jobs`. Returns false if there is none. */
  #shift({ account: owner, name }: Lane, jobs: Job[]): boolean {
    const account = this.#accounts.get(owner)
    const lane = account?.lanes.get(name)
    if (!account || !lane) return false
    const { job, bytes, next } = lane.first
    jobs.push(job)
    if (next) lane.first = next
    else account.lanes.delete(name)
    lane.bytes -= bytes
    account.bytes -= bytes
    this.#free += bytes
    if (account.lanes.size === 0) this.#accounts.delete(owner)
    return true
  }
}
