import { parseArgs } from 'node:util'
import { runLoad } from './run.ts'

const usage = `Usage: npm run test:load -- [--minutes N]

Measures the capacity of the machine in requests/s of customers who read, order, cancel and redeem,
and sends 80 % of that for N minutes (10). In the first half the server is killed every 20 s, stopped by
SIGTERM, and its disk is full once. Fails when an acknowledged record is lost, a response is outside the
document, the database is inconsistent or memory grows.
`

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const minutes = Number(values.minutes)
  if (!(minutes >= 0.1 && minutes <= 600)) throw new Error('--minutes must be from 0.1 to 600')
  for (const problem of await runLoad({ minutes, say })) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
}
