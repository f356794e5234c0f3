import { isIP } from 'node:net'
import { z } from 'zod'
import { Order } from '../../../generated/zod/schemas.ts'
import { createDispatcher, type Dispatcher } from '../../../server/deliveries/dispatcher.ts'
import { createSend, type Lookup, readNetworks } from '../../../server/deliveries/egress.ts'
import type { SubscribableEvent } from '../../../server/domain/event.ts'
import { newOrder } from '../request-bodies.ts'
import { type Certificate, tlsHost } from '../tls.ts'
import { smallAccount } from './small-account.ts'
import { type TestServerOptions, testServer } from './test-server.ts'

/** Returns a DNS lookup that resolves every name to the addresses. */
export const resolveAllTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: isIP(address) }))

type DispatcherParts = Parameters<typeof createDispatcher>[0]

const WithSecret = z.looseObject({ id: z.string(), secret: z.string() })

/**
 * Starts a test server with a dispatcher. Its account has a campaign with stock.
 * @param partsOf returns parts of the dispatcher, in place of the server's.
 */
export const serverWithDispatcher = async (
  partsOf: (
    parts: Pick<DispatcherParts, 'store' | 'clock' | 'log'>,
  ) => Partial<DispatcherParts> & Pick<DispatcherParts, 'send'>,
  options: TestServerOptions = {},
) => {
  const made: { dispatcher?: Dispatcher } = {}
  const server = await testServer({
    demo: false,
    ...options,
    deliverer: (parts) => {
      made.dispatcher = createDispatcher({ ...parts, ...partsOf(parts) })
      return made.dispatcher
    },
  })
  const { dispatcher } = made
  if (!dispatcher) throw new Error('The server created no dispatcher')

  const account = smallAccount(server)
  await account.variant('T')
  const campaign = await account.campaign(['T'])
  await account.warehouse({ T: 100_000 })

  const subscribe = async (url = 'https://hooks.example.com/', events = ['order.created']) =>
    WithSecret.parse((await server.post('/v1/webhooks', { url, events })).body)
  const rotate = async (id: string) =>
    WithSecret.parse((await server.post(`/v1/webhooks/${id}/rotate-secret`)).body).secret
  const test = async (id: string) => (await server.post(`/v1/webhooks/${id}/test`)).body
  const order = async () =>
    Order.parse((await server.post('/v1/orders/create', newOrder(campaign, 'T'))).body)
  /** Queues an event of no order. */
  const publish = async (event: SubscribableEvent) => {
    const start = await server.store.write((transaction) =>
      dispatcher.enqueue(transaction, server.account, event),
    )
    start()
  }

  return { server, dispatcher, campaign, subscribe, rotate, test, order, publish }
}

type SendingServerOptions = {
  certificate: Certificate
  milliseconds?: number
  limits?: DispatcherParts['limits']
  readAs?: (store: DispatcherParts['store']) => Pick<DispatcherParts['store'], 'first'>
}

/** A log line of dropped deliveries of one kind. */
const Dropped = z.looseObject({
  webhook: z.string(),
  event: z.string(),
  status: z.int().optional(),
  reason: z.string().optional(),
  deliveries: z.int(),
})

/** Starts a test server that delivers to subscribers on this machine. Every host name resolves to 127.0.0.1. */
export const sendingServer = async (options: SendingServerOptions) => {
  const { certificate, milliseconds = 20_000, limits = {}, readAs } = options
  const send = createSend({
    allowed: readNetworks(['127.0.0.0/8']),
    lookup: resolveAllTo('127.0.0.1'),
    ca: certificate.cert,
    milliseconds,
  })
  const made = await serverWithDispatcher(({ store }) => ({
    limits,
    send,
    store: { ...store, ...readAs?.(store) },
  }))
  const { server } = made
  return {
    ...made,
    /** Subscribes a port of this machine. */
    subscribe: (port: number, path = '/', events?: string[]) =>
      made.subscribe(`https://${tlsHost}:${port}${path}`, events),
    dropped: () =>
      server.log
        .filter((line) => line.includes('Deliveries failed and are dropped'))
        .map((line) => Dropped.parse(JSON.parse(line)))
        .flatMap(({ webhook, event, status, reason, deliveries }) =>
          Array.from({ length: deliveries }, () => ({ webhook, event, why: status ?? reason })),
        ),
  }
}
