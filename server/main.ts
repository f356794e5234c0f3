import { runServer } from './run-server.ts'

await runServer({ exit: (status) => process.exit(status) })
