import { expect, onTestFinished, test } from 'vitest'
import { type EventTransaction, withoutEvents } from '../../actions/actions.ts'
import { cancelOrder, shipOrder } from '../../actions/change-order.ts'
import { importOrder } from '../../actions/import-order.ts'
import { placeOrder } from '../../actions/place-order.ts'
import type { AccountId } from '../../domain/ids.ts'
import { recipientOf, unsetFields } from '../../domain/order.ts'
import { isRejection } from '../../domain/rejection.ts'
import { importedOrder } from '../../testing/imported-order.ts'
import { contactToStore } from '../../testing/small-account.ts'
import { testShop } from '../../testing/test-shop.ts'
import { insertContact } from '../contacts.ts'
import { listOrders } from '../orders.ts'

const rounds = 10

/** Starts a shop on a database that two stores have open, as two processes have. */
const twoNodes = async (options: Parameters<typeof testShop>[0] = {}) => {
  const { server, campaign } = await testShop(options)
  const other = await server.database.open()
  onTestFinished(() => other.close())
  const { account, time } = server
  /** Runs an action on both at once, `times` times each. */
  const race = async <T>(
    action: (transaction: EventTransaction, account: AccountId, i: number) => Promise<T>,
    times = 1,
  ): Promise<PromiseSettledResult<T>[]> =>
    Promise.allSettled(
      Array.from({ length: 2 * times }, (_, i) =>
        (i % 2 === 0 ? server.store : other).write((transaction) =>
          action(withoutEvents(transaction), account, i),
        ),
      ),
    )
  const shipTo = {
    ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
    ...{ street1: '12 St James Square', city: 'London', zip: 'SW1Y 4JH', country: 'GB' },
  }
  const order = (sku: string) => (transaction: EventTransaction) =>
    placeOrder(
      transaction,
      account,
      {
        ...unsetFields,
        campaignId: campaign,
        orderSource: 'API',
        recipient: recipientOf(shipTo),
        companyName: '',
        products: [{ sku, quantity: 1 }],
        warehouse: undefined,
      },
      time.now,
    )
  const placed = async (sku: string) => {
    const result = await server.store.write((transaction) => order(sku)(withoutEvents(transaction)))
    if (isRejection(result)) throw new Error(result.rejected)
    return result
  }
  return { server, campaign, account, now: time.now, race, order, placed }
}

const resultOf = <T>(result: PromiseSettledResult<T>): T => {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

test('stock is sold once, and order numbers are unique', async () => {
  const { server, account, race, order } = await twoNodes()
  const results = (await race(order('M'), 10)).map(resultOf)
  expect(results.filter((result) => isRejection(result))).toEqual(
    Array(15).fill({ rejected: 'not-enough-stock', sku: 'M' }),
  )
  const orders = await listOrders(server.store, account, {}, { limit: 100, offset: 0 })
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(5)
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('an order is cancelled or shipped, never both', async () => {
  const { server, account, now, race, placed } = await twoNodes()
  for (let round = 0; round < rounds; round++) {
    const { id } = await placed('T')
    const results = (
      await race((transaction, _, i) =>
        i === 0
          ? cancelOrder(transaction, account, id, now)
          : shipOrder(transaction, account, id, { trackingNumber: '1Z', carrierCode: 'ups' }, now),
      )
    ).map(resultOf)
    expect(results.filter((result) => isRejection(result))).toHaveLength(1)
  }
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('an order that is imported twice at once exists once', async () => {
  const { server, campaign, account, now, race } = await twoNodes()
  for (let round = 0; round < rounds; round++) {
    const results = await race((transaction) =>
      importOrder(transaction, { account, campaign }, importedOrder(`SO-${round}`), now),
    )
    expect(results.map(resultOf).toSorted()).toEqual(['created', 'unchanged'])
  }
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('a contact counts the orders that are placed while it is added', async () => {
  const { server, campaign, account, race, order } = await twoNodes({
    allowOutOfStockOrders: true,
  })
  for (let round = 0; round < rounds; round++) {
    const results = await race(async (transaction, _, i) => {
      if (i % 2 === 0) return order('T')(transaction)
      return insertContact(transaction, account, contactToStore(campaign, { tags: ['a', 'b'] }))
    }, 2)
    results.map(resultOf)
  }
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('an error that is no conflict is not repeated', async () => {
  const { server } = await twoNodes()
  let runs = 0
  const failing = server.store.write(async () => {
    runs++
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(runs).toBe(1)
})

test('a transaction that has ended runs no more statements', async () => {
  const { server, order } = await twoNodes()
  let kept: EventTransaction | undefined
  await server.store.write(async (transaction) => {
    kept = withoutEvents(transaction)
    await order('T')(kept)
  })
  const transaction = kept
  if (!transaction) throw new Error('no transaction')
  await expect(order('T')(transaction)).rejects.toThrow('The transaction has ended')
})
