import { runServer } from '../run-server.ts'

/** The server as a process that has little time to stop: `node server/testing/brief-server.ts MILLISECONDS`. */
await runServer({
  exit: (status) => process.exit(status),
  grace: Number(process.argv[2]),
})
