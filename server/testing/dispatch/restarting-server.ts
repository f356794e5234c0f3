import { onTestFinished } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { createDispatcher, type Dispatcher } from '../../events/dispatcher.ts'
import { toDeliveryError } from '../../events/egress.ts'
import { countWaitingDeliveries } from '../../store/delivery-queue.ts'
import { type Store, StoreFault } from '../../store/store.ts'
import { countingStore } from '../counting-store.ts'
import { smallAccount } from '../small-account.ts'
import { testServer } from '../test-server.ts'

type Limits = Parameters<typeof createDispatcher>[0]['limits']

/** Returns subscribers that respond when they are released, and record what they receive. */
const subscribers = () => {
  const attempts: string[] = []
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const send = async (_: string, sign: () => Promise<{ body: string }>, stop?: AbortSignal) => {
    const { body } = await sign().catch((error: unknown) => {
      throw toDeliveryError(error)
    })
    attempts.push(body)
    const aborted = new Promise<never>((_resolve, reject) => {
      stop?.addEventListener('abort', () => reject(stop.reason))
    })
    await Promise.race([promise, aborted])
    return 200
  }
  return { attempts, release, send }
}

/** Starts a server whose dispatcher can be replaced, as if its process was killed and started again. */
export const restarting = async (limits: Limits = {}) => {
  const first = subscribers()
  const made: { dispatcher?: Dispatcher; isFull?: boolean; failures: boolean[] } = { failures: [] }
  const server = await testServer({
    demo: false,
    deliverer: (parts) => {
      const counting = countingStore(parts.store)
      const write: Store['write'] = (work) =>
        made.isFull ? Promise.reject(new Error('disk full')) : counting.store.write(work)
      const store: Store = {
        ...counting.store,
        first: (...read) =>
          made.failures.shift()
            ? Promise.reject(new StoreFault('The database failed'))
            : counting.store.first(...read),
        write,
      }
      made.dispatcher = createDispatcher({ ...parts, store, limits, send: first.send })
      return made.dispatcher
    },
  })
  const { dispatcher } = made
  if (!dispatcher) throw new Error('The server created no dispatcher')
  const account = smallAccount(server)
  await account.variant('T')
  await account.warehouse({ T: 1000 })
  const campaign = await account.campaign(['T'])
  const subscribe = (path: string, events = ['order.created']) =>
    server.post('/v1/webhooks', { url: `https://hooks.example.com/${path}`, events })
  const order = () => server.post('/v1/orders/create', newOrder(campaign, 'T'))
  /** Starts another process on the same database. */
  const another = async () => {
    const store = await server.database.open()
    onTestFinished(() => store.close())
    const { log, lines } = recordingLog()
    const { attempts, release, send } = subscribers()
    release()
    const clock = () => server.time.now
    return { ...createDispatcher({ store, clock, log, limits, send }), attempts, lines }
  }
  const waiting = () => countWaitingDeliveries(server.store)
  /** Makes all waiting deliveries older. */
  const age = (milliseconds: number) =>
    server.database.query(`update delivery_queue set created_at = created_at - ${milliseconds}`)
  const setFull = (isFull: boolean) => {
    made.isFull = isFull
  }
  /** Says for each of the next reads whether it fails. */
  const failReads = (failures: boolean[]) => {
    made.failures = failures
  }
  return {
    failReads,
    setFull,
    server,
    dispatcher,
    ...first,
    subscribe,
    order,
    another,
    waiting,
    age,
  }
}
