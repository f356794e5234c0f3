import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Order } from '../../generated/schemas.ts'
import { inconsistencies } from '../../server/testing/consistency.ts'
import { invite } from '../../server/testing/invited.ts'
import { recipient } from '../../server/testing/recipient.ts'
import { newContact, newOrder } from '../../testkit/shapes.ts'
import { seededFile, startServer } from '../process/server-process.ts'

type Request = Awaited<ReturnType<typeof startServer>>['request']
type Random = ReturnType<typeof randomNumbers>

/** Choices that look random, and are the same for the same seed. */
const randomNumbers = (seed: number) => {
  const numbers = fc.sample(fc.nat({ max: 1_000_000 }), { seed, numRuns: 10_000 })
  let at = 0
  /** A whole number under a limit. */
  const upTo = (limit: number): number => (numbers[at++ % numbers.length] ?? 0) % limit
  const pick = <T>(among: readonly [T, ...T[]]): T => among[upTo(among.length)] ?? among[0]
  return { upTo, pick }
}

/** What clients know: what they have asked for, and what they were answered. */
class Known {
  /** Notes of the orders that were asked for; each is asked for once. */
  readonly asked = new Set<string>()
  readonly orders = new Map<string, z.output<typeof Order>>()
  /** Orders of which a cancellation was asked for. */
  readonly cancelling = new Set<string>()
  /** Slugs of invites that were redeemed. */
  readonly redeemed = new Set<string>()
  /** How many requests the server has not lived to answer. */
  unanswered = 0
}

/** Somebody who changes something; throws when there is no server any more. */
type Actor = (request: Request, known: Known, random: Random) => Promise<void>

const emails = [
  'ada@example.com',
  'Ada@Example.com',
  'grace@example.com',
  'alan@example.com',
] as const

/** Orders of the scarce M are refused when there is none left. */
const orders =
  (campaign: string): Actor =>
  async (request, known, random) => {
    const notes = `order ${known.asked.size}`
    known.asked.add(notes)
    const json = newOrder(campaign, random.pick(['T', 'T', 'M']), random.upTo(3) + 1, { notes })
    json.shipTo.email = random.pick(emails)
    const answer = await request({ method: 'POST', path: '/v1/orders/create', json })
    if (answer.status === 400) return
    const order = Order.parse(answer.body)
    known.orders.set(order.id, order)
  }

const cancels: Actor = async (request, known, random) => {
  const [first, ...others] = [...known.orders.keys()].filter((id) => !known.cancelling.has(id))
  if (first === undefined) return
  const orderId = random.pick([first, ...others])
  known.cancelling.add(orderId)
  const answer = await request({ method: 'POST', path: '/v1/orders/cancel', json: { orderId } })
  known.orders.set(orderId, Order.parse(answer.body))
}

/** Goes the way of the pages, from an empty cart to the order. */
const redeems =
  (slugs: string[]): Actor =>
  async (request, known) => {
    const slug = slugs.pop()
    if (slug === undefined) return
    const somebody = recipient({ request }, slug)
    await somebody.cart('add', 'T', 2)
    const { headers } = await somebody.order()
    expect(headers.location).toBe(`/i/${slug}/done`)
    known.redeemed.add(slug)
  }

/** A server on a database file, until it is killed: at any moment of what actors do at once. */
const oneLife = async (
  file: Parameters<typeof startServer>[0],
  actors: readonly [Actor, ...Actor[]],
  known: Known,
  random: Random,
  isEnough: () => boolean,
): Promise<void> => {
  const { child, ended, request } = await startServer(file)
  let left = 30 + random.upTo(40)
  const act = async (): Promise<void> => {
    while (!isEnough()) {
      if (--left === 0) setTimeout(() => child.kill('SIGKILL'), random.upTo(4))
      await random.pick(actors)(request, known, random)
    }
  }
  const clients = await Promise.allSettled(Array.from({ length: 8 }, act))
  for (const client of clients)
    if (client.status === 'rejected') {
      expect(client.reason).toMatchObject({ code: expect.stringMatching(/^E(CONN|PIPE)/) })
      known.unanswered++
    }
  child.kill('SIGKILL')
  await ended
}

test('killed at any moment of 200 order creations: what was acknowledged is there, and nothing by halves', async () => {
  const file = await seededFile({ T: 100_000, M: 40 })
  const { campaign, databaseFile } = file
  const known = new Known()
  const random = randomNumbers(20_261_120)

  const first = await startServer(file)
  for (const email of emails)
    await first.request({
      method: 'POST',
      path: '/v1/contacts/create',
      json: newContact(campaign, { email }),
    })
  const slugs: string[] = []
  for (let i = 0; i < 40; i++) slugs.push((await invite(first, campaign)).invite.slug)
  first.child.kill('SIGKILL')
  await first.ended
  expect(inconsistencies(databaseFile)).toEqual([])

  const order = orders(campaign)
  const actors = [order, order, order, cancels, redeems(slugs)] as const
  let lives = 0
  for (; known.asked.size < 200; lives++) {
    await oneLife(file, actors, known, random, () => known.asked.size >= 200)
    expect(inconsistencies(databaseFile)).toEqual([])
  }
  expect(lives).toBeGreaterThan(2)
  expect(known.unanswered).toBeGreaterThan(lives)

  const { request } = await startServer(file)
  const { body } = await request({ path: '/v1/orders/list?limit=1000' })
  const kept = new Map(
    z
      .array(Order)
      .parse(body)
      .map((order) => [order.id, order]),
  )
  for (const [id, acknowledged] of known.orders) {
    const order = kept.get(id)
    // Of what was not answered nobody knows; it happened as a whole or not at all.
    const mayBeCancelled = known.cancelling.has(id) && order?.status === 'CANCELLED'
    expect(order).toEqual(
      mayBeCancelled
        ? { ...acknowledged, status: 'CANCELLED', allocationStatus: 'RELEASED' }
        : acknowledged,
    )
  }
  const all = [...kept.values()]
  const notes = all.flatMap((order) => (order.orderSource === 'API' ? [order.notes] : []))
  expect(new Set(notes).size).toBe(notes.length)
  for (const each of notes) expect(known.asked).toContain(each)
  expect(new Set(all.map(({ orderNumber }) => orderNumber)).size).toBe(all.length)

  expect(known.redeemed.size).toBeGreaterThan(0)
  for (const slug of known.redeemed) {
    const page = await recipient({ request }, slug).open('/done')
    const numbers = all.filter(({ orderNumber }) => page.text.includes(orderNumber))
    expect(numbers.map(({ orderSource }) => orderSource)).toEqual(['REDEMPTION'])
  }
}, 120_000)
