import { expect, inject, onTestFinished, test } from 'vitest'
import { shipTo } from '../../tests/kit/request-bodies.ts'
import { importedOrder } from '../../tests/kit/server/imported-order.ts'
import { inviteRecipient } from '../../tests/kit/server/shop-with-invite.ts'
import { contactToStore } from '../../tests/kit/server/small-account.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { testShop } from '../../tests/kit/server/test-shop.ts'
import { type EventTransaction, withoutEvents } from '../actions/actions.ts'
import { applyShop } from '../actions/apply-shop.ts'
import { changeStock } from '../actions/change-stock.ts'
import { viewInvite } from '../actions/invites.ts'
import { cancelOrder } from '../actions/order-transitions.ts'
import { placeOrder } from '../actions/place-order.ts'
import { shipOrder } from '../actions/ship-order.ts'
import { makeSignInLink, signInBy } from '../actions/sign-in.ts'
import { timestamp } from '../domain/clock.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import { recipientOf, unsetFields } from '../domain/order.ts'
import { isRejection } from '../domain/rejection.ts'
import { startPlan } from '../domain/shop-plan.ts'
import { importOrder } from '../imports/import-orders.ts'
import { readShopFile } from '../imports/shop-file.ts'
import { insertContact } from './contacts.ts'
import { putStock } from './inventory.ts'
import { findHeldInvite } from './invites.ts'
import { listOrders, listWaiting } from './orders.ts'
import { readShop } from './shop.ts'
import type { Reader, Transaction } from './store.ts'

const rounds = 20

