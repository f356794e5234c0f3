import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { issueKey } from '../../../server/actions/issue-key.ts'
import { seedDemo } from '../../../server/demo/seed-demo.ts'
import { programEnvironment } from '../../../testkit/program-environment.ts'
import { runTorture, say, wholeNumber } from '../program.ts'
import { runDatabaseFailures } from './database-failures.ts'
import { runKills } from './kills.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { runRaces } from './races.ts'

const usage = `
Usage: npm run test:nodes -- [--rounds N] [--kills N] [--only PARTS]

Starts PostgreSQL in a temporary folder, two servers on it and HAProxy in front of them. Then runs:
  contract   the contract suite through the proxy
  races      races between the servers, N rounds each (100)
  kills      kills a server N times (4) while orders are placed and deliveries wait
  failures   restarts and kills PostgreSQL, and interrupts the network to it

Fails when a law or a race has a wrong result, an acknowledged write is lost, a delivery is made twice or
one that waited is not made by the other server, a request takes longer than 5 s, or requests fail 2 s
after the database works again.

  --only PARTS  some of these parts, separated by commas
`

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Laws that hold for one node alone, with their reasons. */
const leftOut: Record<string, string> = {
  'counts one request': 'nodes exchange their counts, up to two seconds late',
}

/** Logged when orders of one account wait too long for each other. Their requests count as failed. */
const overload = /^The database failed: a request waited/

const maxReported = 20

const runContract = async ({ database, url }: Nodes): Promise<string[]> => {
  const store = await database.open()
  const key = await store.write(async (transaction) => {
    const account = await seedDemo(transaction, Date.now())
    return issueKey(transaction, account, 'contract', Date.now())
  })
  await store.close()
  const leaving = Object.entries(leftOut).flatMap(([law, why]) => ['--leave-out', `${law}=${why}`])
  const child = spawn(
    process.execPath,
    ['contract-tests/main.ts', '--url', url, '--key', key, ...leaving],
    { cwd: root, env: programEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = await text(child.stdout)
  if ((await ended) !== 0) return [`the contract suite failed:\n${output}`]
  say(`contract suite through the proxy: ${/^.* laws kept.*$/m.exec(output)?.[0]}`)
  return []
}

const run = async (rounds: number, kills: number, only: readonly string[]): Promise<string[]> => {
  const nodes = await startNodes()
  const errors = () =>
    nodes.nodes.flatMap((node) => node.errors).filter((error) => !overload.test(error))
  const parts: Record<string, () => Promise<string[]>> = {
    contract: () => runContract(nodes),
    races: () => runRaces(nodes, rounds),
    kills: () => runKills(nodes, kills),
    // From here on, the nodes log errors.
    errors: async () => errors().map((error) => `a node logged: ${error}`),
    failures: () => runDatabaseFailures(nodes),
  }
  const unknown = only.find((part) => !(part in parts))
  if (unknown !== undefined) throw new Error(`--only: there is no part ${unknown}`)
  const problems: string[] = []
  for (const [name, part] of Object.entries(parts))
    if (only.length === 0 || only.includes(name)) problems.push(...(await part()))
  for (const node of nodes.nodes) {
    const status = await node.end('SIGTERM')
    if (status !== 0) problems.push(`SIGTERM ended a node with ${status}`)
  }
  problems.push(...(await nodes.database.findInconsistencies()))
  return problems.slice(0, maxReported)
}

await runTorture(usage, { rounds: '100', kills: '4', only: '' }, ({ rounds, kills, only }) =>
  run(
    wholeNumber('rounds', rounds),
    wholeNumber('kills', kills),
    only.split(',').filter((part) => part !== ''),
  ),
)
