import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { recordedOrder, recordedShipment } from '../../../tests/kit/server/fake-shipstation.ts'
import { syncingShop } from '../../../tests/kit/server/syncing-shop.ts'
import { demandOf } from '../../domain/inventory.ts'

type Line = { sku: string; quantity: number }
type Label = { trackingNumber: string; createdAt: string; voided: boolean }

/** An order at a provider. Those that were split from it are of the same person. */
type Given = {
  id: number
  person: number
  parent: number | null
  merged: number[]
  status: 'awaiting_shipment' | 'shipped' | 'cancelled'
  lines: Line[]
  labels: Label[]
  changedAt: string
}

/** What happens to a provider's orders. A label is often made, and often voided. */
const deeds = fc.constantFrom(
  'create',
  'edit',
  'split',
  'merge',
  'ship',
  'ship',
  'void',
  'void',
  'cancel',
  'erase',
  'poll',
  'poll',
  'poll',
)
const pick = fc.nat({ max: 99 })
const history = fc.array(fc.record({ does: deeds, pick, more: pick }), {
  minLength: 12,
  maxLength: 30,
})

/** Makes a provider. Every change is a second later than those before. */
const newProvider = () => {
  let seconds = 0
  let count = 0
  const given: Given[] = []
  const now = () => {
    const time = new Date(++seconds * 1000).toISOString().slice(11, 19)
    return `2026-11-20T${time}.0000000`
  }
  const line = (i: number): Line => ({ sku: i % 2 === 0 ? 'T' : 'M', quantity: 1 + (i % 3) })
  const add = (lines: Line[], from?: Given) => {
    const id = ++count
    const { person = id, id: parent = null } = from ?? {}
    const order = { id, person, parent, merged: [], lines, labels: [], changedAt: now() }
    given.push({ ...order, status: 'awaiting_shipment' })
  }
  const actions: Record<string, (order: Given, more: number) => void> = {
    edit: (order, more) => {
      order.lines = [line(more), line(more + 1)]
    },
    split: (order) => {
      const [first, ...others] = order.lines
      if (!first || others.length === 0) return
      order.lines = [first]
      add(others, order)
    },
    merge: (order, more) => {
      const others = given.filter(
        (other) =>
          other !== order &&
          other.person === order.person &&
          other.status === 'awaiting_shipment' &&
          other.labels.length === 0,
      )
      const other = others[more % Math.max(others.length, 1)]
      if (!other) return
      order.lines = [...order.lines, ...other.lines]
      order.merged.push(other.id, ...other.merged)
      given.splice(given.indexOf(other), 1)
    },
    ship: (order) => {
      const trackingNumber = `${order.id}-${order.labels.length}`
      order.labels.push({ trackingNumber, createdAt: now(), voided: false })
      order.status = 'shipped'
    },
    cancel: (order) => {
      order.status = 'cancelled'
    },
    void: (order) => {
      for (const label of order.labels) label.voided = true
      order.status = 'awaiting_shipment'
    },
  }
  return {
    given,
    does: (what: string, which: number, more: number) => {
      if (what === 'create') return add([line(which), line(more)])
      const order = given[which % Math.max(given.length, 1)]
      const action = actions[what]
      const needed = what === 'void' ? 'shipped' : 'awaiting_shipment'
      if (!order || !action || order.status !== needed) return
      action(order, more)
      order.changedAt = now()
    },
  }
}

const nameOf = (person: number) => `Person No${person}`
const emailOf = (person: number) => `p${person}@example.com`

