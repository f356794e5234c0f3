import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { countWaitingDeliveries } from '../../../server/store/delivery-queue.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { makeCertificate } from '../../../testkit/tls.ts'
import { format, growth, type Held, held, isFlat } from '../memory.ts'
import { startSubscriber } from '../subscriber.ts'
import { createSubscription } from './subscription.ts'

const usage = `Usage: npm run test:soak -- [--deliveries N]

Sends N deliveries (10000) over TLS to a subscriber that responds, and as many to one that never does.
Fails when memory or open connections grow, or a delivery is lost.
`

/** Rounds of deliveries. Memory is measured after each. */
const rounds = 20

/** Rounds before the first sample, while code is compiled. */
const warmUp = 4

/** Open sockets of the silent subscriber: 16 connections, each a TLS socket on a TCP socket. */
const openSockets = 2 * 16

const say = (line: string) => process.stdout.write(`${line}\n`)

const soak = async (deliveries: number): Promise<string[]> => {
  const problems: string[] = []
  const check = (passed: boolean, problem: string) => {
    if (!passed) problems.push(problem)
  }
  const checkGrowth = (title: string, samples: readonly Held[], milliseconds: number) => {
    const grown = growth(samples)
    say(`${title}: ${format(grown)} more at the end, ${(milliseconds / 1000).toFixed(1)} s`)
    check(isFlat(grown), `${title}: memory or connections grow: ${samples.map(format).join('; ')}`)
  }

  const folder = makeFolder()
  const store = await openSqliteStore(join(folder.path, 'soak.db'))
  const certificate = makeCertificate()
  const receiver = await startSubscriber(certificate)
  let dropped = 0
  const write = (line: string) => {
    const [, failed = 0] = /"deliveries":(\d+),"msg":"deliveries failed/.exec(line) ?? []
    dropped += Number(failed)
  }
  const parts = {
    store,
    log: pino({ base: null }, { write }),
    ca: certificate.cert,
    url: receiver.url,
  }
  const batch = Math.ceil(deliveries / rounds)

  const responding = await createSubscription(parts, '/responding')
  const samples: Held[] = []
  let start = performance.now()
  for (let round = -warmUp; round < rounds; round++) {
    responding.publish(batch)
    await responding.dispatcher.settled()
    const sample = await held()
    if (round >= 0) samples.push(sample)
    else start = performance.now()
  }
  checkGrowth(
    `${batch * rounds} deliveries to a subscriber that responds`,
    samples,
    performance.now() - start,
  )
  const { received } = await receiver.report()
  const all = batch * (warmUp + rounds)
  check(received === all, `only ${received} of ${all} were received`)
  check(dropped === 0, `${dropped} were dropped`)

  const silent = await createSubscription(parts, '/silent')
  /** Waits until so many deliveries are queued or were attempted. */
  const published = async (count: number) => {
    const attempted = async () => (await receiver.report()).received - received
    while ((await countWaitingDeliveries(store)) + (await attempted()) < count) await nextTurn()
  }
  const waiting: Held[] = []
  start = performance.now()
  for (let round = -warmUp; round < rounds; round++) {
    silent.publish(batch)
    await published(batch * (warmUp + round + 1))
    const sample = await held(openSockets)
    if (round >= 0) waiting.push(sample)
  }
  checkGrowth(
    `${all} deliveries to a subscriber that never responds`,
    waiting,
    performance.now() - start,
  )
  silent.dispatcher.giveUp()
  await silent.dispatcher.settled()
  const waits = await countWaitingDeliveries(store)
  check(dropped + waits === all, `${all - dropped - waits} of ${all} are lost`)
  check(dropped < waits, `${dropped} of ${all} were attempted`)
  check((await held()).handles === 0, 'connections remain open')

  receiver.stop()
  await store.close()
  folder.remove()
  return problems
}

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else
  for (const problem of await soak(Number(values.deliveries))) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
