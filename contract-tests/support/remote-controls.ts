import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { MissingFixture } from './fixtures.ts'
import { send, serve } from './http.ts'
import { type Delivered, type Running, type Server, SuiteError } from './server.ts'

/**
 * Adds the controls at a URL to a server. `controls/openapi.yaml` describes them.
 * @throws {SuiteError} when they do not respond.
 */
export const withRemoteControls = async (server: Running, url: string): Promise<Running> => {
  const receiver = await startReceiver()
  const call = async (name: string, given: object = {}): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', path: `/${name}`, headers, body: JSON.stringify(given) }
    const { status, text: body } = await send(url, request).catch((error: unknown) => {
      throw new SuiteError(`The controls at ${url} do not respond to ${name}: ${error}`)
    })
    if (status === 404 || status === 501) throw new MissingFixture(`there is no control ${name}`)
    if (status >= 300) throw new SuiteError(`The control ${name} failed with ${status}: ${body}`)
    return body === '' ? undefined : JSON.parse(body)
  }
  const order = (name: string) => async (orderId: string) => {
    await call(name, { orderId })
  }
  const controls: Server['controls'] = {
    ...server.controls,
    ...Keys.parse(await call('start', { receiver: receiver.url })),
    advance: async (seconds) => {
      await call('advance', { seconds })
    },
    failNext: async (operationId) => {
      await call('fail-next', { operationId })
    },
    ship: order('ship'),
    deliver: order('deliver'),
    returnOrder: order('return'),
    subscribersAnswer: async (status) => receiver.answer(status),
    deliveries: async () => {
      await call('settle')
      return receiver.take()
    },
    records: async () => {
      // Without it, the law compares the lists alone.
      const none = (error: unknown) => {
        if (error instanceof MissingFixture) return { ids: [] }
        throw error
      }
      return Records.parse(await call('records').catch(none)).ids
    },
    fresh: async (rateLimit) => {
      const { controls: its, ...fresh } = Fresh.parse(await call('fresh', { rateLimit }))
      const stop = async () => {
        // A server may close the connection before it responds.
        await send(its, { method: 'POST', path: '/stop' }).catch(() => {})
      }
      return withRemoteControls({ ...fresh, stop }, its)
    },
  }
  return {
    ...server,
    controls,
    stop: async () => {
      await receiver.stop()
      await server.stop()
    },
  }
}

const Keys = z
  .object({
    otherKey: z.string(),
    emptyKey: z.string(),
    revokedKey: z.string(),
    deactivatedKey: z.string(),
  })
  .partial()

const Records = z.object({ ids: z.array(z.string()) })

const Fresh = z.object({ url: z.string(), key: z.string(), controls: z.string() })

/** Starts a server that stands for all subscribers, and records deliveries. */
async function startReceiver() {
  let status: number | null = 200
  let received: Delivered[] = []
  const { url, stop } = await serve(async (incoming, outgoing) => {
    const { searchParams } = new URL(incoming.url ?? '', 'http://receiver')
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, `${value}`])
    const body = await text(incoming)
    received.push({
      url: searchParams.get('url') ?? '',
      headers: Object.fromEntries(headers),
      body,
    })
    if (status === null) return incoming.socket.destroy()
    // A sender could use an idle connection while it is closed.
    outgoing.shouldKeepAlive = false
    // A sender that follows the redirect sends a second delivery.
    return outgoing.writeHead(status, { location: incoming.url ?? '/' }).end()
  })
  return {
    url: `${url}/`,
    answer: (given: number | null) => {
      status = given
    },
    take: () => {
      const taken = received
      received = []
      return taken
    },
    stop,
  }
}
