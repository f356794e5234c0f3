import { ContactCreated, InviteCreated, Order } from '../../../generated/schemas.ts'
import type { Row } from '../database.ts'
import { bodyOf, type Exchange } from '../requests.ts'
import { must } from '../violation.ts'

const law = 'acknowledged changes last'

/** The statuses of an order in the order in which they can follow. */
const statuses = ['AWAITING_SHIPMENT', 'SHIPPED', 'RETURNED', 'CANCELLED']

const rank = (status: string): number => Math.max(statuses.indexOf(status), 0)

/** The result of an acknowledged request. */
type Created = {
  kind: Row['kind']
  id: string
  account: string
  number: string
  turn: number
  /** The status of an order that was last acknowledged. */
  status: string
  /** Statuses that may have followed. */
  possible: Set<string>
}

/** What clients know about orders, contacts and invites from the responses that they received. */
export class ChangesLaw {
  readonly #created = new Map<string, Created>()
  readonly #rejected = new Set<string>()
  /** The status of the order that a waiting request reads, as known when it began. */
  readonly #readFrom = new WeakMap<Exchange, string>()

  ordersOf(account: string): string[] {
    const all = [...this.#created.values()]
    return all.flatMap((each) =>
      each.kind === 'order' && each.account === account ? [each.id] : [],
    )
  }

  /** A change of an order begins, which may happen even if it is never acknowledged. */
  attempted(order: string, status: string): void {
    this.#created.get(order)?.possible.add(status)
  }

  acknowledged(order: string, status: string): void {
    const found = this.#created.get(order)
    if (found && rank(status) > rank(found.status)) found.status = status
  }

  started(exchange: Exchange): void {
    const { operation, target = '' } = exchange
    if (operation === 'cancelOrder') this.attempted(target, 'CANCELLED')
    this.#readFrom.set(exchange, this.#created.get(target)?.status ?? '')
  }

  responded(exchange: Exchange, turn: number): void {
    const { operation, received, account, marker, target = '' } = exchange
    if (!received) return
    const body = bodyOf(exchange)
    const add = (kind: Row['kind'], id: string, number = '', status = '') =>
      this.#created.set(id, {
        ...{ kind, id, account: account.name, number, turn, status },
        possible: new Set(),
      })
    if (received.status >= 400 && received.status < 500) this.#rejected.add(marker)
    if (operation === 'getOrder') this.#checkRead(exchange)
    if (received.status >= 300) return
    if (operation === 'createOrder') {
      const { id, orderNumber, status } = Order.parse(body)
      add('order', id, orderNumber, status)
    }
    if (operation === 'cancelOrder') {
      const isOwn = this.#created.get(target)?.account === account.name
      must(isOwn, 'accounts are apart', () => `${account.name} cancelled ${target}`)
      this.acknowledged(target, 'CANCELLED')
    }
    if (operation === 'createContact') add('contact', ContactCreated.parse(body).contactId)
    if (operation === 'createInvite') {
      const { invite } = InviteCreated.parse(body)
      add('invite', invite._id, invite.inviteNumber)
    }
    if (operation === 'listOrders') this.#checkList(exchange)
  }

  /** Checks the rows of the database against what was acknowledged. */
  checkRows(rows: readonly Row[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const created of this.#created.values()) {
      const { id, account, kind, number } = created
      const row = byId.get(id)
      const isStored = row?.account === account && row.number === number
      must(isStored, law, () => `${kind} ${number} ${id} of ${account}: ${JSON.stringify(row)}`)
      if (kind === 'order') this.#checkStatus(created, row.state)
    }
    const stored = rows.find(({ marker }) => this.#rejected.has(marker))
    const once = 'a request has effect at most once'
    must(!stored, once, () => `rejected, but stored: ${JSON.stringify(stored)}`)
  }

  /** @param since the status that was acknowledged when a read began. */
  #checkStatus({ id, status, possible }: Created, state: string, since = status): void {
    const isNewer = possible.has(state) && rank(state) > rank(status)
    const wasKnown = rank(state) >= rank(since) && rank(state) < rank(status)
    const isKnown = state === status || isNewer || wasKnown
    must(isKnown, law, () => `order ${id} is ${state}, acknowledged as ${status}`)
  }

  /** A read shows at least what was acknowledged before it began. */
  #checkRead(exchange: Exchange): void {
    const { received, account, target = '', marker } = exchange
    if (received?.status !== 200 && received?.status !== 404) return
    const created = this.#created.get(target)
    const isOwn = created?.account === account.name
    must(
      received.status === (isOwn ? 200 : 404),
      isOwn ? 'reads are current' : 'accounts are apart',
      () => `${marker}: ${account.name} gets ${target}: ${received.status}`,
    )
    if (!isOwn) return
    const { status } = Order.parse(bodyOf(exchange))
    this.#checkStatus(created, status, this.#readFrom.get(exchange))
  }

  #checkList({ received, account, startedTurn, marker }: Exchange): void {
    for (const { id, kind, turn, account: owner } of this.#created.values()) {
      const isListed = received?.text.includes(id) === true
      const mustBe = kind === 'order' && turn < startedTurn && owner === account.name
      must(isListed || !mustBe, 'reads are current', () => `${marker}: ${id} is not in the list`)
    }
  }
}
