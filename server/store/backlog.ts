import { long, ofAllAccounts } from './statement.ts'
import type { Reader } from './store.ts'

const day = 86_400_000

/** Work that waits, of all accounts, and the last sync. Times are in milliseconds. */
export type Backlog = {
  deliveries: number
  /** When the first of the deliveries was queued. */
  oldest: number | null
  /** Orders of providers that were not imported, or only in part. */
  problems: number
  /** The earliest of the times at which each provider was synced last. */
  synced: number | null
  /** Orders that have waited for their shipment for so many days or longer. */
  orders: Readonly<Record<'0' | '1' | '3' | '7', number>>
}

export const readBacklog = (reader: Reader, now: number) =>
  reader.first<Backlog>(
    long(ofAllAccounts`
    select
      (select count(*) from delivery_queue where server is null) as deliveries,
      (select min(created_at) from delivery_queue where server is null) as oldest,
      (select count(*) from import_problems) as problems,
      (select min(synced_at) from provider_polls) as synced,
      count(order_time) as "orders.0",
      count(case when order_time <= ${now - day} then 1 end) as "orders.1",
      count(case when order_time <= ${now - 3 * day} then 1 end) as "orders.3",
      count(case when order_time <= ${now - 7 * day} then 1 end) as "orders.7"
    from accounts left join orders
      on orders.account_id = accounts.id and status = 'AWAITING_SHIPMENT'`),
  )
