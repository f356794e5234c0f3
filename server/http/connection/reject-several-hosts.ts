import type { IncomingMessage, ServerResponse } from 'node:http'
import { endConnectionAfter } from './end-connection.ts'

const body = JSON.stringify({ message: 'The request has more than one Host header' })

const hasSeveralHosts = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/**
 * Rejects a request with more than one Host header (RFC 9112 §3.2) and closes its connection.
 * Proxies may route by another one than the first, which is the only one in Node's `headers`.
 * @returns whether the request was rejected.
 */
export const rejectSeveralHosts = (
  { rawHeaders }: IncomingMessage,
  response: ServerResponse,
): boolean => {
  if (!hasSeveralHosts(rawHeaders)) return false
  endConnectionAfter(response)
  const length = body.length
  response
    .writeHead(400, { 'Content-Type': 'application/json', 'Content-Length': length })
    .end(body)
  return true
}
