import { createServer } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { Order } from '../../../generated/schemas.ts'
import { closeServer } from '../../../server/http/connection/close-server.ts'
import { listen } from '../../../server/http/connection/listen.ts'
import { requestsTo } from '../../../server/testing/test-server.ts'
import { endConnections } from '../../../testkit/http.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import { deliveringTo } from '../../process/delivering-to.ts'
import { startMeasured } from '../measured-server.ts'
import { type Shop, seedShops } from '../seed-shops.ts'
import { startSubscriber } from '../subscriber.ts'

/** Orders of each account. */
const orders = 60

/** Milliseconds between two orders of the account that is measured. */
const between = 20

/** Milliseconds after the last order in which a delivery counts. */
const patience = 2000

const Event = z.object({ data: z.object({ orderId: z.string() }) })

/** How many deliveries of the other account arrived, and after how many milliseconds. */
export type Measured = { sent: number; arrived: number; median: number; slowest: number }

/** Starts a subscriber that records when the event of each order arrives. */
const startRecording = async (certificate: { key: string; cert: string }) => {
  const arrivals = new Map<string, number>()
  const server = createServer(certificate, async (incoming, outgoing) => {
    const { data } = Event.parse(JSON.parse(await text(incoming)))
    arrivals.set(data.orderId, performance.now())
    outgoing.end()
  })
  const port = await listen(server, 0, '127.0.0.1')
  return { arrivals, url: `https://${tlsHost}:${port}`, stop: () => closeServer(server, 0) }
}

/**
 * Measures the deliveries of one account while another has orders with many subscriptions whose
 * endpoints never respond.
 */
export const measure = async (subscriptions: number): Promise<Measured> => {
  const folder = makeFolder()
  const file = join(folder.path, 'fairness.db')
  const [silentShop, shop] = await seedShops(file)
  const certificate = makeCertificate()
  const silent = await startSubscriber(certificate)
  const healthy = await startRecording(certificate)
  const server = await startMeasured(file, deliveringTo(folder.path, certificate))
  const as = ({ key, campaign }: Shop) => {
    const request = requestsTo(`http://127.0.0.1:${server.port}`, key)
    const post = (path: string, json: unknown) =>
      request({ method: 'POST', path, json, unchecked: true })
    return {
      subscribe: (url: string) => post('/v1/webhooks', { url, events: ['order.created'] }),
      order: async () =>
        Order.parse((await post('/v1/orders/create', newOrder(campaign, 'T'))).body).id,
    }
  }
  const [a, b] = [as(silentShop), as(shop)]
  for (let i = 0; i < subscriptions; i++) await a.subscribe(`${silent.url}/silent/${i}`)
  await b.subscribe(`${healthy.url}/`)
  for (let i = 0; i < orders; i++) await a.order()

  const acknowledged = new Map<string, number>()
  for (let i = 0; i < orders; i++) {
    acknowledged.set(await b.order(), performance.now())
    await sleep(between)
  }
  const end = performance.now() + patience
  while (healthy.arrivals.size < orders && performance.now() < end) await sleep(10)
  const waits = [...acknowledged]
    .flatMap(([id, at]) => {
      const arrived = healthy.arrivals.get(id)
      return arrived === undefined ? [] : [Math.max(0, arrived - at)]
    })
    .toSorted((one, other) => one - other)

  endConnections()
  server.child.kill('SIGKILL')
  await server.ended
  await healthy.stop()
  silent.stop()
  folder.remove()
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? Number.NaN
  return { sent: orders, arrived: waits.length, median: at(0.5), slowest: at(1) }
}
