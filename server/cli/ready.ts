import { readConfig } from '../config.ts'
import { createGet, GetError } from '../intake/shipstation/get.ts'
import { plainCommand, print } from './command.ts'
import { CommandFailure } from './command-failure.ts'

/** Where the server of this environment answers: one that listens on every address does on 0.0.0.0, too. */
const address = (): URL => {
  const { host, port, tls } = readConfig()
  const name = host.includes(':') ? `[${host}]` : host
  return new URL(`${tls ? 'https' : 'http'}://${name}:${port}/readyz`)
}

/** What an orchestrator asks in a container: it has no other program to ask with. */
export const ready = plainCommand({
  name: 'ready',
  description: 'Ask the server on HOST and PORT whether requests may be sent to it',
  args: {},
  run: async () => {
    const url = address()
    const get = createGet({ milliseconds: 4000, anyCertificate: true })
    const { status } = await get(url, {}, new AbortController().signal).catch((error: unknown) => {
      if (!(error instanceof GetError)) throw error
      throw new CommandFailure(`${url.origin} does not answer: ${error.message}`)
    })
    if (status !== 200) throw new CommandFailure(`${url.origin} is not ready: ${status}`)
    print('ready')
  },
})
