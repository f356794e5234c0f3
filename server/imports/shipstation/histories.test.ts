import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { recordedOrder, recordedShipment } from '../../../tests/kit/server/fake-shipstation.ts'
import { importedOrder } from '../../../tests/kit/server/imported-order.ts'
import { syncingShop } from '../../../tests/kit/server/syncing-shop.ts'
import { toId } from '../../domain/ids.ts'
import { type ImportedOrder, type KnownOrder, personOf } from '../../domain/imported-order.ts'
import { demandOf } from '../../domain/inventory.ts'
import { noRecipient, unsetFields } from '../../domain/order.ts'
import { noFacts, type Plan, partsOf, reconcile, withNamed } from '../reconcile.ts'

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
          other.labels.length === 0 &&
          // Of an order that is gone, the provider does not say where it came from.
          !given.some(({ parent }) => parent === other.id),
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

/**
 * An order is split after its person was erased, and so are its parts. The last one was changed before all that it is a
 * part of, so none of these is known here.
 */
const splitThrice = [
  { does: 'poll', pick: 0, more: 0 },
  { does: 'erase', pick: 0, more: 0 },
  { does: 'split', pick: 0, more: 0 },
  { does: 'edit', pick: 1, more: 0 },
  { does: 'split', pick: 1, more: 0 },
  { does: 'edit', pick: 2, more: 0 },
  { does: 'split', pick: 2, more: 0 },
  { does: 'edit', pick: 1, more: 0 },
]

/** An order is merged into another, which is cancelled before the next poll. */
const mergedAndCancelled = [
  { does: 'split', pick: 0, more: 0 },
  { does: 'poll', pick: 0, more: 0 },
  { does: 'merge', pick: 0, more: 0 },
  { does: 'cancel', pick: 0, more: 0 },
]

/** Expects an order that was polled often to be as one that was polled once. The order of lines does not matter. */
const expectSame = (
  polled: KnownOrder | undefined,
  expected: KnownOrder | undefined,
  person: number,
  isErased: boolean,
) => {
  const stateOf = (order: typeof polled) => ({
    status: order?.status,
    units: order && demandOf(order.products),
    trackingNumber: order?.trackingNumber,
    shipDate: order?.shipDate,
  })
  expect(stateOf(polled)).toEqual(stateOf(expected))
  expect(expected?.recipient.lastName).toBe(`No${person}`)
  const { lastName, email } = polled?.recipient ?? {}
  expect([lastName, email]).toEqual(isErased ? ['', ''] : [`No${person}`, emailOf(person)])
}

const campaign = toId('cmp', 'cmp_1')

/** Returns an order of a provider as it is read. */
const readOrder = ({ id, person, parent, merged, status, lines, labels, changedAt }: Given) => {
  const recipient = {
    ...importedOrder('').recipient,
    firstName: 'Person',
    lastName: `No${person}`,
    email: emailOf(person),
  }
  const newest = labels.findLast(({ voided }) => !voided)
  const voided = labels.filter((label) => label.voided).map((label) => label.trackingNumber)
  const shipDate = newest?.createdAt ?? undefined
  return importedOrder(`${id}`, {
    recipient,
    person: personOf(recipient),
    originIds: [...(parent === null ? [] : [parent]), ...merged].map(String),
    mergedIds: merged.map(String),
    status: statuses[status],
    products: lines,
    changedAt: Date.parse(changedAt),
    trackingNumber: newest?.trackingNumber,
    shipDate,
    leftBy: shipDate,
    voided: newest ? [] : voided,
    replaced: newest ? voided : [],
  })
}

const statuses = {
  awaiting_shipment: 'AWAITING_SHIPMENT',
  shipped: 'SHIPPED',
  cancelled: 'CANCELLED',
} as const

