import type { Logger } from 'pino'
import { type Config, onPort } from '../server/config.ts'
import { attachApp, closeServer, listen } from '../server/http/http-server.ts'
import { createServer } from '../server/process/start.ts'
import type { Options } from './backends.ts'
import { withControlApi } from './control/control-api.ts'
import { createMock } from './mock.ts'

/** Starts a mock on a port. @throws when the address is in use, or the document cannot be used. */
export const serveMock = async (config: Config, log: Logger, options: Options) => {
  const server = createServer(config)
  const port = await listen(server, config.port, config.host)
  try {
    const settled = onPort(config, port)
    const mock = await createMock({ config: settled, log, ...options })
    attachApp(server, { fetch: withControlApi(mock) }, log)
    const stop = async () => {
      await closeServer(server, 0)
      await mock.stop()
    }
    return { mock, address: settled.baseUrl, stop }
  } catch (error) {
    server.close()
    throw error
  }
}
