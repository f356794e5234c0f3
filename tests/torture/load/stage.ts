import { join } from 'node:path'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { makeCertificate } from '../../../testkit/tls.ts'
import { deliveringTo } from '../../process/delivering-to.ts'
import { type Shop, seedShops } from '../shops.ts'
import { type Ask, type Counts, clients, GivenUp } from './clients.ts'
import { customers } from './customers.ts'
import { type Faults, faults as newFaults } from './faults.ts'
import { Known } from './known.ts'
import { type Lives, lives } from './lives.ts'
import { pacer } from './pacer.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { type Subscriber, startSubscriber } from './subscriber.ts'

/** How many requests are under way at the most. */
const together = 32

/** A server on a disk that can be full, a subscriber, and customers who are at it. */
export type Stage = {
  file: string
  /** Nothing where a disk cannot be made full. */
  disk: SmallDisk | undefined
  shop: Shop
  running: Lives
  subscriber: Subscriber
  faults: Faults
  known: Known
  counts: Counts
  /** How requests are sent as the shop's account, and as another. */
  ask: Ask
  other: Ask
  /** What was not as it should be so far. */
  problems: string[]
  /** Has customers ask so often in a second, all together. */
  setRate(perSecond: number): void
  takeLatencies(): { median: number; p99: number }
  /** Has customers finish what they have begun. */
  sendHome(): Promise<void>
  remove(): void
}

export const setStage = async (): Promise<Stage> => {
  const folder = makeFolder()
  const disk = smallDisk(folder.path)
  const file = join(disk?.path ?? folder.path, 'load.db')
  const [shop, otherShop] = await seedShops(file, ['T', 'M', 'C', 'B', 'H', 'S', 'P', 'N'])
  const certificate = makeCertificate()
  const subscriber = await startSubscriber(certificate)
  const faults = newFaults()
  const known = new Known()
  const { turn, setRate } = pacer()
  const counts: Counts = { answered: 0, unanswered: 0, failed: 0 }
  const environment = deliveringTo(folder.path, certificate)
  const running = await lives(file, environment, faults, () => counts.answered)
  const { askAs, problems, takeLatencies } = clients({
    url: running.url,
    faults,
    counts,
    turn: async () => {
      await turn()
      await running.there()
    },
  })
  const [ask, other] = [askAs(shop.key), askAs(otherShop.key)]
  await ask({
    method: 'POST',
    path: '/v1/webhooks',
    json: {
      url: `${subscriber.url}/all`,
      events: ['order.created', 'order.cancelled', 'invite.viewed', 'invite.redeemed'],
    },
    expected: [201],
  })

  let isOver = false
  const act = customers({ ask, shop, known, other, subscriberUrl: subscriber.url })
  const somebody = async () => {
    while (!isOver)
      try {
        await act()
      } catch (error) {
        if (!(error instanceof GivenUp)) throw error
      }
  }
  const everybody = Promise.allSettled(Array.from({ length: together }, somebody))

  return {
    ...{ file, disk, shop, running, subscriber, faults, known, counts, ask, other, problems },
    ...{ setRate, takeLatencies },
    sendHome: async () => {
      isOver = true
      for (const client of await everybody)
        if (client.status === 'rejected') problems.push(`a client failed: ${client.reason}`)
      setRate(Number.POSITIVE_INFINITY)
    },
    remove: () => {
      subscriber.stop()
      disk?.remove()
      folder.remove()
    },
  }
}
