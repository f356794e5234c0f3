import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { send } from '../../../testkit/http.ts'
import { startMeasured } from '../measured-server.ts'
import { type Shop, seedShops } from '../seed-shops.ts'
import { type Counts, runKeepAliveClients } from './keep-alive-clients.ts'

const usage = `Usage: npm run test:stops -- [--stops N] [--delay SECONDS]

Stops a server by SIGTERM N times (20) while 16 keep-alive clients send requests: 8 of undici's pool,
8 of Node's HTTP agent. Fails when a request on an open connection gets no response, when a response
after the signal has no \`Connection: close\`, or when the server does not exit with status 0.

--delay sets SHUTDOWN_DELAY_SECONDS (0). The clients then stop when /readyz fails, as they would
behind a load balancer.
`

/** Milliseconds of load before the signal, at least. */
const load = 400

/** Milliseconds between two checks of /readyz. */
const probeInterval = 50

const say = (line: string) => process.stdout.write(`${line}\n`)

type Totals = Omit<Counts, 'problems'>

const summary = ({ responses, late, withoutClose, reset }: Totals): string =>
  `${responses} responses, ${late} of them after the signal, ` +
  `${withoutClose} without Connection: close, ${reset} requests reset`

const stopUnderLoad = async (databaseFile: string, shop: Shop, delay: number) => {
  const server = await startMeasured(databaseFile, { SHUTDOWN_DELAY_SECONDS: String(delay) })
  const url = `http://127.0.0.1:${server.port}`
  let isStopping = false
  let isWithdrawn = false
  server.child.stdout?.on('data', (chunk: Buffer) => {
    isStopping ||= chunk.includes('"stopping"')
  })
  const clients = runKeepAliveClients(
    url,
    shop,
    () => isStopping,
    () => isWithdrawn,
  )
  await pause(load * (1 + Math.random()))
  const start = performance.now()
  server.child.kill('SIGTERM')
  while (delay > 0 && !isWithdrawn) {
    await pause(probeInterval)
    isWithdrawn = (await send(url, { path: '/readyz' })).status === 503
  }
  const status = await server.ended
  return { ...(await clients), status, milliseconds: performance.now() - start }
}

const run = async (stops: number, delay: number): Promise<string[]> => {
  const folder = makeFolder()
  const databaseFile = join(folder.path, 'stops.db')
  const [shop] = await seedShops(databaseFile)
  const problems: string[] = []
  const total: Totals = { responses: 0, late: 0, withoutClose: 0, reset: 0 }
  for (let i = 1; i <= stops; i++) {
    const stop = await stopUnderLoad(databaseFile, shop, delay)
    say(`stop ${i}: ${summary(stop)}, ${(stop.milliseconds / 1000).toFixed(2)} s`)
    if (stop.status !== 0) problems.push(`stop ${i}: the server exited with ${stop.status}`)
    problems.push(...stop.problems.map((problem) => `stop ${i}: ${problem}`))
    total.responses += stop.responses
    total.late += stop.late
    total.withoutClose += stop.withoutClose
    total.reset += stop.reset
  }
  folder.remove()
  say(`${stops} stops: ${summary(total)}`)
  if (total.withoutClose > 0) problems.push(`${total.withoutClose} without Connection: close`)
  if (total.late === 0) problems.push('no request was sent after the signal')
  return problems
}

const { values } = parseArgs({
  options: {
    stops: { type: 'string', default: '20' },
    delay: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else
  for (const problem of await run(Number(values.stops), Number(values.delay))) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
