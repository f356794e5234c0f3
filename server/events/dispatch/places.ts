import { RankedSet } from './ranked-set.ts'

/** A lane of an account, such as the deliveries to one subscription. */
export type Lane = { readonly account: string; readonly name: string }

export type PlacesOptions = {
  /** Maximum number of places of one lane. */
  perLane: number
  /** Number of places. */
  slots: number
}

type AccountState = {
  readonly name: string
  readonly lanes: Map<string, LaneState>
  /** The lanes that may take a place, by the number of places that they hold. */
  readonly ready: RankedSet<LaneState>
  held: number
}

type LaneState = Lane & { readonly of: AccountState; held: number; isWaiting: boolean }

/** An account may hold this many times the free places, so that there are always places for another one. */
const accountShare = 3

/** The share that one lane may hold of the places that its account may still take. */
const laneShare = 1 / 16

/** Number of unresponsive lanes that are remembered while they are idle. */
const maxUnresponsive = 10_000

/**
 * Shares places among accounts, then among the lanes of each. What an account or a lane may hold is
 * a share of what is still free, so that a new one always gets some (dynamic thresholds: Choudhury and
 * Hahne, IEEE/ACM ToN 6:2, 1998). The next place goes to the account that holds the fewest, and in it to
 * the lane that holds the fewest. An unresponsive lane holds one place at most, after all others.
 */
export class Places {
  readonly #perLane: number
  readonly #accounts = new Map<string, AccountState>()
  /** The accounts with a ready lane, by the number of places that they hold. */
  readonly #ready = new RankedSet<AccountState>()
  readonly #unresponsive = new Set<string>()
  #free: number

  constructor({ perLane, slots }: PlacesOptions) {
    this.#perLane = perLane
    this.#free = slots
  }

  /** Records whether a lane waits for places. */
  setWaiting({ account, name }: Lane, isWaiting: boolean): void {
    const of = this.#accounts.get(account) ?? {
      name: account,
      lanes: new Map(),
      ready: new RankedSet(),
      held: 0,
    }
    const lane = of.lanes.get(name) ?? { account, name, of, held: 0, isWaiting: false }
    this.#accounts.set(account, of)
    of.lanes.set(name, lane)
    this.#change(lane, () => {
      lane.isWaiting = isWaiting
    })
  }

  /** Takes the next place. Returns the lane that holds it, or undefined if no lane may take one. */
  take(): Lane | undefined {
    const lane = this.#next()
    if (lane) this.#count(lane, 1)
    return lane
  }

  /** Gives a place of a lane back. */
  release({ account, name }: Lane): void {
    const lane = this.#accounts.get(account)?.lanes.get(name)
    if (lane) this.#count(lane, -1)
  }

  /** Records whether the receiver of a lane that holds a place has responded. */
  setResponsive({ account, name }: Lane, isResponsive: boolean): void {
    const lane = this.#accounts.get(account)?.lanes.get(name)
    if (!lane) return
    this.#change(lane, () => {
      if (isResponsive) this.#unresponsive.delete(keyOf(account, name))
      else this.#unresponsive.add(keyOf(account, name))
    })
    const [oldest = ''] = this.#unresponsive
    if (this.#unresponsive.size > maxUnresponsive) this.#unresponsive.delete(oldest)
  }

  #next(): LaneState | undefined {
    const most = this.#free * accountShare
    // The first lane of an account holds the fewest places.
    const first = ({ ready }: AccountState) => ready.find(() => true)
    const account = this.#ready.find(
      (each) => (first(each)?.held ?? 0) < Math.ceil((most - each.held) * laneShare),
    )
    return account && first(account)
  }

  #count(lane: LaneState, by: 1 | -1): void {
    this.#change(lane, () => {
      lane.held += by
      lane.of.held += by
      this.#free -= by
    })
  }

  /** Changes a lane, and moves it and its account to their new ranks. */
  #change(lane: LaneState, change: () => void): void {
    const { of } = lane
    of.ready.delete(lane)
    this.#ready.delete(of)
    change()
    const rank = this.#rankOf(lane)
    if (rank !== undefined) of.ready.add(lane, rank)
    if (of.ready.size > 0) this.#ready.add(of, of.held)
    if (lane.held === 0 && !lane.isWaiting) of.lanes.delete(lane.name)
    if (of.lanes.size === 0) this.#accounts.delete(of.name)
  }

  #rankOf({ account, name, held, isWaiting }: LaneState): number | undefined {
    if (!isWaiting) return undefined
    if (this.#unresponsive.has(keyOf(account, name))) return held === 0 ? this.#perLane : undefined
    return held < this.#perLane ? held : undefined
  }
}

const keyOf = (account: string, name: string): string => `${account} ${name}`
