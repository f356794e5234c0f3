import { parseArgs } from 'node:util'
import { measure } from './measure.ts'

const usage = `Usage: npm run test:fairness -- [--subscriptions N,N]

An account has N subscriptions (100, 300 and 900) whose endpoints accept deliveries and never respond,
and 60 orders. Another account has one subscription and 60 orders. Fails unless all 60 deliveries of the
other account arrive within 2 s, half of them within 100 ms.
`

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    subscriptions: { type: 'string', default: '100,300,900' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else
  for (const subscriptions of values.subscriptions.split(',').map(Number)) {
    const { sent, arrived, median, slowest } = await measure(subscriptions)
    say(
      `${subscriptions} silent subscriptions: ${arrived} of ${sent} arrived, median ${median.toFixed(1)} ms, slowest ${slowest.toFixed()} ms`,
    )
    if (!(arrived === sent && median < 100 && slowest < 2000)) process.exitCode = 1
  }
