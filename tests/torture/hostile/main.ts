import { parseArgs } from 'node:util'
import { attackAlone } from './attack-alone.ts'
import { underAttack } from './under-attack.ts'

const usage = `Usage: npm run test:hostile -- [--count N] [--seed N] [--minutes N] [--quick]
       npm run test:hostile -- --seed N --only INDEX

Sends N hostile requests (100000) to a server of its own: malformed HTTP, smuggled requests, slow
clients, floods, JSON bombs, path tricks, resets. Fails when it ends, answers 5xx or what it must not,
leaves connections open, keeps memory, or keeps a well-behaved client waiting.

  --count N     how many hostile requests
  --seed N      the same ones as in another run, which has said its seed
  --only INDEX  carries out one of a seed's and prints what comes of it
  --minutes N   gives up after so long (30)
  --quick       slow clients leave after a moment, and nothing is judged by the clock
`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** @throws when a text is no whole number, with the option's name. */
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
      ? await underAttack({
          count: whole('count', values.count),
          seed,
          minutes: whole('minutes', values.minutes),
          isQuick: values.quick,
          say,
        })
      : await attackAlone(seed, whole('only', values.only), say)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
