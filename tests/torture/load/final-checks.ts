import { endConnections } from '../../../testkit/http.ts'
import { checkAcknowledged } from './check-acknowledged.ts'
import { processTable } from './process-table.ts'
import type { Setup } from './setup.ts'

/** Checks all acknowledged records, stops the server, and checks its log and database. */
export const checkAfterLoad = async (
  setup: Setup,
  /** Number of orders acknowledged before the subscriber began to record them. */
  orderCountBefore: number,
): Promise<string[]> => {
  const {
    database,
    running,
    subscriber,
    acknowledged,
    counts,
    faults,
    shop,
    ask,
    other,
    problems,
  } = setup
  problems.push(...(await checkAcknowledged(acknowledged, shop.campaign, ask, other)))
  endConnections()
  const last = running.server()
  const status = await running.end('SIGTERM')
  if (status !== 0) problems.push(`the last server ended with ${status}`)

  const { received, events: delivered, repeated } = await subscriber.report()
  if (repeated > 0) problems.push(`${repeated} events were delivered twice`)
  const undelivered = [...acknowledged.orders.keys()]
    .slice(orderCountBefore)
    .filter((id) => !delivered.has(`order.created ${id}`))
  const dropped = last.failedDeliveries()
  if (delivered.size === 0) problems.push('the subscriber received no order')
  if (undelivered.length > dropped)
    problems.push(
      `${undelivered.length} orders were not delivered, but only ${dropped} are logged as dropped`,
    )

  const unexpected = last.faults.filter(({ time }) => {
    const at = time - performance.timeOrigin
    return !faults.wasFailing(at, at)
  })
  problems.push(
    ...unexpected.slice(0, 5).map((line) => `the server logged ${JSON.stringify(line)}`),
  )
  const broken = await database.findInconsistencies()
  problems.push(...broken.slice(0, 10))

  const cancelled = [...acknowledged.cancelled.values()].filter((is) => is === 'yes').length
  return [
    `acknowledged and present: ${acknowledged.orders.size} orders, ${cancelled} cancellations, ${acknowledged.contacts.size} contacts, ${acknowledged.redeemed.size} redemptions, ${acknowledged.webhooks.size} webhooks`,
    `of ${counts.responded + counts.failedRequests} requests ${counts.failedRequests} got no response, ${counts.failed} got a 500`,
    `deliveries: ${received} received, ${delivered.size} of orders while memory was measured; ${dropped} dropped`,
    ...processTable(running.all),
    broken.length === 0
      ? 'the database is consistent'
      : `${broken.length} inconsistencies in the database`,
  ]
}
