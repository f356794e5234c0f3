import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { openReceiver } from '../kit/receiver.ts'
import { deliveringHere, makeCertificate, tlsHost } from '../kit/tls.ts'
import type { Torture } from './program.ts'

const Payload = z.object({ event: z.string(), data: z.looseObject({ orderId: z.string() }) })

/** Starts a subscriber. It responds at once, except under /failing with a 500 and under /silent never. */
export const startSubscriber = async (program: Torture) => {
  const certificate = makeCertificate()
  const deliveries: string[] = []
  const held = new Set<ServerResponse>()
  let isSilent = true
  const { port } = await openReceiver(certificate, (outgoing, { path, body }) => {
    // The server was killed while it sent the delivery.
    if (body.length === 0) return
    const { event, data } = Payload.parse(JSON.parse(body.toString()))
    deliveries.push(`${path} ${event} ${data.orderId}`)
    if (path.startsWith('/failing')) outgoing.statusCode = 500
    if (path.startsWith('/silent') && isSilent) held.add(outgoing)
    else outgoing.end()
  })
  return {
    url: `https://${tlsHost}:${port}`,
    /** The path, the event and the order of each delivery that was received. */
    deliveries,
    /** Settings that let a server deliver to this subscriber. */
    environment: deliveringHere(certificate, program.file('authority.pem')),
    /** Whether the endpoints under /silent do not respond. If not, held deliveries get their responses. */
    setSilent: (next: boolean) => {
      isSilent = next
      for (const outgoing of next ? [] : held) outgoing.end()
      if (!next) held.clear()
    },
  }
}
