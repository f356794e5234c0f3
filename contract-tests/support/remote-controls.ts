import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { MissingFixture } from './fixtures.ts'
import { jsonOrText, send, serve } from './http.ts'
import { type Delivered, type Running, type Server, SuiteError } from './server.ts'

/** The seconds to wait for a control. One may start a server, or wait for deliveries of 10 seconds. */
export const controlTimeout = 60

/**
 * Adds the controls at a URL to a server. `controls/openapi.yaml` describes them.
 * @param timeout the seconds to wait for each of them.
 * @throws {SuiteError} when they do not respond.
 */
export const withRemoteControls = async (
  server: Running,
  url: string,
  timeout = controlTimeout,
): Promise<Running> => {
  const receiver = await startReceiver()
  const call = async <Body>(
    name: string,
    given: object,
    schema: z.ZodType<Body>,
  ): Promise<Body> => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', path: `/${name}`, headers, body: JSON.stringify(given) }
    const signal = AbortSignal.timeout(timeout * 1000)
    const { status, text: body } = await send(url, request, { signal }).catch((error: unknown) => {
      const reason = signal.aborted ? `no response within ${timeout} s` : error
      throw new SuiteError(`The controls at ${url} do not respond to ${name}: ${reason}`)
    })
    if (status === 404 || status === 501) throw new MissingFixture(`there is no control ${name}`)
    if (status >= 300) throw new SuiteError(`The control ${name} failed with ${status}: ${body}`)
    const { data, error } = schema.safeParse(jsonOrText(body))
    if (!error) return data
    throw new SuiteError(`The control ${name} responds otherwise: ${z.prettifyError(error)}`)
  }
  const change = async (name: string, given: object): Promise<void> => {
    await call(name, given, z.unknown())
  }
  const keys = await call('start', { receiver: receiver.url }, Keys).catch(
    async (error: unknown) => {
      await receiver.stop()
      throw error instanceof MissingFixture ? new SuiteError(`${url}: ${error.message}`) : error
    },
  )
  const controls: Server['controls'] = {
    ...server.controls,
    ...keys,
    advance: (seconds) => change('advance', { seconds }),
    failNext: (operationId) => change('fail-next', { operationId }),
    ship: (orderId) => change('ship', { orderId }),
    deliver: (orderId) => change('deliver', { orderId }),
    returnOrder: (orderId) => change('return', { orderId }),
    subscribersAnswer: async (status) => receiver.answer(status),
    deliveries: async () => {
      await change('settle', {})
      return receiver.take()
    },
    records: async () => {
      // Without it, the law compares the lists alone.
      const none = (error: unknown) => {
        if (error instanceof MissingFixture) return { ids: [] }
        throw error
      }
      return (await call('records', {}, Records).catch(none)).ids
    },
    fresh: async (rateLimit) => {
      const { controls: its, ...fresh } = await call('fresh', { rateLimit }, Fresh)
      const stop = async () => {
        // A server may close the connection before it responds.
        const signal = AbortSignal.timeout(timeout * 1000)
        await send(its, { method: 'POST', path: '/stop' }, { signal }).catch(() => {})
      }
      return withRemoteControls({ ...fresh, stop }, its, timeout)
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
