import { createServer } from 'node:net'
import { listen } from '../http/listen.ts'

/** A port of this machine that nobody listens on; somebody else may still be first. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  await new Promise((closed) => server.close(closed))
  return port
}
