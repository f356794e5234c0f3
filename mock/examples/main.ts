import { parseArgs } from 'node:util'
import { readConfig } from '../../server/config.ts'
import { explainError } from '../../server/process/explain-error.ts'
import { demoKeys } from '../demo-keys.ts'
import { serveExamples } from './serve.ts'

const usage = `Usage: npx node mock/examples/main.ts [--mock URL] [--server URL] [--key KEY]

Serves a page that lists the first contacts of a campaign, from the mock, the server, or MSW in the browser.

  --mock URL    the URL of the mock (default: http://127.0.0.1:4010)
  --server URL  the URL of the server (default: http://127.0.0.1:8080)
  --key KEY     an API key of the server
  --help        show this text

PORT is the port of the page (default: 5173).
`

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      mock: { type: 'string', default: 'http://127.0.0.1:4010' },
      server: { type: 'string', default: 'http://127.0.0.1:8080' },
      key: { type: 'string', default: 'KEY' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    return
  }
  const environment = { PORT: '5173', ...process.env, DATABASE_URL: '', SEED_DEMO: '' }
  const { port } = readConfig(environment)
  const { address } = await serveExamples({ port, server: values.server })
  process.stdout.write(`The page, with data from

  the mock     ${address}/?url=${values.mock}&key=${demoKeys.demo}
  the server   ${address}/?key=${values.key}
  no process   ${address}/?msw&key=${demoKeys.demo}
`)
}

await run().catch((error: unknown) => {
  process.stderr.write(`${explainError(error)}\n`)
  process.exit(1)
})
