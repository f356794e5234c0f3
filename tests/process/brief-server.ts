import { runServer } from '../../server/process/run-server.ts'

/** The server as a process that has little time to stop: `node tests/process/brief-server.ts MILLISECONDS`. */
await runServer({
  exit: (status) => process.exit(status),
  grace: Number(process.argv[2]),
})
