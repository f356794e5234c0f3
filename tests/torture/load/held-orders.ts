import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Order } from '../../../generated/schemas.ts'
import { newOrder } from '../../../testkit/shapes.ts'
import type { Shop } from '../shops.ts'
import type { Known } from './known.ts'

/** How many orders are half sent. */
const held = 8

/**
 * Sends orders by halves: a server that has read their headers has accepted them.
 * @returns what sends the other halves, and answers with what did not become of them.
 */
export const holdOrders = async (url: string, { key, campaign, skus }: Shop, known: Known) => {
  const one = () => {
    const notes = `load ${known.asked++}`
    const body = JSON.stringify(newOrder(campaign, skus[0] ?? '', 1, { notes }))
    const outgoing = request(`${url}/v1/orders/create`, {
      agent: false,
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': body.length,
        // That it goes on is what says that the headers were read (RFC 9110 §10.1.1).
        expect: '100-continue',
      },
    })
    const answered = new Promise<string>((resolve, reject) => {
      outgoing.once('error', reject)
      outgoing.once('response', (incoming) => {
        void text(incoming).then((json) => {
          if (incoming.statusCode === 201) resolve(json)
          else reject(new Error(`${incoming.statusCode} ${json}`))
        }, reject)
      })
    })
    answered.catch(() => {})
    const accepted = new Promise((resolve) => outgoing.once('continue', resolve))
    outgoing.write(body.slice(0, 20))
    const finish = async (): Promise<string[]> => {
      outgoing.end(body.slice(20))
      try {
        known.order(Order.parse(JSON.parse(await answered)))
        return []
      } catch (error) {
        return [`an order that was accepted before SIGTERM was not answered: ${error}`]
      }
    }
    return { accepted, finish }
  }
  const orders = Array.from({ length: held }, one)
  await Promise.all(orders.map(({ accepted }) => accepted))
  return async (): Promise<string[]> =>
    (await Promise.all(orders.map(({ finish }) => finish()))).flat()
}
