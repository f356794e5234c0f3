import type { AccountId } from '../../../server/domain/ids.ts'
import { type Database, queuedEvents } from '../database.ts'
import { deliveryKey, type Subscriber } from '../subscriber.ts'
import type { Acknowledged } from './acknowledged.ts'

/** Deliveries in progress to one subscription, at most. */
const maxInProgress = 16

/** Milliseconds within which half of the events must arrive, restarts of the server included. */
const maxMedian = 3000

type Parts = {
  database: Database
  account: AccountId
  subscriber: Subscriber
  acknowledged: Acknowledged
  /** Paths of the endpoints that receive every event, by the id of their subscription. */
  endpoints: ReadonlyMap<string, string>
}

/** Compares the deliveries that a subscriber received with the acknowledged events. */
export const deliveryChecker = ({
  database,
  account,
  subscriber,
  acknowledged,
  endpoints,
}: Parts) => {
  /** Deliveries in progress at each SIGKILL: neither in the queue nor received. */
  const atKills: ReadonlySet<string>[] = []

  /** When the event of each delivery was acknowledged, by the key of the delivery. */
  const acknowledgedAt = (): ReadonlyMap<string, number> =>
    new Map(
      [...acknowledged.events].flatMap(([event, at]) =>
        [...endpoints.values()].map((path) => [`${path} ${event}`, at] as const),
      ),
    )

  const notArrived = (): string[] => {
    const arrived = new Set(subscriber.deliveries.map(({ key }) => key))
    return [...acknowledgedAt().keys()].filter((key) => !arrived.has(key))
  }

  const queued = async (): Promise<ReadonlySet<string>> => {
    const events = await queuedEvents(database, account)
    return new Set(
      events.map(({ webhookId, event, orderId }) =>
        deliveryKey(endpoints.get(webhookId) ?? webhookId, event, orderId),
      ),
    )
  }

  /** Returns the median of the times from an acknowledgement to its delivery, in milliseconds. */
  const medianDelay = (): number => {
    const from = acknowledgedAt()
    const delays = subscriber.deliveries
      .flatMap(({ key, at }) => {
        const since = from.get(key)
        return since === undefined ? [] : [Math.max(0, at - since)]
      })
      .toSorted((a, b) => a - b)
    return delays[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY
  }

  return {
    queued,
    /** Notes which deliveries a killed server had in progress. Call it before the next server starts. */
    noteKill: async () => {
      const waiting = await queued()
      atKills.push(new Set(notArrived().filter((key) => !waiting.has(key))))
    },
    /** Returns the figures in words, and problems. */
    finish: (): { figures: string; problems: string[] } => {
      const missing = notArrived()
      const lost = missing.filter((key) => !atKills.some((kill) => kill.has(key)))
      const most = Math.max(
        0,
        ...atKills.map((kill) => missing.filter((key) => kill.has(key)).length),
      )
      const repeated = subscriber.repeated()
      const median = medianDelay()
      const problems: string[] = []
      if (lost.length > 0) problems.push(`${lost.length} events were lost, such as ${lost[0]}`)
      if (repeated.length > 0)
        problems.push(`${repeated.length} deliveries were made twice, such as ${repeated[0]}`)
      if (most > endpoints.size * maxInProgress)
        problems.push(`${most} deliveries were lost by one SIGKILL`)
      if (median > maxMedian)
        problems.push(`half of the deliveries took more than ${median.toFixed()} ms`)
      const total = acknowledgedAt().size
      const figures = `${total - missing.length} of ${total} deliveries arrived, ${missing.length - lost.length} were in progress at a SIGKILL (at most ${most} at one), ${lost.length} lost, ${repeated.length} made twice; half within ${median.toFixed()} ms`
      return { figures, problems }
    },
  }
}