/** Starts a shop on a database that two stores have open, as two processes have. */
const twoNodes = async (options: Parameters<typeof testShop>[0] = {}) => {
  const { server, campaign, warehouse } = await testShop(options)
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
  /** Keeps the transaction of an action open until others that start meanwhile wait for it or have ended. */
  const whileOpen = async <T>(
    action: (transaction: EventTransaction) => Promise<unknown>,
    others: () => Promise<T>,
  ): Promise<T> => {
    const [done, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = server.store.write(async (transaction) => {
      await action(withoutEvents(transaction))
      done.resolve()
      await end.promise
    })
    await done.promise
    const second = others()
    const isDistributed = (inject('citusWorkers') ?? []).length > 0
    const waiting = `select pid from ${isDistributed ? 'citus' : 'pg'}_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const waits = expect.poll(() => server.database.query(waiting)).toHaveLength(1)
    await Promise.race([second.catch(() => {}), waits])
    end.resolve()
    await first
    return second
  }
  const order =
    (...skus: string[]) =>
    (transaction: EventTransaction) =>
      placeOrder(
        transaction,
        account,
        {
          ...unsetFields,
          campaignId: campaign,
          orderSource: 'API',
          recipient: recipientOf(shipTo),
          companyName: '',
          products: skus.map((sku) => ({ sku, quantity: 1 })),
          warehouse: undefined,
        },
        time.now,
      )
  const placed = async (...skus: string[]) => {
    const result = await server.store.write((transaction) =>
      order(...skus)(withoutEvents(transaction)),
    )
    if (isRejection(result)) throw new Error(result.rejected)
    return result
  }
  return {
    server,
    other,
    campaign,
    warehouse,
    account,
    now: time.now,
    race,
    whileOpen,
    order,
    placed,
  }
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
  const { server, account, warehouse, now, race, placed } = await twoNodes()
  const at = timestamp(now)
  const received = { type: 'received', quantity: rounds, order: null, at } as const
  await server.store.write((transaction) =>
    putStock(transaction, account, { sku: 'T', warehouse }, [received]),
  )
  for (let round = 0; round < rounds; round++) {
    const { id } = await placed('T')
    const results = (
      await race((transaction, _, i) =>
        i === round % 2
          ? cancelOrder(transaction, account, id, now)
          : shipOrder(transaction, account, id, shipment, now),
      )
    ).map(resultOf)
    expect(results.filter((result) => isRejection(result))).toHaveLength(1)
  }
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('units that arrive while orders ship and are cancelled are sold once, and serve what waits', async () => {
  const { server, account, warehouse, now, race, placed } = await twoNodes({
    allowOutOfStockOrders: true,
  })
  for (let round = 0; round < 10; round++) {
    const orders = [await placed('M', 'T'), await placed('T', 'M'), await placed('M')]
    const results = await race<unknown>((transaction, _, i) => {
      const { id = toId('ord', '') } = orders[i % 4] ?? {}
      const sku = i % 8 < 4 ? 'M' : 'T'
      const received = [{ warehouse, change: { do: 'receive', units: 1 } }] as const
      if (i % 4 === 3) return changeStock(transaction, account, sku, received, undefined, now)
      return (round + i) % 2 === 0
        ? cancelOrder(transaction, account, id, now)
        : shipOrder(transaction, account, id, shipment, now)
    }, 4)
    for (const result of results) resultOf(result)
  }
  const [stock] = await server.database.query(
    `select min(on_hand - allocated) as free from inventory_items where sku in ('M', 'T')`,
  )
  const waiting = await listWaiting(server.store, account, ['M', 'T'])
  expect(waiting.length === 0 || Number(stock?.free) <= 0).toBe(true)
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('an order that is imported twice at once exists once', async () => {
  const { server, campaign, account, now, race } = await twoNodes()
  for (let round = 0; round < rounds; round++) {
    const results = await race((transaction) =>
      importOrder(transaction, { account, campaign }, importedOrder(`SO-${round}`), now),
    )
    const outcomes = results.map(resultOf).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['created', 'unchanged'])
  }
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('an invite that is opened at two servers at once is counted once', async () => {
  const { server, campaign, now, race } = await twoNodes()
  const { recipient } = await inviteRecipient(server, campaign)
  const invite = await findHeldInvite(server.store, recipient.slug)
  if (!invite) throw new Error('There is no invite')
  let emitted = 0
  const emit = () => {
    emitted++
  }
  for (let round = 0; round < rounds; round++) {
    const results = await race(
      (transaction) =>
        viewInvite({ ...transaction, emit }, invite, 'landing', now + round * 60_000),
      4,
    )
    results.map(resultOf)
    expect(emitted).toBe(round + 1)
  }
})

test('a sign-in link that is used at two servers at once signs in once', async () => {
  const { race, account, now } = await twoNodes()
  for (let round = 0; round < rounds; round++) {
    const [link = ''] = (
      await race((transaction) => makeSignInLink(transaction, { account }, now))
    ).map(resultOf)
    const sessions = (await race((transaction) => signInBy(transaction, link, '', now))).map(
      resultOf,
    )
    expect(sessions.filter((session) => session !== undefined)).toHaveLength(1)
  }
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

const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
/** Returns an action that applies a file, planned now. */
const planFile = async (reader: Reader, account: AccountId, file: object, now: number) => {
  const bytes = Buffer.from(JSON.stringify(file))
  const { add, finish } = startPlan(await readShop(reader, account), [])
  await readShopFile({ name: 'shop.yaml', bytes, folder: '.' }, add, [])
  return (transaction: Transaction) => applyShop(withoutEvents(transaction), account, finish(), now)
}

test('files that are applied at once set a stock level once', async () => {
  const { server, other, account, now, whileOpen } = await twoNodes()
  const products = [{ key: 'pen', title: 'Pen', variants: [{ sku: 'PEN' }] }]
  for (const warehouse of ['old', 'new']) {
    const stock = [{ sku: 'PEN', warehouse, on_hand: 10 }]
    const file = { warehouses: [{ key: warehouse }], products, stock }
    const apply = await planFile(other, account, file, now)
    expect(await whileOpen(apply, () => other.write(apply))).toBe(false)
  }
  const { body } = await server.get('/v1/inventory/list?sku=PEN')
  expect(body).toMatchObject({ items: [{ on_hand: 10 }, { on_hand: 10 }] })
})

test('a file and a correction of stock count from what a shipment at the same time leaves', async () => {
  const { server, account, now, whileOpen, placed } = await twoNodes()
  const { merch, ok, write } = terminal(undefined, server.database.url)
  const own = ['--account', account]
  const [, warehouse = ''] = (await ok('stock', 'list', ...own)).split('\t')
  const adjust = ['stock', 'adjust', 'M', ...own, '--warehouse', warehouse, '--by']
  const orders = [await placed('M'), await placed('M')] as const
  const ship = (i: 0 | 1) => (transaction: EventTransaction) =>
    shipOrder(transaction, account, orders[i].id, shipment, now)
  await ok(...adjust, '-3')

  expect(await whileOpen(ship(0), () => merch(...adjust, '-2'))).toMatchObject({
    status: 1,
    stderr: `M in ${warehouse} has 1 on hand. Nothing was changed.\n`,
  })
  const file = write('none.yaml', JSON.stringify({ stock: [{ sku: 'M', warehouse, on_hand: 0 }] }))
  expect(await whileOpen(ship(1), () => merch('apply', file, ...own))).toMatchObject({ status: 0 })
  const { body } = await server.get('/v1/inventory/list?sku=M')
  expect(body).toMatchObject({ items: [{ on_hand: 0, allocated: 0 }] })
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('a file that another one has made wrong is rejected when it is applied', async () => {
  const { server, account, now, whileOpen } = await twoNodes()
  const { merch, write } = terminal(undefined, server.database.url)
  const variants = [{ sku: 'NEW' }]
  const cap = { products: [{ key: 'cap', title: 'Cap', variants }] }
  const file = { products: [{ key: 'hat', title: 'Hat', variants }] }
  const args = ['apply', write('hat.yaml', JSON.stringify(file)), '--account', account]
  const apply = await planFile(server.store, account, cap, now)
  expect(await whileOpen(apply, () => merch(...args))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /NEW belongs to the product cap\n1 problem. Nothing was changed./,
    ),
  })
})

test('a transaction that has ended runs no more statements', async () => {
  const { server, order } = await twoNodes()
  const ended = await server.store.write(async (transaction) => {
    await order('T')(withoutEvents(transaction))
    return transaction
  })
  await expect(order('T')(withoutEvents(ended))).rejects.toThrow('The transaction has ended')
})