/** A shop of orders alone, which does what a plan says. */
const newShop = () => {
  const orders = new Map<string, KnownOrder>()
  const apply = ({ theirs, products, erasedAt, steps, absorbed, isConflict }: Plan) => {
    for (const { sourceOrderNumber } of absorbed)
      change(String(sourceOrderNumber), { status: 'CANCELLED' })
    const { sourceId: id, recipient, changedAt } = theirs
    for (const step of steps)
      if (step.do === 'create')
        orders.set(id, {
          ...unsetFields,
          id: toId('ord', id),
          orderNumber: `MF-${id}`,
          sourceOrderNumber: id,
          status: 'AWAITING_SHIPMENT',
          paymentStatus: 'PAID',
          allocationStatus: 'ALLOCATED',
          orderSource: 'IMPORT',
          orderDate: '',
          ...unshipped,
          campaignId: campaign,
          warehouse: null,
          recipient: erasedAt === null && recipient ? recipient : noRecipient,
          products: products ?? [],
          changedAt: null,
          erasedAt,
          cameBack: null,
        })
      else if (step.do === 'void') change(id, { ...unshipped, status: 'AWAITING_SHIPMENT' })
      else if (step.do === 'change-lines') change(id, { products: step.products })
      else if (step.do === 'correct') change(id, step.details)
      else if (step.do === 'ship')
        change(id, { status: 'SHIPPED', ...step.shipment, shipDate: step.at ?? '' })
      else if (step.do === 'deliver') change(id, { deliveredAt: step.at })
      else change(id, { status: step.do === 'cancel' ? 'CANCELLED' : 'RETURNED' })
    if (!isConflict && changedAt !== undefined) change(id, { changedAt })
  }
  const unshipped = { shipDate: null, deliveredAt: null, trackingNumber: null, carrierCode: null }
  const change = (id: string, fields: Partial<KnownOrder>) => {
    const order = orders.get(id)
    if (order) orders.set(id, { ...order, ...fields })
  }
  const problems: string[] = []
  return {
    orders,
    problems,
    erase: (email: string) => {
      for (const [id, { recipient }] of orders)
        if (recipient.email === email) change(id, { recipient: noRecipient, erasedAt: 'now' })
    },
    /** Reconciles the orders of a provider, a page at a time. */
    sync: (given: readonly Given[], pageSize: number) => {
      const all = given
        .toSorted((a, b) => (a.changedAt < b.changedAt ? -1 : 1))
        .map((each) => readOrder(each))
      let named: ReadonlyMap<string, ImportedOrder> = new Map()
      let merged: ReadonlySet<string> = new Set()
      for (let from = 0; from < all.length; from += pageSize) {
        const page = all.slice(from, from + pageSize)
        named = withNamed(named, page)
        const parts = page.flatMap(({ sourceId }) => [...partsOf(sourceId, named)])
        const listed = new Set(parts.filter((id) => all.some(({ sourceId }) => sourceId === id)))
        const origins = new Map(all.map(({ sourceId, originIds }) => [sourceId, originIds]))
        const missingSkus = new Map([[campaign, new Set<string>()]])
        const known = { orders, ownNumbers: new Map(), missingSkus, campaign }
        const found = reconcile(page, { ...known, source: { named, merged, origins, listed } })
        merged = found.merged
        // Each order is reconciled again in its transaction, which knows nothing of the page.
        for (const { theirs } of found.plans)
          for (const plan of reconcile([theirs], { ...known, source: noFacts }).plans) {
            problems.push(...plan.problems)
            apply(plan)
          }
      }
    },
  }
}

// It has no database.
if (inject('postgresSocket') === undefined)
  test('a history that is reconciled at any moment ends as one poll at its end', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(1, 2, 500), (all, pageSize) => {
        const [often, once] = [newShop(), newShop()]
        const provider = newProvider()
        provider.does('create', 0, 1)
        const erased = new Set<number>()
        for (const { does, pick: which, more } of all) {
          if (does === 'poll') {
            often.sync(provider.given, pageSize)
            often.sync(provider.given, pageSize)
          } else if (does === 'erase') {
            const { person } = provider.given[which % Math.max(provider.given.length, 1)] ?? {}
            if (person === undefined) continue
            const isKnown = [...often.orders.values()].some(
              ({ recipient }) => recipient.email === emailOf(person),
            )
            often.erase(emailOf(person))
            if (isKnown) erased.add(person)
          } else provider.does(does, which, more)
        }
        often.sync(provider.given, pageSize)
        once.sync(provider.given, pageSize)
        expect([...often.problems, ...once.problems]).toEqual([])
        for (const { id, person } of provider.given)
          expectSame(
            often.orders.get(`${id}`),
            once.orders.get(`${id}`),
            person,
            erased.has(person),
          )
      }),
      {
        numRuns: inject('isThorough') ? 20_000 : 1000,
        endOnFailure: true,
        examples: [
          [splitThrice, 500],
          [splitThrice, 1],
          [mergedAndCancelled, 500],
        ],
      },
    )
  })

const runs = inject('isThorough') ? 100 : inject('postgresSocket') === undefined ? 8 : 3

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
        expectSame(polled, expected, first + person, erased.has(person))
      }
      const totals = await Promise.all([often, once].map((shop) => shop.totals()))
      if (units > 1000) expect(totals[0]).toEqual(totals[1])
    }),
    {
      numRuns: runs,
      endOnFailure: true,
      examples: [
        [splitThrice, 500],
        [splitThrice, 1],
        [mergedAndCancelled, 500],
      ],
    },
  )
})
