import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// The next start takes half the time with compiled code, which Node writes when the process ends.
// Not in the default folder, in /tmp: code that others wrote there would run.
try {
  enableCompileCache(join(homedir(), '.cache', 'merch-fulfillment'))
} catch {
  // This user has no home.
}

const { runServer } = await import('./process/run-server.ts')
await runServer({ exit: (status) => process.exit(status) })
