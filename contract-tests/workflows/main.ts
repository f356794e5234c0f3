import { outsideEventsOf } from '../own/outside-events.ts'
import { ownServer } from '../own/own-server.ts'
import {
  givenServer,
  parseOptions,
  print,
  runAsProgram,
  serverOptions,
} from '../support/arguments.ts'
import { documents, runWorkflows } from './run-workflows.ts'

const usage = `Usage: npx node contract-tests/workflows/main.ts [--url URL --key KEY | --database NAME]

Runs the workflows, which are Arazzo documents, against a server. Without --url, it starts this project's server.
They place orders and create subscriptions. Use a test account with stock whose first campaign is Active.

  --url URL        the server, such as http://127.0.0.1:8080
  --key KEY        a key of the account
  --database NAME  sqlite (default) or postgres, without --url
  --help           show this text
`

/** The workflows that wait for events outside the API, and for the response of an endpoint. */
const waiting = ['invite.arazzo.yaml', 'webhooks.arazzo.yaml']

await runAsProgram(usage, async () => {
  const given = parseOptions(serverOptions)
  const server = givenServer(given) ?? (await ownServer(given.database))
  const outside = outsideEventsOf(server)
  const names = documents.filter((name) => outside || !waiting.includes(name))
  const outcomes = await runWorkflows(server, { names, outside }).finally(server.stop)
  for (const { workflow, steps, checks, failures } of outcomes) {
    const mark = failures.length === 0 ? '✓' : '✗'
    print(`${mark} ${workflow.padEnd(20)} ${steps.length} steps, ${checks} checks`)
    for (const failure of failures) print(`    ${failure}`)
  }
  if (!outside)
    print(
      `- skipped: ${waiting.join(', ')} wait for a recipient, a warehouse, a carrier or an endpoint`,
    )
  return outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1
})
