import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port that is free now. It is below the ports that systems give to programs that ask for any, so that no
 * such program takes it before the caller does.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  await new Promise((closed) => server.close(closed))
  return port
}
