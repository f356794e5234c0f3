import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { listen } from '../../testkit/listen.ts'
import { opensslSignature } from '../../testkit/openssl-signature.ts'
import { makeCertificate, tlsHost } from '../../testkit/tls.ts'
import { folderUntilExit } from './database.ts'

/** Milliseconds that the endpoint /slow takes to respond. */
const slowMilliseconds = 3000

const Payload = z.object({ event: z.string(), data: z.looseObject({ orderId: z.string() }) })

/** A delivery of an event of an order that an endpoint has received. */
export type Delivery = {
  /** The first segment of the endpoint's path. */
  endpoint: string
  /** The path with the event and the order. */
  key: string
  orderId: string
  /** The time of `performance.now()`. */
  at: number
  isSignedWith(secret: string): boolean
}

/** Returns the key of a delivery. */
export const deliveryKey = (path: string, event: string, orderId: string): string =>
  `${path} ${event} ${orderId}`

/**
 * Starts a subscriber. It responds at once, except under /failing with a 500, under /slow after some
 * seconds and under /silent never.
 */
export const startSubscriber = async () => {
  const certificate = makeCertificate()
  const authority = join(folderUntilExit(), 'authority.pem')
  writeFileSync(authority, certificate.cert)
  const deliveries: Delivery[] = []
  const held = new Set<ServerResponse>()
  let isSilent = true
  const server = createServer({ ...certificate }, async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => undefined)
    // The server was killed while it sent the delivery.
    if (!body) return
    const path = incoming.url ?? ''
    const endpoint = path.split('/')[1] ?? ''
    const { event, data } = Payload.parse(JSON.parse(body.toString()))
    const { 'x-webhook-timestamp': sentAt, 'x-webhook-signature': signature } = incoming.headers
    deliveries.push({
      endpoint,
      key: deliveryKey(path, event, data.orderId),
      orderId: data.orderId,
      at: performance.now(),
      isSignedWith: (secret) => opensslSignature(secret, String(sentAt), body) === signature,
    })
    if (endpoint === 'failing') outgoing.statusCode = 500
    if (endpoint === 'slow') setTimeout(() => outgoing.end(), slowMilliseconds)
    else if (endpoint === 'silent' && isSilent) held.add(outgoing)
    else outgoing.end()
  })
  server.on('tlsClientError', () => {})
  const port = await listen(server)
  return {
    url: `https://${tlsHost}:${port}`,
    deliveries,
    /** Settings that let a server deliver to this subscriber. */
    environment: { WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: authority },
    /** Returns the keys of deliveries that were made more than once. */
    repeated: (): string[] => {
      const seen = new Set<string>()
      return deliveries.flatMap(({ key }) => (seen.size === seen.add(key).size ? [key] : []))
    },
    /** Whether the endpoints under /silent do not respond. If not, held deliveries get their responses. */
    setSilent: (next: boolean) => {
      isSilent = next
      for (const outgoing of next ? [] : held) outgoing.end()
      if (!next) held.clear()
    },
  }
}

export type Subscriber = Awaited<ReturnType<typeof startSubscriber>>
