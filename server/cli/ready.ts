import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { createGet, GetError } from '../intake/shipstation/shipstation-v1-client.ts'
import { print } from './kit/command.ts'
import { CommandFailure } from './kit/command-failure.ts'

/** Returns the server's readiness URL. A server that listens on 0.0.0.0 or :: is reachable there too. */
const readinessUrl = (): URL => {
  const { host, port, tls } = readConfig()
  const name = host.includes(':') ? `[${host}]` : host
  return new URL(`${tls ? 'https' : 'http'}://${name}:${port}/readyz`)
}

/** Timeout of the response of the server, in milliseconds. */
export const readyMilliseconds = 4000

/** A container has no other program for its health check. */
export const addReady = (merch: Command): void => {
  merch
    .command('ready')
    .description('Check that the server on HOST and PORT is ready for requests')
    .action(async () => {
      const url = readinessUrl()
      const get = createGet({ milliseconds: readyMilliseconds, anyCertificate: true })
      const { status } = await get(url, {}, new AbortController().signal).catch(
        (error: unknown) => {
          if (!(error instanceof GetError)) throw error
          throw new CommandFailure(
            `No response from ${url.origin}: ${error.message}. Check HOST and PORT, and that the server runs.`,
          )
        },
      )
      if (status !== 200)
        throw new CommandFailure(`${url.origin} is not ready: it responded with status ${status}`)
      print('ready')
    })
}
