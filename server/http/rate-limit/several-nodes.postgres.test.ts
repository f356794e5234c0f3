import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { setNetworkTier } from '../../store/budget-tiers.ts'
import { everyAccountStatement } from '../../store/statement.ts'
import { newTestDatabase } from '../../testing/test-database.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { RequestBudget } from './request-budget.ts'

const environment = {
  RATE_LIMIT_BUDGET: '1000',
  RATE_LIMIT_WINDOW_SECONDS: '60',
  TRUSTED_PROXIES: '127.0.0.0/8',
}

/** Starts servers on one database. Each has a pool of connections of its own, as a process has. */
const nodesOf = async (count: number): Promise<TestServer[]> => {
  const first = await testServer({ demo: false, environment })
  const nodes = [first]
  while (nodes.length < count) {
    const parts = { store: await first.database.open() }
    const server = await testServer({ demo: false, environment, parts })
    nodes.push({ ...server, key: first.key })
  }
  return nodes
}

/** Sends a request and returns the requests that its address has left. */
const ask = async (node: TestServer, key: string, address: string): Promise<number> => {
  const headers = { 'x-forwarded-for': address }
  const answer = await node.request({ path: '/v1/auth', key, headers })
  expect(answer.status).toBe(200)
  return Number(answer.headers['ratelimit-remaining'])
}

test('nodes that count at the same time count together, exactly', async () => {
  const [listening, ...counting] = await nodesOf(3)
  if (!listening) throw new Error('no node')
  const { key } = listening
  const addresses = ['203.0.113.1', '203.0.113.2']
  const askAll = (node: TestServer) =>
    Promise.all(addresses.map((address) => ask(node, key, address)))
  await askAll(listening)
  const rounds = 30
  let isCounting = true
  const count = async () => {
    await Promise.all(
      counting.map(async (node) => {
        for (let round = 0; round < rounds; round++) {
          await askAll(node)
          await node.budget.save()
        }
      }),
    )
    isCounting = false
  }
  // A node without requests of its own reads while the others write.
  const listen = async () => {
    while (isCounting) await listening.budget.save()
  }
  await Promise.all([count(), listen()])
  const nodes = [listening, ...counting]
  for (const node of [...nodes, ...nodes]) await node.budget.save()
  const left = 1000 - 1 - counting.length * rounds - 1
  expect(await Promise.all(nodes.map(askAll))).toEqual(nodes.map(() => [left, left]))
})

const lock = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectNoFrom(({ fn }) => fn('pg_advisory_xact_lock', [sql.lit(1)]).as('locked')),
)

test('a node whose write hangs holds up no other, and its counts arrive later', async () => {
  const nodes = await nodesOf(3)
  const [hanging, second, third] = nodes
  if (!hanging || !second || !third) throw new Error('no nodes')
  const { key } = hanging
  // The commit of a row of this address waits for the lock.
  const slow = '203.0.113.9'
  await hanging.database.query(`
    create function wait_for_lock() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
    create constraint trigger slow_commit after insert on request_log deferrable initially deferred
      for each row when (new.address = '${slow}') execute function wait_for_lock()`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: hasLock } = Promise.withResolvers<void>()
  onTestFinished(async () => {
    release()
    await hanging.database.query('drop function wait_for_lock() cascade')
  })
  const holding = third.store.write(async (transaction) => {
    await transaction.first(lock, {})
    hasLock()
    await released
  })
  await locked

  const address = '203.0.113.1'
  await ask(hanging, key, address)
  await ask(hanging, key, slow)
  const hung = hanging.budget.save()
  for (const node of [second, third, second]) {
    await ask(node, key, address)
    await node.budget.save()
  }
  expect(await ask(third, key, address)).toBe(1000 - 3)
  release()
  await Promise.all([holding, hung])
  for (const node of [...nodes, ...nodes]) await node.budget.save()
  expect(await ask(second, key, address)).toBe(1000 - 6)
})

test('a tier that one node sets applies on all after their next sync', async () => {
  const [first, second] = await nodesOf(2)
  if (!first || !second) throw new Error('no nodes')
  const { key } = first
  const address = '203.0.113.1'
  expect(await ask(first, key, address)).toBe(999)
  expect(await ask(second, key, address)).toBe(999)
  await first.store.write((transaction) =>
    setNetworkTier(transaction, { network: '203.0.113.0/24', budget: 5000 }),
  )
  for (const node of [first, second]) await node.budget.save()
  expect(await ask(first, key, address)).toBeGreaterThan(4990)
  expect(await ask(second, key, address)).toBeGreaterThan(4990)
})

test('counts whose response is lost are sent again and counted once', async () => {
  const database = await newTestDatabase(temporaryFolder())
  const stores = await Promise.all([database.open(), database.open()])
  onTestFinished(async () => {
    for (const store of stores) await store.close()
    await database.remove()
  })
  let isLossy = true
  let errors = 0
  const [first, second] = stores.map((store, i) => {
    const log = store.openRequestLog()
    const sync: typeof log.sync = async (batch) => {
      const result = await log.sync(batch)
      if (isLossy && i === 0 && batch.counted.length > 0) throw new Error('connection lost')
      return result
    }
    return new RequestBudget({
      ...{ limit: 1000, windowSeconds: 60, clock: () => 1e12, monotonic: () => 0 },
      log: { ...log, sync },
      onError: () => {
        errors++
      },
    })
  })
  if (!first || !second) throw new Error('no budgets')
  await second.take('a')
  await first.take('a')
  await first.save()
  // This request is of the same second as the one that the log has.
  await first.take('a')
  isLossy = false
  for (const budget of [first, second]) await budget.save()
  expect(errors).toBe(1)
  expect((await second.peek('a')).remaining).toBe(1000 - 3)
})
