// Generated from the OpenAPI document. Do not edit.

import { kindOf } from './media-types.ts'
import { formText } from './send-reply.ts'

type SendOptions = {
  signal?: AbortSignal
  /** Default: the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Response | Promise<Response>
}

/** Returns headers, such as a signature of the body, which is sent as it is given. */
type HeadersOf<Headers> = (body: string) => Headers | Promise<Headers>

/**
 * Checks a payload and sends it to a subscriber.
 * @throws {ReplyViolation} if the payload breaks the contract.
 */
export type Sender<Payload, Headers> = (
  url: string,
  payload: Payload,
  options: SendOptions &
    (Partial<Headers> extends Headers
      ? { headers?: HeadersOf<Headers> }
      : { headers: HeadersOf<Headers> }),
) => Promise<Response>

/** Returns the sender of an event. @param check checks and copies a payload. */
export const sender =
  <Payload, Headers extends object = Record<string, string>>(
    method: string,
    contentType: string,
    check: (payload: unknown) => unknown,
  ): Sender<Payload, Headers> =>
  async (url, payload, { headers, signal, fetch: send = fetch }) => {
    const body = textOf(check(payload), contentType)
    const given: [string, string][] = Object.entries((await headers?.(body)) ?? {}).map(
      ([name, value]) => [name, String(value)],
    )
    return send(url, {
      method,
      body,
      headers: { 'Content-Type': contentType, ...Object.fromEntries(given) },
      ...(signal ? { signal } : {}),
    })
  }

function textOf(payload: unknown, contentType: string): string {
  const kind = kindOf(contentType)
  if (kind === 'form') return formText(payload)
  return kind === 'text' ? String(payload) : JSON.stringify(payload)
}
