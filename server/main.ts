import { enableCompileCache, flushCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Compiled code halves the time of the next start. Other users can write to the default folder, /tmp.
enableCompileCache(join(homedir(), '.cache', 'merch-fulfillment'))
const { runServer } = await import('./process/run-server.ts')
await runServer({ exit: (status) => process.exit(status) })
flushCompileCache()
