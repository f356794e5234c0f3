import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Order } from '../../../generated/schemas.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import type { Shop } from '../seed-shops.ts'
import type { Acknowledged } from './acknowledged.ts'

/** Number of half-sent orders. */
const held = 8

/**
 * Sends the headers and half the body of orders, which the server has then accepted.
 * @returns a function that sends the rest and returns problems.
 */
export const startPartialOrders = async (
  url: string,
  { key, campaign, skus }: Shop,
  acknowledged: Acknowledged,
) => {
  const one = () => {
    const notes = `load ${acknowledged.asked++}`
    const body = JSON.stringify(newOrder(campaign, skus[0] ?? '', 1, { notes }))
    const outgoing = request(`${url}/v1/orders/create`, {
      agent: false,
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': body.length,
        // The server's 100 Continue shows that it has read the headers (RFC 9110 §10.1.1).
        expect: '100-continue',
      },
    })
    const responded = new Promise<string>((resolve, reject) => {
      outgoing.once('error', reject)
      outgoing.once('response', (incoming) => {
        void text(incoming).then((json) => {
          if (incoming.statusCode === 201) resolve(json)
          else reject(new Error(`${incoming.statusCode} ${json}`))
        }, reject)
      })
    })
    responded.catch(() => {})
    const accepted = new Promise((resolve) => outgoing.once('continue', resolve))
    outgoing.write(body.slice(0, 20))
    const finish = async (): Promise<string[]> => {
      outgoing.end(body.slice(20))
      try {
        acknowledged.order(Order.parse(JSON.parse(await responded)))
        return []
      } catch (error) {
        return [`an order accepted before SIGTERM got no 201: ${error}`]
      }
    }
    return { accepted, finish }
  }
  const orders = Array.from({ length: held }, one)
  await Promise.all(orders.map(({ accepted }) => accepted))
  return async (): Promise<string[]> =>
    (await Promise.all(orders.map(({ finish }) => finish()))).flat()
}
