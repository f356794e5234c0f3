import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Received, send } from '../../testkit/http.ts'

/** What the proxy does with a request. */
export type Fate = 'delivered' | 'lost response' | 'lost request'

export type LossyProxyOptions = {
  /** Decides what happens to a request. Default: it is forwarded. */
  fate?: (method: string, path: string) => Fate
  /** Called with every response. */
  onResponse?: (method: string, path: string, response: Received) => void
}

/** Hop-by-hop headers. */
const ofConnection = ['connection', 'keep-alive', 'host', 'content-length', 'transfer-encoding']

const passedOn = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.includes(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

/**
 * Starts a proxy that can drop requests before the server gets them, or responses after the server
 * has processed the request.
 */
export const startLossyProxy = async (
  target: string,
  { fate = () => 'delivered', onResponse = () => {} }: LossyProxyOptions,
) => {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    const body = await text(incoming)
    const what = fate(method, url)
    if (what === 'lost request') return outgoing.destroy()
    const headers = passedOn(incoming.headers)
    const response = await send(target, { method, path: url, headers, body: body || undefined })
    if (what === 'lost response') return outgoing.destroy()
    onResponse(method, url, response)
    outgoing.writeHead(response.status, passedOn(response.headers))
    return outgoing.end(response.text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
