import { parseArgs } from 'node:util'
import { runKills } from './kills.ts'
import { runLoad } from './run.ts'

const usage = `Usage: npm run test:load -- [--minutes N | --kills N]

Measures the capacity of the machine in requests/s of customers who read, order, cancel and redeem,
and sends 80 % of that for N minutes (10). In the first half the server is killed every 20 s, stopped by
SIGTERM, and its disk is full once. Fails when an acknowledged record is lost, a response is outside the
document, the database is inconsistent or memory grows.

With --kills, kills the server N times at random moments instead. Fails also when an event of an
acknowledged order is delivered twice, or was neither delivered nor in progress at a kill.
`

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    kills: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const minutes = Number(values.minutes)
  if (!(minutes >= 0.1 && minutes <= 600)) throw new Error('--minutes must be from 0.1 to 600')
  const kills = Number(values.kills ?? 1)
  if (!(Number.isInteger(kills) && kills > 0)) throw new Error('--kills must be a positive integer')
  const problems = await (values.kills === undefined
    ? runLoad({ minutes, say })
    : runKills({ kills, say }))
  for (const problem of problems) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
}
