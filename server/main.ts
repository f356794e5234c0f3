import { runServer } from './process/run-server.ts'

await runServer({ exit: (status) => process.exit(status) })
