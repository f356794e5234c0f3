import { createServer } from 'node:net'
import { listen } from './listen.ts'

/** Returns a port that is free now. Another process may take it before the caller does. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server)
  await new Promise((closed) => server.close(closed))
  return port
}
