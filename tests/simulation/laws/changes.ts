import { ContactCreated, InviteCreated, Order } from '../../../generated/schemas.ts'
import type { Row } from '../database/rows.ts'
import { bodyOf, type Exchange } from '../exchange.ts'
import { must } from '../violation.ts'

/** The statuses of an order in the order in which they can follow. */
const ranks: Record<string, number> = {
  AWAITING_SHIPMENT: 0,
  SHIPPED: 1,
  RETURNED: 2,
  CANCELLED: 3,
}

/** What an acknowledged request created. */
type Created = { kind: Row['kind']; id: string; account: string; number: string; turn: number }

/** What clients know about orders, contacts and invites from the responses that they received. */
export class ChangesLaw {
  readonly #created = new Map<string, Created>()
  /** The status of each order that was last acknowledged, and those that may have followed. */
  readonly #statuses = new Map<string, { known: string; possible: Set<string> }>()
  readonly #refused = new Set<string>()
  /** The status of the order that a waiting request reads, as known when it began. */
  readonly #readFrom = new WeakMap<Exchange, string>()

  /** The ids of all orders that clients know, of every account. */
  get orders(): string[] {
    return [...this.#statuses.keys()]
  }

  ordersOf(account: string): string[] {
    return this.orders.filter((id) => this.#created.get(id)?.account === account)
  }

  statusOf(order: string): string | undefined {
    return this.#statuses.get(order)?.known
  }

  /** A change of an order begins, which may happen even if it is never acknowledged. */
  attempted(order: string, status: string): void {
    this.#statuses.get(order)?.possible.add(status)
  }

  acknowledged(order: string, status: string): void {
    const found = this.#statuses.get(order)
    if (found && (ranks[status] ?? 0) > (ranks[found.known] ?? 0)) found.known = status
  }

  started(exchange: Exchange): void {
    const { operation, target = '' } = exchange
    if (operation === 'cancelOrder') this.attempted(target, 'CANCELLED')
    this.#readFrom.set(exchange, this.statusOf(target) ?? '')
  }

  answered(exchange: Exchange, turn: number): void {
    const { operation, received, account, marker, target } = exchange
    if (!received) return
    const body = bodyOf(exchange)
    const add = (kind: Row['kind'], id: string, number = '') =>
      this.#created.set(id, { kind, id, account: account.name, number, turn })
    if (received.status >= 400 && received.status < 500) this.#refused.add(marker)
    if (operation === 'createOrder' && received.status === 201) {
      const { id, orderNumber, status } = Order.parse(body)
      add('order', id, orderNumber)
      this.#statuses.set(id, { known: status, possible: new Set() })
    }
    if (operation === 'cancelOrder' && received.status === 201 && target) {
      must(
        this.#created.get(target)?.account === account.name,
        'accounts are apart',
        () => `${account.name} cancelled ${target}`,
      )
      this.acknowledged(target, 'CANCELLED')
    }
    if (operation === 'createContact' && received.status === 200)
      add('contact', ContactCreated.parse(body).contactId)
    if (operation === 'createInvite' && received.status === 200) {
      const { invite } = InviteCreated.parse(body)
      add('invite', invite._id, invite.inviteNumber)
    }
    this.#checkRead(exchange)
  }

  /** Checks the rows of the database against what was acknowledged. */
  checkRows(rows: readonly Row[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { id, account, kind, number } of this.#created.values()) {
      const row = byId.get(id)
      must(
        row?.account === account && row.number === number,
        'acknowledged changes last',
        () => `${kind} ${number} ${id} of ${account}: ${JSON.stringify(row)}`,
      )
      if (kind === 'order') this.#checkStatus(id, row.state)
    }
    const refused = rows.find(({ marker }) => this.#refused.has(marker))
    must(
      !refused,
      'a request has effect at most once',
      () => `rejected, but stored: ${JSON.stringify(refused)}`,
    )
  }

  #checkStatus(id: string, state: string, since?: string): void {
    const { known = '', possible } = this.#statuses.get(id) ?? {}
    const rank = (status: string): number => ranks[status] ?? 0
    const isPossible = state === known || (possible?.has(state) && rank(state) > rank(known))
    const wasKnown = since !== undefined && rank(state) >= rank(since) && rank(state) < rank(known)
    must(
      isPossible || wasKnown,
      'acknowledged changes last',
      () => `order ${id} is ${state}, acknowledged as ${known}`,
    )
  }

  /** A read shows at least what was acknowledged before it began. */
  #checkRead(exchange: Exchange): void {
    const { operation, received, account, target, startedTurn, marker } = exchange
    if (
      operation === 'getOrder' &&
      target &&
      received?.status !== undefined &&
      [200, 404].includes(received.status)
    ) {
      const isOwn = this.#created.get(target)?.account === account.name
      must(
        received.status === (isOwn ? 200 : 404),
        isOwn ? 'reads are current' : 'accounts are apart',
        () => `${marker}: ${account.name} gets ${target}: ${received.status}`,
      )
      if (isOwn)
        this.#checkStatus(
          target,
          Order.parse(bodyOf(exchange)).status,
          this.#readFrom.get(exchange),
        )
    }
    if (operation !== 'listOrders' || received?.status !== 200) return
    for (const { id, kind, turn, account: owner } of this.#created.values())
      if (kind === 'order' && turn < startedTurn && owner === account.name)
        must(
          received.text.includes(id),
          'reads are current',
          () => `${marker}: ${id} is missing in the list`,
        )
  }
}
