import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { reasonOf } from '../../events/egress/reason.ts'

/** Why a request failed, in a few words. */
export class GetError extends Error {
  override name = 'GetError'
}

export type GetResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/**
 * Sends a GET request and returns the response, with any status.
 * @throws {GetError} when the response is incomplete, late or too long.
 */
export type Get = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<GetResponse>

/** The maximum time of a response, body included, and the maximum length of its body. */
export const responseLimits = { milliseconds: 60_000, maxBytes: 32 * 1024 * 1024 } as const

type Options = {
  milliseconds?: number
  maxBytes?: number
  /** PEM certificates to trust instead of the system's. */
  ca?: string
  /** Accepts any certificate, for requests of this machine to itself. */
  anyCertificate?: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const decode = (chunks: readonly Buffer[]): string => {
  try {
    return utf8.decode(Buffer.concat(chunks))
  } catch {
    throw new GetError('The response is not UTF-8')
  }
}

const readAll = async (response: IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new GetError(`The response is longer than ${maxBytes} bytes`)
  }
  return decode(chunks)
}

/**
 * Creates a function for GET requests to URLs that the operator configured. They may be private, so
 * the address is not checked. Redirects are not followed, because the request has credentials; no
 * proxy is used.
 */
export const createGet = ({
  milliseconds = responseLimits.milliseconds,
  maxBytes = responseLimits.maxBytes,
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
      const body = await readAll(response, maxBytes)
      return { status: response.statusCode ?? 0, headers: response.headers, body }
    } catch (error) {
      if (late.aborted) throw new GetError(`No response within ${milliseconds / 1000} seconds`)
      if (signal.aborted || error instanceof GetError || !(error instanceof Error)) throw error
      throw new GetError(reasonOf(error), { cause: error })
    }
  }
}
