import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { makeCertificate } from '../../../testkit/tls.ts'
import { growth, type Held, held, inWords, isFlat } from './memory.ts'
import { subscriber } from './subscriber.ts'

const usage = `Usage: npm run test:soak -- [--deliveries N]

Sends N deliveries (10000) over TLS to a subscriber that answers, and as many to one that never does.
Fails when memory or open connections grow, or a delivery is lost without a word.
`

/** Samples of what is held, one after each. */
const rounds = 20

/** Rounds before the first sample, in which code is compiled. */
const warmUp = 4

/** Connections of a subscriber that never answers, each with its socket under TLS. */
const underWay = 2 * 16

const Told = z.object({ port: z.int(), received: z.int() })

const say = (line: string) => process.stdout.write(`${line}\n`)

const soak = async (deliveries: number): Promise<string[]> => {
  const problems: string[] = []
  const must = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem)
  }
  const judge = (title: string, samples: readonly Held[], milliseconds: number) => {
    const grown = growth(samples)
    say(`${title}: ${inWords(grown)} more at the end, ${(milliseconds / 1000).toFixed(1)} s`)
    must(isFlat(grown), `${title}: memory or connections grow: ${samples.map(inWords).join('; ')}`)
  }

  const folder = makeFolder()
  const store = await openSqliteStore(join(folder.path, 'soak.db'))
  const certificate = makeCertificate()
  const receiver = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)))
  const told = async () => Told.parse((await once(receiver, 'message'))[0])
  receiver.send(certificate)
  const { port } = await told()
  let dropped = 0
  const write = (line: string) => {
    if (line.includes('is dropped')) dropped++
  }
  const parts = { store, log: pino({ base: null }, { write }), ca: certificate.cert, port }
  const batch = Math.ceil(deliveries / rounds)

  const answering = await subscriber(parts, '/answering')
  const samples: Held[] = []
  let start = performance.now()
  for (let round = -warmUp; round < rounds; round++) {
    answering.publish(batch)
    await answering.dispatcher.settled()
    const sample = await held()
    if (round >= 0) samples.push(sample)
    else start = performance.now()
  }
  judge(`${batch * rounds} deliveries to one that answers`, samples, performance.now() - start)
  receiver.send('how much?')
  const { received } = await told()
  const all = batch * (warmUp + rounds)
  must(received === all, `only ${received} of ${all} were received`)
  must(dropped === 0, `${dropped} were dropped`)

  // So little room that most of them cannot wait.
  const silent = await subscriber(parts, '/silent', { bytes: batch * 512 })
  const waiting: Held[] = []
  start = performance.now()
  for (let round = -warmUp; round < rounds; round++) {
    silent.publish(batch)
    await nextTurn()
    const sample = await held(underWay)
    if (round >= 0) waiting.push(sample)
  }
  judge(`${all} deliveries to one that never answers`, waiting, performance.now() - start)
  must(dropped > 0, 'nothing was dropped though little can wait')
  silent.dispatcher.giveUp()
  await silent.dispatcher.settled()
  must(dropped === all, `${dropped} of ${all} are told as dropped`)
  must((await held()).handles === 0, 'connections are left open')

  receiver.disconnect()
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
