import { z } from 'zod'
import { Order } from '../../generated/schemas.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { type Certificate, tlsHost } from '../../testkit/tls.ts'
import { timestamp } from '../domain/clock.ts'
import { createDispatcher, type Dispatcher } from '../events/dispatcher.ts'
import { createSend, readNetworks } from '../events/egress.ts'
import type { Store } from '../store/store.ts'
import { countingStore } from './counting-store.ts'
import { resolveAllTo } from './resolve-all-to.ts'
import { smallAccount } from './small-account.ts'
import { testServer } from './test-server.ts'

type Options = {
  /** The subscribers' TLS certificate. */
  certificate: Certificate
  /** Milliseconds that an attempt may take. */
  milliseconds?: number
  limits?: Parameters<typeof createDispatcher>[0]['limits']
  /** Replaces the dispatcher's reads. */
  readAs?: (store: Store) => Pick<Store, 'first'>
}

const WithSecret = z.looseObject({ id: z.string(), secret: z.string() })

/** A log line of dropped deliveries of one kind. */
const Dropped = z.looseObject({
  webhook: z.string(),
  event: z.string(),
  status: z.int().optional(),
  reason: z.string().optional(),
  deliveries: z.int(),
})

/**
 * Starts a test server that sends deliveries to subscribers on this machine. Every host name resolves
 * to 127.0.0.1. Its account has a campaign with stock.
 */
export const sendingServer = async (options: Options) => {
  const { certificate, milliseconds = 20_000, limits = {}, readAs } = options
  const made: { dispatcher?: Dispatcher } = {}
  const server = await testServer({
    demo: false,
    deliverer: (parts) => {
      made.dispatcher = createDispatcher({
        ...parts,
        store: readAs
          ? { ...countingStore(parts.store).store, ...readAs(parts.store) }
          : parts.store,
        limits,
        send: createSend({
          allowed: readNetworks(['127.0.0.0/8']),
          lookup: resolveAllTo('127.0.0.1'),
          ca: certificate.cert,
          milliseconds,
        }),
      })
      return made.dispatcher
    },
  })
  const { dispatcher } = made
  if (!dispatcher) throw new Error('The server created no dispatcher')

  const account = smallAccount(server)
  await account.variant('T')
  const campaign = await account.campaign(['T'])
  await account.warehouse({ T: 100_000 })

  const subscribe = async (port: number, path = '/', events = ['order.created']) => {
    const url = `https://${tlsHost}:${port}${path}`
    const response = await server.post('/v1/webhooks', { url, events })
    return WithSecret.parse(response.body)
  }
  const rotate = async (id: string) =>
    WithSecret.parse((await server.post(`/v1/webhooks/${id}/rotate-secret`)).body).secret
  const test = async (id: string) => (await server.post(`/v1/webhooks/${id}/test`)).body
  const order = async () =>
    Order.parse((await server.post('/v1/orders/create', newOrder(campaign, 'T'))).body)

  /** Returns the dropped deliveries, from the log. */
  const dropped = () =>
    server.log
      .filter((line) => line.includes('Deliveries failed and are dropped'))
      .map((line) => Dropped.parse(JSON.parse(line)))
      .flatMap(({ webhook, event, status, reason, deliveries }) =>
        Array.from({ length: deliveries }, () => ({ webhook, event, why: status ?? reason })),
      )

  /** Publishes an event. */
  const publish = (...[event]: [Parameters<Dispatcher['publish']>[1]]) =>
    dispatcher.publish(server.account, event)

  return {
    server,
    dispatcher,
    campaign,
    now: () => timestamp(server.time.now),
    subscribe,
    rotate,
    test,
    order,
    publish,
    dropped,
  }
}
