import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { findInconsistencies } from '../../../server/testing/find-inconsistencies.ts'
import { must } from '../violation.ts'

const Row = z.object({
  kind: z.enum(['order', 'contact', 'invite', 'webhook']),
  id: z.string(),
  account: z.string(),
  marker: z.string(),
  number: z.string(),
  state: z.string(),
})

/** A row that a request created, as the database file has it. */
export type Row = z.output<typeof Row>

const everyRow = `
  select 'order' as kind, id, account_id as account, notes as marker, order_number as number, status as state from orders
  union all select 'contact', id, account_id, company_name, '', '' from contacts
  union all select 'invite', id, account_id, company_name, invite_number, '' from invites
  union all select 'webhook', id, account_id, '', '',
    json_object('url', url, 'active', active, 'secret', secret) from webhooks where id not like '%-whk%'`

const stockApart = `
  select item.id, item.on_hand, item.allocated from inventory_items as item
  join inventory_events as event on event.account_id = item.account_id and event.item_id = item.id
  group by item.account_id, item.id
  having item.allocated <> sum(case when event_type in ('order_allocated', 'order_released', 'order_shipped')
      then quantity else 0 end)
    or item.on_hand <> sum(case when event_type in ('received', 'order_shipped', 'order_returned') then quantity else 0 end)`

/** A delivery that waits in the database. */
const Queued = z.object({ webhook: z.string(), event: z.string(), order: z.string() })
export type Queued = z.output<typeof Queued>

const everyDelivery = `
  select webhook_id as webhook, event, coalesce(body ->> '$.data.orderId', '') as "order" from delivery_queue
  where account_id <> 'acct2'`

/** Reads the database file of the server, beside it. */
export class DatabaseFile {
  readonly #database: DatabaseSync
  readonly #rows
  readonly #stock
  readonly #queued
  readonly #file: string

  constructor(file: string) {
    this.#file = file
    this.#database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    this.#rows = this.#database.prepare(everyRow)
    this.#stock = this.#database.prepare(stockApart)
    this.#queued = this.#database.prepare(everyDelivery)
  }

  /** Returns all rows, after the laws that hold for any of them. */
  read(): Row[] {
    const apart = this.#stock.all()
    must(apart.length === 0, 'stock is the sum of its events', () => JSON.stringify(apart))
    const rows = this.#rows.all().map((row) => Row.parse(row))
    const numbers = new Set<string>()
    const markers = new Set<string>()
    for (const { kind, account, marker, number } of rows) {
      must(
        marker === '' || marker.startsWith(account),
        'accounts are apart',
        () => `${account} has ${marker}`,
      )
      must(
        !markers.has(`${kind} ${marker}`),
        'a request has effect at most once',
        () => `two of ${kind} ${marker}`,
      )
      must(
        !numbers.has(`${account} ${number}`),
        'order numbers are unique',
        () => `${account} has ${number} twice`,
      )
      if (marker !== '') markers.add(`${kind} ${marker}`)
      if (number !== '') numbers.add(`${account} ${number}`)
    }
    return rows
  }

  /** Returns the deliveries that wait. */
  queued(): Queued[] {
    return this.#queued.all().map((row) => Queued.parse(row))
  }

  /** Checks every invariant of the file. */
  checkAll(): void {
    const found = findInconsistencies(this.#file)
    must(found.length === 0, 'stock is the sum of its events', () => found.join('\n'))
  }

  close(): void {
    this.#database.close()
  }
}
