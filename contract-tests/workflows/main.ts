import { parseArgs } from 'node:util'
import { ownServerOn } from '../own/own-server.ts'
import type { Running } from '../support/target.ts'
import { outsideEventsOf } from './outside-events.ts'
import { documents, runWorkflows, waiting } from './run-workflows.ts'

const usage = `Usage: npx node contract-tests/workflows/main.ts [--url URL --key KEY | --database NAME]

Runs the workflows, which are Arazzo documents, against a server. Without --url, it starts this project's server.
They place orders and create subscriptions. Use a test account with stock whose first campaign is Active.

  --url URL        the server, such as http://127.0.0.1:8080
  --key KEY        a key of the account
  --database NAME  sqlite (default) or postgres, without --url
  --help           show this text
`

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  database: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)

const run = async (): Promise<number> => {
  const { url, key, database, help } = parseArgs({ options }).values
  if (help) {
    say(usage)
    return 0
  }
  if ((url === undefined) !== (key === undefined))
    throw new Error('--url and --key belong together')
  const target: Running =
    url !== undefined && key !== undefined
      ? { url: url.replace(/\/$/, ''), key, controls: {}, stop: async () => {} }
      : await ownServerOn(database)
  try {
    const outside = outsideEventsOf(target)
    const names = documents.filter((name) => outside || name !== waiting)
    const outcomes = await runWorkflows(target, { names, outside })
    for (const { workflow, steps, checks, failures } of outcomes) {
      const mark = failures.length === 0 ? '✓' : '✗'
      say(`${mark} ${workflow.padEnd(20)} ${steps.length} steps, ${checks} checks`)
      for (const failure of failures) say(`    ${failure}`)
    }
    if (!outside) say(`- skipped: ${waiting} waits for a recipient, a warehouse and a carrier`)
    return outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1
  } finally {
    await target.stop()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
