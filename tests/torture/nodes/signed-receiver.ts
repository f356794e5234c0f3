import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { sign } from '../../../server/events/dispatch/signature.ts'
import { listen } from '../../../server/http/connection/listen.ts'
import { type Certificate, tlsHost } from '../../../testkit/tls.ts'

/** A delivery that was received. */
export type SignedDelivery = {
  orderId: string
  isSignedWith(secret: string): boolean
}

/** Starts a subscriber in this process, so that its deliveries and other responses have one order. */
export const startSignedReceiver = async (certificate: Certificate) => {
  const received: SignedDelivery[] = []
  const server = createServer({ ...certificate }, async (incoming, outgoing) => {
    const body = await text(incoming)
    const { headers } = incoming
    const timestamp = String(headers['x-webhook-timestamp'])
    received.push({
      orderId: String(JSON.parse(body).data.orderId),
      isSignedWith: (secret) => sign(secret, timestamp, body) === headers['x-webhook-signature'],
    })
    outgoing.end()
  })
  const port = await listen(server, 0, '127.0.0.1')
  return {
    url: `https://${tlsHost}:${port}/`,
    received,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
