import { WebhookSubscription, WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import type { Row } from '../database.ts'
import { bodyOf, type Exchange } from '../requests.ts'
import { must } from '../violation.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

type State = { url: string; events: readonly string[]; active: boolean }

/** A subscription, as far as clients know. */
export type Subscription = {
  id: string
  account: string
  state: State
  /** The state before the last acknowledged change, and the turn of its acknowledgement. */
  before: State | undefined
  changedTurn: number
  changedAt: number
  /** All secrets, newest last, and the turn from which each may no longer sign. */
  secrets: { secret: string; endedTurn: number }[]
  deletedTurn: number
  /** Changes that wait, or whose outcome is unknown. While there are any, less is certain. */
  pending: Set<Exchange | typeof unordered>
}

const unordered = Symbol('concurrent changes')

const mutations: readonly string[] = ['updateWebhook', 'deleteWebhook', 'rotateWebhookSecret']
const never = Number.MAX_SAFE_INTEGER

/** What clients know about subscriptions from the responses that they received. */
export class SubscriptionsLaw {
  readonly #known = new Map<string, Subscription>()
  /** Creations and rotations that wait or whose outcome is unknown. */
  readonly #unknownSecrets = new Set<Exchange>()

  idsOf(account: string): string[] {
    return this.of(account).flatMap(({ id, deletedTurn }) => (deletedTurn === never ? [id] : []))
  }

  of(account: string): Subscription[] {
    return [...this.#known.values()].filter((each) => each.account === account)
  }

  /** Whether an account may have a secret that no client knows. */
  hasUnknownSecret(account: string): boolean {
    return [...this.#unknownSecrets].some((each) => each.account.name === account)
  }

  started(exchange: Exchange): void {
    const { operation, target = '' } = exchange
    const known = this.#known.get(target)
    if (known && mutations.includes(operation)) {
      // The order of concurrent changes stays unknown.
      if (known.pending.size > 0) known.pending.add(unordered)
      known.pending.add(exchange)
    }
    if (operation === 'createWebhook' || operation === 'rotateWebhookSecret')
      this.#unknownSecrets.add(exchange)
  }

  responded(exchange: Exchange, { now, turn }: VirtualTime): void {
    const { operation, received, target = '', account } = exchange
    // After a 500 or a lost connection nobody knows whether the change happened.
    if (!received || received.status >= 500) return
    this.#unknownSecrets.delete(exchange)
    const known = this.#known.get(target)
    known?.pending.delete(exchange)
    if (operation === 'createWebhook' && received.status === 201) {
      const { id, secret, ...state } = WebhookSubscriptionWithSecret.parse(bodyOf(exchange))
      this.#known.set(id, {
        ...{ id, account: account.name, state, before: undefined, deletedTurn: never },
        ...{ changedTurn: turn, changedAt: Number.NEGATIVE_INFINITY },
        secrets: [{ secret, endedTurn: never }],
        pending: new Set(),
      })
    }
    if (!known || received.status !== 200) return
    const isOwn = known.account === account.name
    if (mutations.includes(operation))
      must(isOwn, 'accounts are apart', () => `${account.name} changed ${target}`)
    if (operation === 'deleteWebhook') known.deletedTurn = Math.min(turn, known.deletedTurn)
    if (operation === 'updateWebhook') {
      known.before = known.state
      known.state = WebhookSubscription.parse(bodyOf(exchange))
      known.changedTurn = turn
      known.changedAt = now
    }
    if (operation === 'rotateWebhookSecret') {
      const { secret } = WebhookSubscriptionWithSecret.parse(bodyOf(exchange))
      if (!known.pending.has(unordered))
        for (const each of known.secrets) each.endedTurn = Math.min(turn, each.endedTurn)
      known.secrets.push({ secret, endedTurn: never })
    }
  }

  /** Checks the rows of the database against what was acknowledged. */
  checkRows(rows: readonly Row[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { id, state, secrets, pending, deletedTurn } of this.#known.values()) {
      if (pending.size > 0) continue
      const row = byId.get(id)
      const { url, active } = state
      const secret = secrets.at(-1)?.secret
      const expected = JSON.stringify({ url, active: active ? 1 : 0, secret })
      const found = deletedTurn === never ? row?.state === expected : row === undefined
      const law = 'acknowledged changes last'
      must(found, law, () => `subscription ${id} is ${row?.state}, not ${expected}`)
    }
  }
}
