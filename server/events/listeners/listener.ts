import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WebhookEvent } from '../../../client/webhooks/event.ts'
import { verifyWebhook } from '../../../client/webhooks/node.ts'
import { closeServer } from '../../http/connection/close-server.ts'
import type { Delivery } from '../dispatch/delivery.ts'
import type { Seal } from '../dispatch/sealed-secret.ts'
import { announce, type Listener, makeListenersFolder, socketOf, withdraw } from './listeners.ts'

/** A delivery that a listener got, and the event that it brings. */
export type Heard = Pick<Delivery, 'headers' | 'body'> & { event: WebhookEvent }

type Options = Listener & {
  /** The folder of announcements. */
  folder: string
  /** How the announced secret is kept. */
  seal: Seal
  /** Gets each delivery once its signature is verified. */
  hear: (heard: Heard) => void
  /** Gets the reason for each that is not to be believed. */
  refuse: (reason: string) => void
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '')

/**
 * Listens to an account's events as a subscriber does, at a socket beside the database. Deliveries are
 * answered at once; what becomes of them afterwards is none of the service's business.
 * @returns what withdraws it.
 */
export const startListener = async (options: Options): Promise<{ stop(): Promise<void> }> => {
  const { folder, account, events, secret, seal, hear, refuse } = options
  const id = randomBytes(6).toString('hex')

  const take = async (incoming: IncomingMessage): Promise<number> => {
    const body = (await buffer(incoming)).toString()
    try {
      const event = await verifyWebhook(body, incoming.headers, secret)
      hear({
        event,
        body,
        headers: {
          'Content-Type': 'application/json',
          'X-Webhook-Signature': headerOf(incoming, 'x-webhook-signature'),
          'X-Webhook-Timestamp': headerOf(incoming, 'x-webhook-timestamp'),
          'X-Webhook-Event': event.event,
        },
      })
      return 204
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error))
      return 400
    }
  }

  const server = createServer((incoming, outgoing) => {
    take(incoming).then(
      (status) => outgoing.writeHead(status).end(),
      () => outgoing.destroy(),
    )
  })
  makeListenersFolder(folder)
  await once(server.listen(socketOf(folder, id)), 'listening')
  announce(folder, id, { account, events, secret: seal.seal(secret) })

  return {
    stop: async () => {
      withdraw(folder, id)
      await closeServer(server, 0)
      try {
        rmdirSync(folder)
      } catch {
        // Somebody else listens.
      }
    },
  }
}
