import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { closeServer, listen } from '../../server/http/http-server.ts'

type Received = { headers: Record<string, unknown>; body: string }

/** Starts a local receiver that records deliveries. It stops after the test. */
export const startReceiver = async (status = 204) => {
  const received: Received[] = []
  const server = createServer(async (incoming, outgoing) => {
    received.push({ headers: { ...incoming.headers }, body: await text(incoming) })
    outgoing.writeHead(status, { Location: '/elsewhere' }).end()
  })
  const port = await listen(server, 0, 'localhost')
  onTestFinished(() => closeServer(server, 0))
  return { url: `http://localhost:${port}/hooks`, received }
}
