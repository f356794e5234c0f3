import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import type { RequestLog } from '../../store/request-log.ts'
import { everyAccountStatement } from '../../store/statement.ts'
import type { Store } from '../../store/store.ts'
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

test('counts whose response is lost are sent again and counted once', async () => {
  const { stores } = await sharedDatabase(2)
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

const windowSeconds = 60
const limit = 1000

const nodeCount = 3

/** Opens a database several times, as nodes do. */
const sharedDatabase = async (nodes: number) => {
  const database = await newTestDatabase(temporaryFolder())
  const stores = await Promise.all(Array.from({ length: nodes }, () => database.open()))
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await database.remove()
  })
  const empty = async () => {
    await database.query(
      'truncate request_log, request_nodes; update request_clock set "offset" = 0',
    )
  }
  return { stores, empty }
}

/** The clocks: what has passed, and what each is set to. In milliseconds. */
type Time = { passed: number; database: number; walls: number[] }

/** A log whose database server has a clock of the test. */
const withClock = (log: RequestLog, time: Time): RequestLog => ({
  ...log,
  sync: async (batch) => {
    const result = await log.sync(batch)
    return { ...result, clock: { ...result.clock, now: time.database + time.passed } }
  },
})

type Counted = { address: string; at: number }

/** Nodes with clocks of their own, and a list of all requests. */
const cluster = async (stores: readonly Store[]) => {
  const time: Time = {
    passed: 0,
    database: 1_900_000_000_000,
    walls: stores.map((_, i) => 1_800_000_000_000 + i * 3_600_000),
  }
  const counted: Counted[] = []
  const running = new Set<Promise<void>>()
  const start = async (node: number) => {
    const store = stores[node]
    if (!store) throw new Error('no store')
    const budget = new RequestBudget({
      limit,
      windowSeconds,
      clock: () => (time.walls[node] ?? 0) + time.passed,
      monotonic: () => time.passed + node * 7,
      log: withClock(store.openRequestLog(), time),
      onError: (error) => {
        throw error
      },
    })
    await budget.peek('nobody')
    return budget
  }
  const nodes = await Promise.all(stores.map((_, node) => start(node)))
  const nodeAt = (node: number): RequestBudget => {
    const found = nodes[node]
    if (!found) throw new Error('no node')
    return found
  }
  const settle = async () => {
    while (running.size > 0) await Promise.all(running)
    for (const each of [...nodes, ...nodes]) await each.save()
  }
  return {
    time,
    nodes,
    settle,
    take: async (node: number, address: string) => {
      const { allowed } = await nodeAt(node).take(address)
      expect(allowed).toBe(true)
      counted.push({ address, at: time.passed })
    },
    /** Starts a save. The next steps run at the same time. */
    save: (node: number) => {
      const saving = nodeAt(node)
        .save()
        .finally(() => running.delete(saving))
      running.add(saving)
    },
    /** Kills a node after a request that it has not saved, and starts another. */
    kill: async (node: number) => {
      await settle()
      await nodeAt(node).take('a')
      nodes[node] = await start(node)
    },
    remaining: (address: string) => {
      const now = Math.floor(time.passed / 1000)
      const isInWindow = ({ at }: Counted) => Math.floor(at / 1000) > now - windowSeconds
      return limit - counted.filter((one) => one.address === address && isInWindow(one)).length
    },
  }
}

const node = fc.nat(nodeCount - 1)
const seconds = fc.constantFrom(-3600, -30, 30, 3600)

type Step =
  | { take: string; node: number }
  | { save: number }
  | { pass: number }
  | { kill: number }
  | { set: number; node: number | undefined }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ take: fc.constantFrom('a', 'b'), node }) },
  { weight: 5, arbitrary: fc.record({ save: node }) },
  { weight: 3, arbitrary: fc.record({ pass: fc.constantFrom(100, 900, 3000, 20_000) }) },
  { weight: 1, arbitrary: fc.record({ kill: node }) },
  {
    weight: 1,
    arbitrary: fc.record({ set: seconds, node: fc.option(node, { nil: undefined }) }),
  },
)

test('nodes agree with a list of all requests while clocks are set and nodes are killed', async () => {
  const { stores, empty } = await sharedDatabase(nodeCount)
  // Delayed writes run only when the test starts them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
      await empty()
      const { time, nodes, settle, take, save, kill, remaining } = await cluster(stores)
      for (const one of steps)
        if ('take' in one) await take(one.node, one.take)
        else if ('save' in one) save(one.save)
        else if ('kill' in one) await kill(one.kill)
        else if ('pass' in one) time.passed += one.pass
        else if (one.node !== undefined)
          time.walls[one.node] = (time.walls[one.node] ?? 0) + one.set * 1000
        else {
          await settle()
          time.database += one.set * 1000
          await settle()
        }
      await settle()
      for (const address of ['a', 'b'])
        for (const each of nodes)
          expect((await each.peek(address)).remaining).toBe(remaining(address))
    }),
    { numRuns: 8 },
  )
})
