import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { reasonOf } from '../events/egress/reason.ts'
import { print } from './kit/command.ts'
import { CommandFailure } from './kit/command-failure.ts'

/** Timeout of the response of the server, in milliseconds. */
export const readyMilliseconds = 4000

/** Requests the readiness of the server. One that listens on 0.0.0.0 or :: is reachable there too. */
const request = (): Promise<{ origin: string; status: number | undefined }> => {
  const { host, port, tls } = readConfig()
  const name = host.includes(':') ? `[${host}]` : host
  const { origin } = new URL(`${tls ? 'https' : 'http'}://${name}:${port}`)
  const signal = AbortSignal.timeout(readyMilliseconds)
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      const reason = signal.aborted
        ? `No response within ${readyMilliseconds / 1000} seconds`
        : reasonOf(error)
      reject(
        new CommandFailure(
          `No response from ${origin}: ${reason}. Check HOST and PORT, and that the server runs.`,
        ),
      )
    }
    // The certificate of the server is for its public name.
    const options = { agent: false, signal, rejectUnauthorized: false }
    const open = tls ? tlsRequest : plainRequest
    open(`${origin}/readyz`, options, (response) => {
      response.resume()
      resolve({ origin, status: response.statusCode })
    })
      .on('error', fail)
      .end()
  })
}

/** A container has no other program for its health check. */
export const addReady = (merch: Command): void => {
  merch
    .command('ready')
    .description('Check that the server on HOST and PORT is ready for requests')
    .action(async () => {
      const { origin, status } = await request()
      if (status !== 200)
        throw new CommandFailure(`${origin} is not ready: it responded with status ${status}`)
      print('ready')
    })
}
