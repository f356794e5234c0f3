import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import type { RequestLog } from '../../store/request-log.ts'
import type { Store } from '../../store/store.ts'
import { newTestDatabase } from '../../testing/test-database.ts'
import { RequestBudget } from './request-budget.ts'

const windowSeconds = 60
const limit = 1000

// Delayed writes run only when the test starts them.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const nodeCount = 3

/** Opens a database several times, as nodes do. */
const sharedDatabase = async () => {
  const database = await newTestDatabase(temporaryFolder())
  const stores = await Promise.all(Array.from({ length: nodeCount }, () => database.open()))
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
  const { stores, empty } = await sharedDatabase()
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
