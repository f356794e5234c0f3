import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Received, Sent } from '../../testkit/http.ts'
import type { World } from './world/world.ts'

/** A client with an address of its own. It reuses its connections. */
export class Client {
  readonly address: string
  readonly #agent = new Agent({ keepAlive: true })

  constructor(address: string, { network }: World) {
    this.address = address
    Object.assign(this.#agent, { createConnection: () => network.connect(address) })
  }

  /** Sends a request. Returns undefined when the connection closes before the response. */
  send({ method = 'GET', path, headers = {}, body }: Sent): Promise<Received | undefined> {
    return new Promise((resolve) => {
      const lost = () => resolve(undefined)
      const outgoing = request(
        { agent: this.#agent, method, path, host: 'server.test' },
        (incoming) => {
          const { statusCode = 0, headers } = incoming
          text(incoming).then(
            (received) => resolve({ status: statusCode, headers, text: received }),
            lost,
          )
        },
      )
      outgoing.on('error', lost)
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined) outgoing.setHeader(name, value)
      if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body))
      outgoing.end(body)
    })
  }

  /** Closes its connections. */
  close(): void {
    this.#agent.destroy()
  }
}
