import { z } from 'zod'
import { must } from '../violation.ts'

const Row = z.object({
  kind: z.enum(['order', 'contact', 'invite', 'webhook']),
  id: z.string(),
  account: z.string(),
  marker: z.string(),
  number: z.string(),
  state: z.string(),
})

/** A row that a request created, as the database has it. */
export type Row = z.output<typeof Row>

const Queued = z.object({ webhook: z.string(), event: z.string(), order: z.string() })

/** A delivery that waits in the database. */
export type Queued = z.output<typeof Queued>

/** Functions of SQL in which the databases differ. */
type Json = { object: string; field: (path: string) => string }

/** Returns the statements that read a database. */
export const statementsIn = ({ object, field }: Json) => ({
  rows: `
    select 'order' as kind, id, account_id as account, notes as marker, order_number as number, status as state from orders
    union all select 'contact', id, account_id, company_name, '', '' from contacts
    union all select 'invite', id, account_id, company_name, invite_number, '' from invites
    union all select 'webhook', id, account_id, '', '',
      cast(${object}('url', url, 'active', active, 'secret', secret) as text)
      from webhooks where id not like '%-whk%'`,
  stockApart: `
    select item.id, item.on_hand, item.allocated from inventory_items as item
    join inventory_events as event on event.account_id = item.account_id and event.item_id = item.id
    group by item.account_id, item.id, item.on_hand, item.allocated
    having item.allocated <> sum(case when event_type in ('order_allocated', 'order_released', 'order_shipped')
        then quantity else 0 end)
      or item.on_hand <> sum(case when event_type in ('received', 'order_shipped', 'order_returned') then quantity else 0 end)`,
  queued: `
    select webhook_id as webhook, event, coalesce(${field('data.orderId')}, '') as "order"
    from delivery_queue where account_id <> 'acct2'`,
})

/** Returns all rows, after the laws that hold for any of them. @throws {Violation} */
export const checkedRows = (found: readonly unknown[], stockApart: readonly unknown[]): Row[] => {
  must(stockApart.length === 0, 'stock is the sum of its events', () => JSON.stringify(stockApart))
  const rows = found.map((row) => Row.parse(row))
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

export const queuedRows = (found: readonly unknown[]): Queued[] =>
  found.map((row) => Queued.parse(row))
