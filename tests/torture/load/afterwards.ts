import { inconsistencies } from '../../../server/testing/consistency.ts'
import { endConnections } from '../../../testkit/http.ts'
import { lookUp } from './look-up.ts'
import type { Stage } from './stage.ts'
import { lifeTable } from './table.ts'

/** Looks up what was acknowledged, stops the server, and looks at what is left. */
export const lookAfterwards = async (
  stage: Stage,
  /** How many orders were acknowledged before the subscriber began to note them. */
  noted: number,
): Promise<string[]> => {
  const { file, running, subscriber, known, counts, faults, shop, ask, other, problems } = stage
  problems.push(...(await lookUp(known, shop.campaign, ask, other)))
  endConnections()
  const last = running.server()
  const status = await running.end('SIGTERM')
  if (status !== 0) problems.push(`the last server ended with ${status}`)

  const { received, orders: told } = await subscriber.look()
  const untold = [...known.orders.keys()].slice(noted).filter((id) => !told.has(id))
  const dropped = last.warned('a delivery failed and is dropped')
  if (told.size === 0) problems.push('the subscriber was told nothing')
  if (untold.length > dropped)
    problems.push(`of ${untold.length} orders nobody was told, but of ${dropped} it is logged`)

  const unexpected = last.faults.filter(({ time }) => {
    const at = time - performance.timeOrigin
    return !faults.wasFull(at, at)
  })
  problems.push(
    ...unexpected.slice(0, 5).map((line) => `the server logged ${JSON.stringify(line)}`),
  )
  const broken = inconsistencies(file)
  problems.push(...broken.slice(0, 10))

  const cancelled = [...known.cancelled.values()].filter((is) => is === 'yes').length
  return [
    `acknowledged, and there: ${known.orders.size} orders, ${cancelled} cancellations, ${known.contacts.size} contacts, ${known.redeemed.size} redemptions, ${known.webhooks.size} webhooks`,
    `of ${counts.answered + counts.unanswered} requests ${counts.unanswered} were not answered, ${counts.failed} were answered 500`,
    `deliveries: ${received} received, ${told.size} orders in the quiet time; ${dropped} dropped there`,
    ...lifeTable(running.all),
    broken.length === 0
      ? 'integrity_check is ok, every law of the database holds'
      : `${broken.length} rows break a law of the database`,
  ]
}
