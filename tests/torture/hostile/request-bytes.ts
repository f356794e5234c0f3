import type { Sent } from '../../../testkit/http.ts'
import { type Attack, send, utf8 } from './attack.ts'

export type Headers = readonly (readonly [name: string, value: string])[]

/** A request head with its final empty line. */
export const head = (line: string, headers: Headers = []): string =>
  [line, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')

/** A well-formed request. Its body is bytes. */
export type Plain = { method: string; target: string; headers?: Headers; body?: string }

export const bytesOf = ({ method, target, headers = [], body }: Plain): string => {
  const length: Headers = body === undefined ? [] : [['Content-Length', String(body.length)]]
  return (
    head(`${method} ${target} HTTP/1.1`, [['Host', 'localhost'], ...headers, ...length]) +
    (body ?? '')
  )
}

/** Converts a request for the contract check. */
const sentOf = ({ method, target, headers = [], body }: Plain): Sent => ({
  method,
  path: target,
  headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  body,
})

/** Pipelines well-formed requests; each must get its response. */
export const requesting = (name: string, ...requests: readonly Plain[]): Attack => ({
  name,
  steps: [send(requests.map(bytesOf).join(''))],
  expected: { is: 'responses', to: requests.map(sentOf) },
})

export const bearer = (key: string): Headers => [['Authorization', `Bearer ${key}`]]

export const ofType = (type: string): Headers => [['Content-Type', type]]

/** A JSON body with its content type. */
export const jsonBody = (text: string) => ({
  headers: ofType('application/json'),
  body: utf8(text),
})
