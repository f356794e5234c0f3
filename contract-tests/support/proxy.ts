import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Received, type Sent, send, serve } from './http.ts'

export type Forward = (sent: Sent) => Promise<Received>

/** Handles a request. Without a response, the proxy drops the connection. */
export type Handle = (sent: Sent, forward: Forward) => Promise<Received | undefined>

/** Starts a proxy that can change or drop requests and responses. */
export const startProxy = (target: string, handle: Handle) =>
  serve(async (incoming, outgoing) => {
    try {
      const { method = 'GET', url: path = '/' } = incoming
      const bytes = await buffer(incoming)
      const body = bytes.length > 0 ? bytes : undefined
      const sent = { method, path, headers: passedOn(incoming.headers), body }
      const received = await handle(sent, (changed) => send(target, changed))
      if (!received) return outgoing.destroy()
      return outgoing.writeHead(received.status, passedOn(received.headers)).end(received.text)
    } catch {
      return outgoing.destroy()
    }
  })

const ofConnection = ['connection', 'keep-alive', 'host', 'content-length', 'transfer-encoding']

function passedOn(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.includes(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
}
