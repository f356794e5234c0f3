import { once } from 'node:events'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { reasonOf } from '../deliveries/failure-reason.ts'
import { fail, print } from './command.ts'

/** A container has no other program for its health check. */
export const addReady = (merch: Command): void => {
  merch
    .command('ready')
    .description('Check that the server on HOST and PORT is ready for requests')
    .action(async () => {
      const { host, port, tls } = readConfig()
      // A server that listens on 0.0.0.0 or :: is reachable there too.
      const name = host.includes(':') ? `[${host}]` : host
      const { origin } = new URL(`${tls ? 'https' : 'http'}://${name}:${port}`)
      const status = await statusOf(origin)
      if (status !== 200) fail(`${origin} is not ready: it responded with status ${status}`)
      await print('ready')
    })
}

/** Timeout of the response of the server, in milliseconds. */
const readyMilliseconds = 4000

async function statusOf(origin: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(readyMilliseconds)
  const request = origin.startsWith('https:') ? tlsRequest : plainRequest
  // The certificate of the server is for its public name.
  const options = { agent: false, signal, rejectUnauthorized: false }
  const outgoing = request(`${origin}/readyz`, options).end()
  const responses: Promise<IncomingMessage[]> = once(outgoing, 'response')
  const [response] = await responses.catch((error: Error) => {
    const reason = signal.aborted
      ? `No response within ${readyMilliseconds / 1000} seconds`
      : reasonOf(error)
    return fail(
      `No response from ${origin}: ${reason}. Check HOST and PORT, and that the server runs.`,
    )
  })
  response?.destroy()
  return response?.statusCode
}
