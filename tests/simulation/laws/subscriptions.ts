import {
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
  WebhookUpdate,
} from '../../../generated/schemas.ts'
import type { Row } from '../database/rows.ts'
import { bodyOf, type Exchange } from '../exchange.ts'
import { must } from '../violation.ts'

type State = { url: string; events: readonly string[]; active: boolean }

/** A subscription, as far as clients know. */
export type Subscription = {
  id: string
  account: string
  state: State
  /** The state before the last acknowledged change, and the turn of its acknowledgement. */
  before: State | undefined
  changedTurn: number
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
  /** Accounts with a creation or rotation that waits or whose outcome is unknown. */
  readonly #unknownSecrets = new Map<string, Set<Exchange>>()

  idsOf(account: string): string[] {
    return this.of(account).flatMap(({ id, deletedTurn }) => (deletedTurn === never ? [id] : []))
  }

  of(account: string): Subscription[] {
    return [...this.#known.values()].filter((each) => each.account === account)
  }

  /** Whether an account may have a secret that no client knows. */
  hasUnknownSecret(account: string): boolean {
    return (this.#unknownSecrets.get(account)?.size ?? 0) > 0
  }

  started(exchange: Exchange): void {
    const { operation, target = '', account } = exchange
    const known = this.#known.get(target)
    if (known && mutations.includes(operation)) {
      // The order of concurrent changes stays unknown.
      if (known.pending.size > 0) known.pending.add(unordered)
      known.pending.add(exchange)
    }
    if (operation !== 'createWebhook' && operation !== 'rotateWebhookSecret') return
    const unknown = this.#unknownSecrets.get(account.name) ?? new Set()
    this.#unknownSecrets.set(account.name, unknown.add(exchange))
  }

  answered(exchange: Exchange, turn: number): void {
    const { operation, received, target = '', account, sent } = exchange
    // After a 500 or a lost connection nobody knows whether the change happened.
    if (!received || received.status >= 500) return
    this.#unknownSecrets.get(account.name)?.delete(exchange)
    const known = this.#known.get(target)
    known?.pending.delete(exchange)
    if (operation === 'createWebhook' && received.status === 201)
      this.#add(account.name, WebhookSubscriptionWithSecret.parse(bodyOf(exchange)), turn)
    if (!known || received.status !== 200) return
    if (mutations.includes(operation))
      must(
        known.account === account.name,
        'accounts are apart',
        () => `${account.name} changed ${target}`,
      )
    if (operation === 'deleteWebhook') known.deletedTurn = Math.min(turn, known.deletedTurn)
    if (operation === 'updateWebhook') {
      WebhookUpdate.parse(JSON.parse(String(sent.body)))
      const { url, events, active } = WebhookSubscription.parse(bodyOf(exchange))
      known.before = known.state
      known.state = { url, events, active }
      known.changedTurn = turn
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
      const expected = JSON.stringify({
        url: state.url,
        active: state.active ? 1 : 0,
        secret: secrets.at(-1)?.secret,
      })
      const found = deletedTurn === never ? row?.state === expected : row === undefined
      must(
        found,
        'acknowledged changes last',
        () => `subscription ${id} is ${row?.state}, not ${expected}`,
      )
    }
  }

  #add(
    account: string,
    { id, url, events, active, secret }: State & { id: string; secret: string },
    turn: number,
  ): void {
    this.#known.set(id, {
      id,
      account,
      state: { url, events, active },
      before: undefined,
      changedTurn: turn,
      secrets: [{ secret, endedTurn: never }],
      deletedTurn: never,
      pending: new Set(),
    })
  }
}
