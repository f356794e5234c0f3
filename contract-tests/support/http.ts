import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request,
} from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

export type Sent = {
  method?: string
  path: string
  headers?: Record<string, string | undefined>
  body?: string | Uint8Array | undefined
}

export type Received = { status: number; headers: IncomingHttpHeaders; text: string }

/** A response with its body as it was sent, not decompressed. */
export type ReceivedBytes = Received & { bytes: Buffer }

/** Milliseconds after which an idle connection is closed. A server's stop waits for idle connections. */
const timeout = 100

const agents = {
  plain: new Agent({ keepAlive: true, maxSockets: 64, timeout }),
  secure: new SecureAgent({ keepAlive: true, maxSockets: 64, timeout }),
}

export const endConnections = (): void => {
  agents.plain.destroy()
  agents.secure.destroy()
}

const present = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

export const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The longest body that is read, in bytes. A server may send without end. */
const longest = 64 * 2 ** 20

const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length > longest) throw new Error('the response body is longer than 64 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Sends a request with any method and path. `fetch` would reject or normalize some of them.
 * @param agent keeps the connections. Default: one for all requests.
 * @param signal aborts the request, also while its response is read.
 * @throws an error with `isReused`: whether the connection had been open before, and `hasBytes`: whether a part of
 *   the response came.
 */
export const send = (
  base: string,
  sent: Sent,
  { agent, signal }: { agent?: Agent | undefined; signal?: AbortSignal } = {},
): Promise<ReceivedBytes> =>
  new Promise((resolve, reject) => {
    const { protocol, hostname, port, pathname } = new URL(base)
    const isSecure = protocol === 'https:'
    const { method = 'GET', path, headers = {}, body } = sent
    const outgoing = (isSecure ? secureRequest : request)(
      {
        agent: agent ?? (isSecure ? agents.secure : agents.plain),
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path: pathname.replace(/\/$/, '') + path,
        headers: present(headers),
        ...(signal && { signal }),
      },
      (incoming) => {
        readBody(incoming).then(
          (bytes) =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              bytes,
              text: bytes.toString(),
            }),
          fail,
        )
      },
    )
    let before = 0
    outgoing.on('socket', ({ bytesRead }) => {
      before = bytesRead
    })
    const fail = (error: Error) => {
      const hasBytes = (outgoing.socket?.bytesRead ?? 0) > before
      reject(Object.assign(error, { isReused: outgoing.reusedSocket, hasBytes }))
    }
    outgoing.on('error', fail)
    if (body !== undefined && headers['transfer-encoding'] === undefined)
      outgoing.setHeader('content-length', Buffer.byteLength(body))
    outgoing.end(body)
  })

/** A request to the API. `json` is sent as the body. A `key` of null sends none. */
export type ApiRequest = Sent & { key?: string | null; json?: unknown }

/** Returns the request with its key in a header and its JSON as the body. Default key: `ownKey`. */
export const withKey = (ownKey: string, { key = ownKey, json, ...rest }: ApiRequest): Sent => ({
  ...rest,
  headers: {
    authorization: key === null ? undefined : `Bearer ${key}`,
    'content-type': json === undefined ? undefined : 'application/json',
    ...rest.headers,
  },
  body: json === undefined ? rest.body : JSON.stringify(json),
})

/** Serves requests on a free port of this machine, until it is stopped. */
export const serve = async (handle: RequestListener) => {
  const server = createServer(handle)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
