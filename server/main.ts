import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

const usage = `Usage: node server/main.ts

Starts the server on http://127.0.0.1:8080. docs/operating.md lists its settings, which are environment variables.
To manage accounts, stock and orders, run: npx merch --help
`

if (process.argv.includes('--help')) {
  process.stdout.write(usage)
  process.exit()
}

// The next start takes half the time with compiled code, which Node writes when the process ends.
// Not in the default folder, in /tmp: code that others wrote there would run.
try {
  enableCompileCache(join(homedir(), '.cache', 'merch-fulfillment'))
} catch {
  // This user has no home.
}

const { runServer } = await import('./process/run-server.ts')
await runServer((status) => process.exit(status))
