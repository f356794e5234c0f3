import { Command } from '@commander-js/extra-typings'
import { readConfig } from '../../server/config.ts'
import { explainError } from '../../server/process/explain-error.ts'
import { demoKeys } from '../demo-keys.ts'
import { serveExamples } from './serve.ts'

await new Command('npx node mock/examples/main.ts')
  .description(
    `Serves a page that lists the first contacts of a campaign, from the mock, the server, or MSW in the browser.
PORT is the port of the page (default: 5173).`,
  )
  .option('--mock <url>', 'the URL of the mock', 'http://127.0.0.1:4010')
  .option('--server <url>', 'the URL of the server', 'http://127.0.0.1:8080')
  .option('--key <key>', 'an API key of the server', 'KEY')
  .action(async ({ mock, server, key }) => {
    const environment = { PORT: '5173', ...process.env, DATABASE_URL: '', SEED_DEMO: '' }
    const { address } = await serveExamples({ port: readConfig(environment).port, server })
    process.stdout.write(`The page, with data from

  the mock     ${address}/?url=${mock}&key=${demoKeys.demo}
  the server   ${address}/?key=${key}
  no process   ${address}/?msw&key=${demoKeys.demo}
`)
  })
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`)
    process.exit(1)
  })
