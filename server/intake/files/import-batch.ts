import type { Importer, Outcome } from '../../actions/foresee-import.ts'
import { type Imported, importOrder } from '../../actions/import-order.ts'
import type { Clock } from '../../domain/clock.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { isRefusal, type Refusal } from '../../domain/refusal.ts'
import type { Dispatcher } from '../../events/dispatch/dispatcher.ts'
import { orderEvent } from '../../events/payloads/payload.ts'
import type { Store } from '../../store/store.ts'

/** What importing needs. */
export type ImportServices = {
  store: Store
  clock: Clock
  dispatcher: Pick<Dispatcher, 'bring'>
  importer: Importer
}

/** So many events wait at once: however long their orders are, they find room among others. */
const mostWaiting = 200

/**
 * Imports orders in one commit and waits until subscribers were told: of all that are imported, few
 * events are ever waiting, so that none is dropped for want of room. Each order fails alone.
 * @returns what came of each.
 * @throws what keeps the store from writing; what was committed has been told by then.
 */
export const importBatch = async (
  { store, clock, dispatcher, importer }: ImportServices,
  orders: readonly ImportedOrder[],
): Promise<(Outcome | Refusal)[]> => {
  const now = clock()
  const settled = await Promise.allSettled(
    orders.map((order) => store.write((tx) => importOrder(tx, importer, order, now))),
  )
  const done: (Imported | Refusal)[] = []
  for (const each of settled) if (each.status === 'fulfilled') done.push(each.value)
  const events = done.flatMap((each) => (isRefusal(each) ? [] : each.events))
  for (let from = 0; from < events.length; from += mostWaiting)
    await Promise.all(
      events
        .slice(from, from + mostWaiting)
        .map(({ event, order }) => dispatcher.bring(importer.account, orderEvent(event, order))),
    )
  for (const each of settled) if (each.status === 'rejected') throw each.reason
  return done.map((each) => (isRefusal(each) ? each : each.outcome))
}
