import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Received, send } from '../../testkit/http.ts'

/** What becomes of a request on its way. */
export type Fate = 'answered' | 'answer lost' | 'never arrived'

export type RelayOptions = {
  /** What becomes of a request; all are answered unless this says otherwise. */
  fate?: (method: string, path: string) => Fate
  /** Told of every answer as it goes by. */
  onAnswer?: (method: string, path: string, answer: Received) => void
}

/** Headers that belong to one connection. */
const ofConnection = ['connection', 'keep-alive', 'host', 'content-length', 'transfer-encoding']

const passedOn = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.includes(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

/**
 * Stands between a client and a server, and loses what it is told to: an answer, after the server has
 * done its work, or a request, before it has.
 */
export const startRelay = async (
  target: string,
  { fate = () => 'answered', onAnswer = () => {} }: RelayOptions,
) => {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    const body = await text(incoming)
    const what = fate(method, url)
    if (what === 'never arrived') return outgoing.destroy()
    const headers = passedOn(incoming.headers)
    const answer = await send(target, { method, path: url, headers, body: body || undefined })
    if (what === 'answer lost') return outgoing.destroy()
    onAnswer(method, url, answer)
    outgoing.writeHead(answer.status, passedOn(answer.headers))
    return outgoing.end(answer.text)
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
