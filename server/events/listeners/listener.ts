import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook, type WebhookEvent } from '../../../client/webhooks/node.ts'
import { closeServer } from '../../http/connection/close-server.ts'
import type { Delivery } from '../dispatch/delivery.ts'
import type { Seal } from '../dispatch/sealed-secret.ts'
import { type Listener, makeListenersFolder, register, socketOf, unregister } from './listeners.ts'

/** A delivery that a listener received, with its parsed event. */
export type ReceivedDelivery = Pick<Delivery, 'headers' | 'body'> & { event: WebhookEvent }

type Options = Listener & {
  /** The folder for listeners. */
  folder: string
  /** Encrypts the registered secret. */
  seal: Seal
  /** Called with each delivery whose signature is valid. Returns the status of the response. */
  onDelivery: (received: ReceivedDelivery) => Promise<number>
  /** Called with the reason for each other delivery. */
  onRejected: (reason: string) => void
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '')

/** Receives an account's events like a subscriber, at a socket beside the database. */
export const startListener = async (options: Options): Promise<{ stop(): Promise<void> }> => {
  const { folder, account, events, secret, seal, onDelivery, onRejected } = options
  const id = randomBytes(6).toString('hex')

  const receive = async (incoming: IncomingMessage): Promise<number> => {
    const body = (await buffer(incoming)).toString()
    const event = await verifyWebhook(body, incoming.headers, secret).catch((error: unknown) => {
      onRejected(error instanceof Error ? error.message : String(error))
      return undefined
    })
    if (!event) return 400
    return onDelivery({
      event,
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Webhook-Signature': headerOf(incoming, 'x-webhook-signature'),
        'X-Webhook-Timestamp': headerOf(incoming, 'x-webhook-timestamp'),
        'X-Webhook-Event': event.event,
      },
    })
  }

  const server = createServer((incoming, outgoing) => {
    receive(incoming).then(
      (status) => outgoing.writeHead(status).end(),
      () => outgoing.destroy(),
    )
  })
  makeListenersFolder(folder)
  await once(server.listen(socketOf(folder, id)), 'listening')
  register(folder, id, { account, events, secret: seal.seal(secret) })

  return {
    stop: async () => {
      unregister(folder, id)
      await closeServer(server, 0)
      try {
        rmdirSync(folder)
      } catch {
        // The folder has other listeners.
      }
    },
  }
}
