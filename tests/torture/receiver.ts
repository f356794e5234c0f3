import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { listen } from '../../server/http/connection/listen.ts'

// A webhook receiver, run by subscriber.ts as a process of its own so that its memory is not measured.
// It responds at once, except under /slow, and under /silent, where it never responds.

const Event = z.object({
  event: z.string(),
  data: z.looseObject({ orderId: z.string().optional() }),
})

const slowMilliseconds = 3000

let port = 0
let received = 0
let events: string[] = []

const report = () => {
  process.send?.({ port, received, events })
  events = []
}

const serve = async (certificate: { key: string; cert: string }): Promise<void> => {
  const server = createServer(certificate, async (incoming, outgoing) => {
    received++
    const { event, data } = Event.parse(JSON.parse(await text(incoming)))
    if (data.orderId) events.push(`${event} ${data.orderId}`)
    if (incoming.url?.startsWith('/slow')) setTimeout(() => outgoing.end(), slowMilliseconds)
    else if (!incoming.url?.startsWith('/silent')) outgoing.end()
  })
  port = await listen(server, 0, '127.0.0.1')
  process.on('message', report)
  report()
}

process.once('message', (message) => {
  void serve(z.object({ key: z.string(), cert: z.string() }).parse(message))
})
process.once('disconnect', () => process.exit())
