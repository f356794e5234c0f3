import { isDeepStrictEqual } from 'node:util'
import {
  ContactCreated,
  InviteCreated,
  Order,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../../../generated/zod/schemas.ts'
import type { Row, State } from '../database.ts'
import { bodyOf, type Exchange } from '../requests.ts'
import type { OperationName } from '../steps.ts'
import { must } from '../violation.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

/** A value that a change sets, from the moment at which the change begins. */
type Version<T> = {
  /** Undefined while only the server knows it. */
  value: T | undefined
  from: number
  /** When the change was acknowledged. Infinite while it was not. */
  acknowledged: number
  /** When a later change was acknowledged. */
  until: number
}

/** A change that has begun. Without an outcome, it may have happened or not. */
type Change<T> = {
  /** The change was acknowledged. @param value that it has set, if it was not known before. */
  happened(value?: T): void
  rejected(): void
}

/**
 * A value as clients know it, who change it concurrently and do not learn the outcome of each change. A
 * value counts as possible from the begin of its change. It no longer does once a change that began after
 * its acknowledgement is acknowledged too.
 */
export class Register<T> {
  /** Milliseconds of the last begin or end of a change. */
  changedAt = Number.NEGATIVE_INFINITY
  readonly #time: VirtualTime
  readonly #versions: Version<T>[]

  constructor(time: VirtualTime, value: T) {
    this.#time = time
    this.#versions = [{ value, from: 0, acknowledged: 0, until: Infinity }]
  }

  /** Begins a change. @param value that it sets, if known. */
  begin(value?: T): Change<T> {
    const version = { value, from: this.#now(), acknowledged: Infinity, until: Infinity }
    this.#versions.push(version)
    return {
      happened: (result = value) => {
        const now = this.#now()
        Object.assign(version, { value: result, acknowledged: now })
        for (const other of this.#versions)
          if (other.acknowledged < version.from) other.until = Math.min(other.until, now)
      },
      rejected: () => {
        this.#now()
        this.#versions.splice(this.#versions.indexOf(version), 1)
      },
    }
  }

  /** Returns whether it can have had a value since a moment. */
  may(is: T | ((value: T) => boolean), since = this.#time.moment): boolean {
    const test = is instanceof Function ? is : (value: T) => isDeepStrictEqual(value, is)
    return this.#since(since).some(({ value }) => value === undefined || test(value))
  }

  /** Returns the value that it must have had since a moment. Undefined if several are possible. */
  only(since = this.#time.moment): T | undefined {
    const possible = this.#since(since)
    return possible.length === 1 ? possible[0]?.value : undefined
  }

  #since(since: number): Version<T>[] {
    return this.#versions.filter(({ until }) => until >= since)
  }

  #now(): number {
    this.changedAt = this.#time.now
    return this.#time.moment
  }
}

/** A record that a request creates, as clients know it. */
export type Known = {
  kind: Row['kind']
  account: string
  /** The marker of the request. The record has it too. */
  marker: string
  /** Empty until the request is acknowledged. */
  id: string
  /** The end of an invite's link. */
  slug: string
  state: Register<State>
  secret: Register<string>
}

const absent: State = { status: 'absent' }
const stored: State = { status: 'stored' }

const creates: Partial<Record<OperationName, Row['kind']>> = {
  createOrder: 'order',
  createContact: 'contact',
  createInvite: 'invite',
  createWebhook: 'webhook',
}

const lists: Partial<Record<OperationName, Row['kind']>> = {
  listOrders: 'order',
  listWebhooks: 'webhook',
}

/** What an acknowledged request says about its record. */
type Outcome = { id?: string; slug?: string; state?: State; secret?: string }

const subscriptionState = (body: unknown): State => {
  const { url, events, active } = WebhookSubscription.parse(body)
  return { status: 'stored', url, events, active }
}

const outcomes: Partial<Record<OperationName, (body: unknown) => Outcome>> = {
  createOrder: (body) => {
    const { id, status } = Order.parse(body)
    return { id, state: { status } }
  },
  createContact: (body) => ({ id: ContactCreated.parse(body).contactId, state: stored }),
  createInvite: (body) => {
    const { _id: id, slug } = InviteCreated.parse(body).invite
    return { id, slug, state: stored }
  },
  createWebhook: (body) => {
    const { secret, ...created } = WebhookSubscriptionWithSecret.parse(body)
    return { id: created.id, state: subscriptionState(created), secret }
  },
  updateWebhook: (body) => ({ state: subscriptionState(body) }),
  rotateWebhookSecret: (body) => ({ secret: WebhookSubscriptionWithSecret.parse(body).secret }),
}

/** A waiting request, and what it changes. */
type Changes = { record: Known; state?: Change<State>; secret?: Change<string> }

/** The records that clients know from the responses that they received. */
export class Records {
  readonly #time: VirtualTime
  /** By kind and marker. */
  readonly #known = new Map<string, Known>()
  readonly #waiting = new Map<Exchange, Changes>()

  constructor(time: VirtualTime) {
    this.#time = time
  }

  /** Returns the records of an account whose ids are known, and which may exist. */
  of(account: string, kind: Row['kind']): Known[] {
    return [...this.#known.values()].filter(
      (each) =>
        each.kind === kind &&
        each.account === account &&
        each.id !== '' &&
        each.state.only() !== absent,
    )
  }

  find(kind: Row['kind'], marker: string): Known | undefined {
    return this.#known.get(`${kind} ${marker}`)
  }

  byId(id: string): Known | undefined {
    return [...this.#known.values()].find((each) => each.id === id)
  }

  started(exchange: Exchange): void {
    const { operation, target } = exchange
    const kind = creates[operation]
    const record = kind ? this.#add(kind, exchange) : target && this.byId(target)
    if (!record) return
    const { state, secret } = record
    const begins: Partial<Record<OperationName, () => Omit<Changes, 'record'>>> = {
      createWebhook: () => ({ state: state.begin(), secret: secret.begin() }),
      updateWebhook: () => ({ state: state.begin() }),
      deleteWebhook: () => ({ state: state.begin(absent) }),
      rotateWebhookSecret: () => ({ secret: secret.begin() }),
      cancelOrder: () => ({ state: state.begin({ status: 'CANCELLED' }) }),
    }
    const changes = begins[operation]?.() ?? (kind ? { state: state.begin() } : {})
    this.#waiting.set(exchange, { record, ...changes })
  }

  responded(exchange: Exchange): void {
    const { operation, received, account, marker } = exchange
    // After a 500 or a lost connection nobody knows whether the change happened.
    if (!received || received.status >= 500) return
    const waiting: Partial<Changes> = this.#waiting.get(exchange) ?? {}
    const { record, ...changes } = waiting
    this.#waiting.delete(exchange)
    if (received.status >= 400) for (const change of Object.values(changes)) change.rejected()
    if (operation === 'getOrder') this.#checkRead(exchange, record)
    if (received.status >= 300) return
    const kind = lists[operation]
    if (kind) this.#checkList(exchange, kind)
    if (!record) return
    const isOwn = record.account === account.name
    must(isOwn, 'accounts are apart', () => `${marker} of ${account.name} changed ${record.id}`)
    const { state, secret, ...created } = outcomes[operation]?.(bodyOf(exchange)) ?? {}
    Object.assign(record, created)
    changes.state?.happened(state)
    changes.secret?.happened(secret)
  }

  /** Checks the rows of the database against what is known. */
  checkRows(rows: readonly Row[]): void {
    const byMarker = new Map(rows.map((row) => [`${row.kind} ${row.marker}`, row]))
    for (const [name, { id, account, state, secret }] of this.#known) {
      const row = byMarker.get(name)
      const isSame =
        !row || ([row.id, ''].includes(id) && row.account === account && secret.may(row.secret))
      const isStored = isSame && state.may(row?.state ?? absent)
      must(isStored, 'acknowledged changes last', () =>
        [name, id, JSON.stringify(row), 'is not', JSON.stringify(state.only())].join(' '),
      )
    }
  }

  #add(kind: Row['kind'], { account, marker }: Exchange): Known {
    const record = {
      kind,
      account: account.name,
      marker,
      id: '',
      slug: '',
      state: new Register(this.#time, absent),
      secret: new Register(this.#time, ''),
    }
    this.#known.set(`${kind} ${marker}`, record)
    return record
  }

  /** A read shows at least what was acknowledged before it began. */
  #checkRead(exchange: Exchange, record: Known | undefined): void {
    const { received, account, marker, target, started } = exchange
    if (received?.status !== 200 && received?.status !== 404) return
    const isFound = received.status === 200
    const isOwn = record?.account === account.name
    must(
      isOwn || !isFound,
      'accounts are apart',
      () => `${marker} of ${account.name} got ${target}`,
    )
    if (!isOwn) return
    const state = isFound ? { status: Order.parse(bodyOf(exchange)).status } : absent
    const isCurrent = record.state.may(state, started.moment)
    must(isCurrent, 'reads are current', () => `${marker}: ${target} is ${state.status}`)
  }

  #checkList({ received, account, started, marker }: Exchange, kind: Row['kind']): void {
    for (const { id, state } of this.of(account.name, kind)) {
      const isListed = received?.text.includes(id) || state.may(absent, started.moment)
      must(isListed === true, 'reads are current', () => `${marker}: ${id} is not in the list`)
    }
  }
}