/** Lets the API return the orders of a provider. Orders share numbers. */
const publish = (
  api: Awaited<ReturnType<typeof syncingShop>>['api'],
  given: readonly Given[],
  first: number,
) => {
  const { shipTo } = recordedOrder(0, '')
  api.orders.splice(0)
  api.shipments.splice(0)
  for (const { id, person, parent, merged, status, lines, labels, changedAt } of given) {
    const parentId = parent === null ? null : first + parent
    api.orders.push(
      recordedOrder(first + id, changedAt, {
        orderNumber: `N-${id % 2}`,
        orderStatus: status,
        customerEmail: emailOf(first + person),
        shipTo: { ...shipTo, name: nameOf(first + person) },
        items: lines,
        advancedOptions: { parentId, mergedIds: merged.map((each) => first + each) },
      }),
    )
    for (const { createdAt, ...label } of labels)
      api.shipments.push(recordedShipment(first + id, createdAt, label))
  }
}

/** An order is split twice after its person was erased. The last one was changed before the one that it is a part of. */
const splitTwice = [
  { does: 'poll', pick: 0, more: 0 },
  { does: 'erase', pick: 0, more: 0 },
  { does: 'split', pick: 0, more: 0 },
  { does: 'edit', pick: 1, more: 0 },
  { does: 'split', pick: 1, more: 0 },
]

/** An order is merged into another, which is cancelled before the next poll. */
const mergedAndCancelled = [
  { does: 'split', pick: 0, more: 0 },
  { does: 'poll', pick: 0, more: 0 },
  { does: 'merge', pick: 0, more: 0 },
  { does: 'cancel', pick: 0, more: 0 },
]

const runs = inject('isThorough') ? 100 : inject('postgresSocket') === undefined ? 13 : 3

const beginning = Date.parse('2026-11-20T00:00:00Z')

test.each([
  ['ends as one poll at its end', 100_000],
  // Which order waits for stock depends on the order of the polls.
  ['ends as one poll at its end, but for stock that is too little', 20],
])('a history that is polled at any moment %s', async (_, units) => {
  const often = await syncingShop()
  const once = await syncingShop()
  for (const { small, countStockAt } of [often, once]) {
    await small.warehouse({ T: units, M: units })
    await countStockAt('2026-11-01T00:00:00.000Z')
  }
  let run = 0
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom(1, 2, 500), async (all, pageSize) => {
      often.api.options.pageSize = pageSize
      const first = ++run * 1000
      const provider = newProvider()
      provider.does('create', 0, 1)
      const erased = new Set<number>()
      for (const { does, pick: which, more } of all) {
        if (does === 'poll') {
          publish(often.api, provider.given, first)
          await often.sync(beginning)
          await often.sync(beginning)
        } else if (does === 'erase') {
          const { person } = provider.given[which % Math.max(provider.given.length, 1)] ?? {}
          if (person === undefined) continue
          const found = await often.erase(emailOf(first + person))
          if (found.orders.length > 0) erased.add(person)
        } else provider.does(does, which, more)
      }
      for (const shop of [often, once]) {
        publish(shop.api, provider.given, first)
        await shop.sync(beginning)
        expect(await shop.problems()).toEqual([])
        expect(await shop.database.findInconsistencies()).toEqual([])
      }
      for (const { id, person } of provider.given) {
        const [polled, expected] = await Promise.all(
          [often, once].map(({ find }) => find(`${first + id}`)),
        )
        // The order of lines does not matter.
        const stateOf = (order: typeof polled) => ({
          status: order?.status,
          units: order && demandOf(order.products),
          trackingNumber: order?.trackingNumber,
          shipDate: order?.shipDate,
        })
        expect(stateOf(polled)).toEqual(stateOf(expected))
        expect(expected?.recipient.lastName).toBe(`No${first + person}`)
        const { lastName, email } = polled?.recipient ?? {}
        expect([lastName, email]).toEqual(
          erased.has(person) ? ['', ''] : [`No${first + person}`, emailOf(first + person)],
        )
      }
      const totals = await Promise.all([often, once].map((shop) => shop.totals()))
      if (units > 1000) expect(totals[0]).toEqual(totals[1])
    }),
    {
      numRuns: runs,
      endOnFailure: true,
      examples: [
        [splitTwice, 500],
        [splitTwice, 1],
        [mergedAndCancelled, 500],
      ],
    },
  )
})
