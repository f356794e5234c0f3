import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { reasonOf } from '../../events/egress/reason.ts'

/** Why a request came to no answer, in a few words. */
export class GetError extends Error {
  override name = 'GetError'
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/**
 * Gets what an address answers, whatever its status.
 * @throws {GetError} when there is no whole answer in time, or it is too long.
 */
export type Get = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Answer>

type Options = {
  /** How long an answer may take, body included. */
  milliseconds?: number
  /** How much of a body is read. */
  mostBytes?: number
  /** Certificates to trust besides the system's, in PEM. */
  ca?: string
  /** Whether who answers need not prove its name: for what this machine asks of itself. */
  anyCertificate?: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const decode = (chunks: readonly Buffer[]): string => {
  try {
    return utf8.decode(Buffer.concat(chunks))
  } catch {
    throw new GetError('The answer is not UTF-8')
  }
}

const readAll = async (response: IncomingMessage, mostBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > mostBytes) throw new GetError(`The answer is longer than ${mostBytes} bytes`)
  }
  return decode(chunks)
}

/**
 * Makes what gets from addresses that the operator has set: they may be in this network, so they are
 * not held to be public as subscribers' are. No redirect is followed, since credentials go along; no
 * proxy is used.
 */
export const createGet = ({
  milliseconds = 60_000,
  mostBytes = 32 * 1024 * 1024,
  ca,
  anyCertificate = false,
}: Options = {}): Get => {
  const open = (
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const options = { headers, agent: false, signal } as const
      const outgoing =
        url.protocol === 'https:'
          ? tlsRequest(url, {
              ...options,
              rejectUnauthorized: !anyCertificate,
              ...(ca === undefined ? {} : { ca }),
            })
          : plainRequest(url, options)
      outgoing.once('response', resolve)
      outgoing.on('error', reject)
      outgoing.end()
    })

  return async (url, headers, signal) => {
    const late = AbortSignal.timeout(milliseconds)
    try {
      const response = await open(url, headers, AbortSignal.any([signal, late]))
      const body = await readAll(response, mostBytes)
      return { status: response.statusCode ?? 0, headers: response.headers, body }
    } catch (error) {
      if (late.aborted) throw new GetError(`No response within ${milliseconds / 1000} seconds`)
      if (signal.aborted || error instanceof GetError || !(error instanceof Error)) throw error
      throw new GetError(reasonOf(error), { cause: error })
    }
  }
}
