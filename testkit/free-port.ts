import { createServer } from 'node:net'
import { listen } from './listen.ts'

/** A port of this machine that nobody listens on; somebody else may still be first. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server)
  await new Promise((closed) => server.close(closed))
  return port
}
