import { parseArgs } from 'node:util'
import { replayAttack } from './replay-attack.ts'
import { runHostile } from './run.ts'

const usage = `Usage: npm run test:hostile -- [--count N] [--seed N] [--minutes N] [--quick]
       npm run test:hostile -- --seed N --only INDEX

Sends N hostile requests (100000) to a new server: malformed HTTP, smuggled requests, slow clients,
floods, JSON bombs, path tricks, resets. Fails when the server ends, sends a 5xx or an undocumented
response, leaves connections open, leaks memory or delays a well-behaved client.

  --count N     number of hostile requests
  --seed N      repeat the requests of a run that printed this seed
  --only INDEX  run one request of the seed and print its outcome
  --minutes N   time limit (30)
  --quick       let slow clients leave early, and check no response times
`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** @throws if a text is no whole number. */
const whole = (name: string, text: string): number => {
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number`)
  return Number(text)
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    only: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const seed = whole('seed', values.seed)
  const problems =
    values.only === undefined
      ? await runHostile({
          count: whole('count', values.count),
          seed,
          minutes: whole('minutes', values.minutes),
          isQuick: values.quick,
          say,
        })
      : await replayAttack(seed, whole('only', values.only), say)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
