import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook } from 'merch-fulfillment-client/webhooks'

/** Creates a server that receives webhooks. @param onEvent gets each event whose signature is valid */
export const createReceiver = (secret: string, onEvent: (event: string) => void): Server =>
  createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    try {
      const { event } = await verifyWebhook(
        await buffer(request),
        new Headers(Object.fromEntries(headers)),
        secret,
      )
      response.writeHead(204).end()
      onEvent(event)
    } catch {
      response.writeHead(400).end()
    }
  })
