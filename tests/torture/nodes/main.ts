import { parseArgs } from 'node:util'
import { findPostgresInconsistencies } from '../../../server/testing/find-inconsistencies.ts'
import { endConnections } from '../../../testkit/http.ts'
import { checkContract } from './contract.ts'
import { runKills } from './kills.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { runRaces } from './races.ts'

const usage = `Usage: npm run test:nodes -- [--rounds N] [--kills N]

Starts PostgreSQL in a temporary folder, two servers on it and HAProxy in front of them. Runs the contract
suite through the proxy, races between the servers N times each (200), and kills a server N times (4) while
orders are placed and deliveries wait. Fails when a race has a wrong result, an acknowledged order is lost,
a delivery is made twice, or one that waited is not made by the other server.
`

const say = (line: string) => process.stdout.write(`${line}\n`)

const run = async (nodes: Nodes, rounds: number, kills: number): Promise<string[]> => {
  const problems = [
    ...(await checkContract(nodes, say)),
    ...(await runRaces(nodes, rounds, say)),
    ...(await runKills(nodes, kills, say)),
    ...(await findPostgresInconsistencies(nodes.query)).slice(0, 10),
  ]
  endConnections()
  return problems
}

const countOf = (option: string, text: string): number => {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 0 && count <= 10_000) return count
  throw new Error(`--${option} must be an integer from 0 to 10000`)
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    kills: { type: 'string', default: '4' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const [rounds, kills] = [countOf('rounds', values.rounds), countOf('kills', values.kills)]
  const nodes = await startNodes()
  // Ends the nodes and removes the database also when the run is interrupted.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void nodes.stop().finally(() => process.exit(1)))
  try {
    const problems = await run(nodes, rounds, kills)
    problems.push(...nodes.errors().slice(0, 10))
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    process.exitCode = problems.length > 0 ? 1 : 0
  } finally {
    await nodes.stop()
  }
  say(process.exitCode === 0 ? 'passed' : 'failed')
}
