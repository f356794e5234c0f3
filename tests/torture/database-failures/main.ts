import { parseArgs } from 'node:util'
import { failures } from './failures.ts'
import { runFailure } from './run-failure.ts'

const usage = `Usage: npm run test:failures -- [--only WORDS] [--parallel N]

Runs the server on a PostgreSQL server of its own that fails under load: restarted, killed, failed over,
cut off, out of connections, locked and out of disk. Fails when a request takes longer than 5 s or gets a
response outside the document, when /healthz fails or /readyz does not, when requests fail 2 s after the
database works again, or when an acknowledged write is lost.

  --only WORDS   only failures whose name contains these words, or others after a comma
  --parallel N   number of failures at a time (1)
  --help         show this text
`

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

const run = async (name: string, prepare: (typeof failures)[string]): Promise<boolean> => {
  const prepared = await prepare()
  if (!prepared) {
    say(`- ${name}: skipped, filling a disk needs root`)
    return true
  }
  const { failure, remove } = prepared
  try {
    const { problems, figures } = await runFailure({ ...failure, database: 'shop' })
    say(`${problems.length === 0 ? '✓' : '✗'} ${name}: ${figures}`)
    for (const problem of problems) say(`    ${problem}`)
    return problems.length === 0
  } catch (error) {
    say(`✗ ${name}: ${error instanceof Error ? error.message : error}`)
    return false
  } finally {
    await remove()
  }
}

if (values.help) say(usage)
else {
  const waiting = Object.entries(failures).filter(([name]) =>
    values.only.split(',').some((words) => name.includes(words)),
  )
  const worker = async (): Promise<boolean> => {
    let isPassed = true
    for (let next = waiting.shift(); next; next = waiting.shift())
      isPassed = (await run(...next)) && isPassed
    return isPassed
  }
  const results = await Promise.all(Array.from({ length: Number(values.parallel) }, worker))
  const isPassed = results.every(Boolean)
  say(isPassed ? 'passed' : 'failed')
  process.exit(isPassed ? 0 : 1)
}
