import { runServer } from '../../server/process/run-server.ts'

/** Runs the server with a short grace period: `node tests/process/short-grace-server.ts MILLISECONDS`. */
await runServer({
  exit: (status) => process.exit(status),
  grace: Number(process.argv[2]),
})
