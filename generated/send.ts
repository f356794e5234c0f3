// Generated from the OpenAPI document by `npm run generate`. Do not edit.

export type SendOptions = {
  /** Returns headers such as a signature. The body is the text that is sent. */
  headers?: (body: string) => Record<string, string> | Promise<Record<string, string>>
  /** Ends the request. */
  signal?: AbortSignal
  /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/** Sends a payload to a URL. Throws a `ReplyViolation` for one that the document does not allow. */
export type Sender<Payload> = (
  url: string | URL,
  payload: Payload,
  options?: SendOptions,
) => Promise<Response>

/** Returns a function that checks a payload, copies what is declared, and sends it. Redirects are not followed. */
export const sender =
  <Payload>(
    method: string,
    contentType: string | undefined,
    check: (payload: unknown) => unknown,
  ): Sender<Payload> =>
  async (url, payload, { headers, signal, fetch = globalThis.fetch } = {}) => {
    const checked = check(payload)
    const body =
      typeof checked === 'string' && contentType?.startsWith('text/')
        ? checked
        : JSON.stringify(checked)
    const type = contentType === undefined ? {} : { 'Content-Type': contentType }
    const request = new Request(url, {
      method,
      redirect: 'manual',
      headers: { ...type, ...(await headers?.(body ?? '')) },
      ...(contentType === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    return fetch(request)
  }
