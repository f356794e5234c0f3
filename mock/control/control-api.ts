import { isIP } from 'node:net'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { readText, UnreadableBody } from '../../generated/bodies.ts'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { type WebhookName, webhooks } from '../../generated/webhooks.ts'
import type { EventTransaction } from '../../server/actions/actions.ts'
import { deliverOrder, returnOrder, shipOrder } from '../../server/actions/order-transitions.ts'
import type { Config } from '../../server/config.ts'
import { type AccountId, type OrderId, toId } from '../../server/domain/ids.ts'
import type { Order } from '../../server/domain/order.ts'
import { isRejection, rejectionText } from '../../server/domain/rejection.ts'
import { maxBodyBytes } from '../../server/http/body-limits.ts'
import type { Env } from '../../server/http/call.ts'
import { clientAddress } from '../../server/http/client-address.ts'
import { allowOrigins } from '../../server/http/cors.ts'
import { InvalidRequest, unknownName } from '../responses/choose-reply.ts'
import { isOperationId, operationGroups } from '../responses/operations.ts'
import { queueRequest } from '../responses/queue-request.ts'
import { depthHeader } from '../session/receivers.ts'
import { isScenario, scenarios } from '../session/scenarios.ts'
import type { Session } from '../session/session.ts'
import { controlPage, logDetails, pageAssets, pageHeaders } from './control-page.ts'

/** The sessions of a mock, as the control API shows them. */
export type SessionList = {
  /** The names of the sessions, without the default one. */
  names(): readonly string[]
  /** Deletes a session. Returns false if there is none. */
  drop(name: string): Promise<boolean>
}

/** Routes `/__mock` to the control API and page, before authentication and the rate limit. */
export const withControlApi = (session: Session, sessions: SessionList): Session['fetch'] => {
  const api = controlRoutes(session, sessions)
  return async (request, env) =>
    isControl(request.url) ? api.fetch(request, env) : session.fetch(request, env)
}

const Advance = z.strictObject({ seconds: z.number().min(0).max(3_153_600_000) })

const Reset = z.strictObject({ receivers: z.boolean().default(false) })

const Receiver = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
  secret: z.string().min(1).optional(),
})

const Subscribers = z.strictObject({ status: z.int().min(100).max(599).nullable() })

/** Creates the control API and page. They need no key, and the rate limit does not count them. */
function controlRoutes(mock: Session, sessions: SessionList) {
  const { queue, receivers, requests, options, events } = mock
  const app = new Hono<Env>().basePath('/__mock')
  const addressOf = clientAddress(options.config.trustedProxies)

  app.use(allowOrigins((origin) => isLoopback(nameOf(origin.replace(/^https?:\/\//, '')) ?? '')))
  app.use(rejectOtherSites(options.config), rejectDeliveries, async (context, next) => {
    await next()
    if (!isRead(context)) events.emit('change')
  })

  app.get('/state', (context) => context.json(mock.state()))

  app.get('/sessions', (context) => context.json(sessions.names()))

  app.delete('/sessions/:name', async (context) => {
    const { name } = context.req.param()
    if (!(await sessions.drop(name))) throw new InvalidRequest(`There is no session ${name}.`)
    return context.json(sessions.names())
  })

  app.post('/reset', async (context) => {
    const text = await readText(context, maxBodyBytes)
    // An empty body keeps nothing.
    const keep = Reset.parse(JSON.parse(text.trim() === '' ? '{}' : text))
    await mock.loadScenario(options.scenario, keep.receivers)
    return context.json(mock.state())
  })

  app.post('/scenarios/:name', async (context) => {
    const { name } = context.req.param()
    if (!isScenario(name)) throw unknownName('scenario', name, Object.keys(scenarios))
    if (!options.stateful)
      throw new InvalidRequest('Scenarios need a stateful mock. Start it with --stateful.')
    await mock.loadScenario(name)
    return context.json(mock.state())
  })

  app.post('/clock', async (context) => {
    mock.advance((await read(context, Advance)).seconds)
    return context.json(mock.state())
  })

  app.post('/rate-limit/exhaust', async (context) => {
    await mock.exhaustRateLimit(addressOf(context))
    return context.json({ message: 'The next requests from this address return 429' })
  })

  app.post('/rate-limit/reset', (context) => {
    mock.resetRateLimit()
    return context.json({ message: 'No request is counted' })
  })

  app.post('/operations/:id', async (context) => {
    const { id } = context.req.param()
    if (id !== 'any' && !isOperationId(id))
      throw unknownName('operation', id, [...operationGroups, 'any'])
    const { fails, status = fails ? 500 : undefined, ...queued } = await read(context, queueRequest)
    queue.add(id, { status, ...queued })
    return context.json(mock.state())
  })

  app.get('/responses', (context) => context.json(queue.all))

  app.delete('/responses/:id', (context) => {
    queue.remove(Number(context.req.param('id')))
    return context.json(queue.all)
  })

  app.post('/orders/:id/:change', async (context) => {
    const { id, change } = context.req.param()
    return context.json(await changeOrder(mock, id, change))
  })

  app.get('/requests', (context) => context.json(requests.entries))

  app.get('/requests/stream', (context) =>
    streamSSE(context, async (stream) => {
      const onRequest = (entry: object) => void stream.writeSSE({ data: JSON.stringify(entry) })
      const onChange = () => void stream.writeSSE({ event: 'change', data: '' })
      const ended = new Promise<void>((resolve) => stream.onAbort(resolve))
      events.on('request', onRequest).on('change', onChange)
      // Tells the client that it receives all requests from now on.
      await stream.writeSSE({ event: 'ready', data: '' })
      await ended
      events.off('request', onRequest).off('change', onChange)
    }),
  )

  app.get('/receivers', (context) => context.json(receivers.all))

  app.post('/receivers', async (context) => {
    const { url, secret } = await read(context, Receiver)
    return context.json(receivers.add(url, secret), 201)
  })

  app.delete('/receivers', (context) => {
    receivers.all = []
    return context.json(receivers.all)
  })

  app.post('/events/:event', async (context) => {
    const { event } = context.req.param()
    if (!isEvent(event)) throw unknownName('event', event, Object.keys(webhooks))
    if (receivers.all.length === 0)
      throw new InvalidRequest(
        'No receiver is registered. POST { "url": … } to /__mock/receivers first.',
      )
    return context.json(await receivers.send(event, webhookExamples[event]))
  })

  app.get('/deliveries', async (context) => {
    await receivers.settled()
    return context.json(receivers.deliveries)
  })

  app.delete('/deliveries', (context) => {
    receivers.deliveries = []
    return context.json(receivers.deliveries)
  })

  app.post('/subscribers', async (context) => {
    receivers.subscribersStatus = (await read(context, Subscribers)).status
    return context.json({ status: receivers.subscribersStatus })
  })

  app.get('/', (context) => context.redirect(`${pathOf(options.config)}/__mock/`))

  // In Hono, this is the base path with a trailing slash.
  app.get('', async (context) =>
    context.html(await controlPage(mock, sessions.names(), context.req.query()), 200, pageHeaders),
  )

  app.get('/page/:log/:number', async (context) => {
    const { log, number } = context.req.param()
    const details = await logDetails(mock, log, Number(number))
    return details ? context.html(details, 200, pageHeaders) : context.notFound()
  })

  app.get('/page/:name', (context) => {
    const asset = pageAssets.get(context.req.param('name'))
    if (!asset) return context.notFound()
    return context.body(asset.text, 200, { ...pageHeaders, 'Content-Type': asset.contentType })
  })

  app.notFound((context) =>
    context.json({ message: 'Not found. The mock’s page is at /__mock/.' }, 404),
  )
  app.onError((error, context) => {
    if (error instanceof z.ZodError) return context.json({ message: z.prettifyError(error) }, 400)
    if (error instanceof HTTPException)
      return context.json({ message: error.message }, error.status)
    if (error instanceof UnreadableBody)
      return context.json({ message: `The body ${error.message}` }, error.status)
    if (error instanceof InvalidRequest) return context.json({ message: error.message }, 400)
    if (error instanceof SyntaxError) return context.json({ message: 'The body must be JSON' }, 400)
    options.log.error(error, 'The control API failed')
    return context.json({ message: 'Internal server error' }, 500)
  })
  return app
}

/**
 * Rejects requests that only a page of another site can cause. Such a page can read the request log
 * if its host name resolves to this machine (DNS rebinding), and can send forms to any host.
 */
function rejectOtherSites(config: Config): MiddlewareHandler<Env> {
  const isOwn = isOwnHost(config)
  return async (context, next) => {
    const host = hostOf(context)
    // Browsers always send the header.
    if (host !== undefined && !isOwn(host))
      throw new HTTPException(403, {
        message: `The control API rejects the host ${host}. Use ${config.baseUrl}/__mock/, or start the mock with BASE_URL=http://${host}.`,
      })
    const origin = context.req.header('origin')
    // To browsers, a page of 127.0.0.1 is another site than one of localhost.
    const isForeign =
      origin === undefined
        ? context.req.header('sec-fetch-site') === 'cross-site'
        : !isOwn(origin.replace(/^https?:\/\//, ''))
    if (isForeign && !isRead(context))
      throw new HTTPException(403, {
        message: 'Requests from other sites are rejected. Use the mock’s own page at /__mock/.',
      })
    return next()
  }
}

/**
 * Returns a function that checks whether a host, with or without a port, is this machine's: a
 * loopback name, or one of HOST and BASE_URL. If HOST is every address of the machine, so is every
 * IP address: only names can be made to resolve to it.
 */
export const isOwnHost = ({ host, baseUrl }: Config): ((host: string) => boolean) => {
  const listensEverywhere = host === '0.0.0.0' || host === '::'
  const named = [host.includes(':') ? `[${host}]` : host, new URL(baseUrl).host].map(nameOf)
  return (given) => {
    const name = nameOf(given)
    if (name === undefined || name === '') return false
    return isLoopback(name) || named.includes(name) || (listensEverywhere && isAddress(name))
  }
}

/** Returns the host name in its canonical form, without the port; undefined for anything else. */
function nameOf(host: string): string | undefined {
  return /[/?#@\\]/.test(host)
    ? undefined
    : URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '')
}

function isLoopback(name: string): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(name)
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/** Returns the `Host` header. The server replaces it before the app sees the request. */
function hostOf({ env, req }: Context<Env>): string | undefined {
  const raw = env?.incoming?.rawHeaders
  if (!raw) return req.header('host')
  const index = raw.findIndex((each, i) => i % 2 === 0 && each.toLowerCase() === 'host')
  return index < 0 ? undefined : raw[index + 1]
}

function isRead({ req }: Context<Env>): boolean {
  return req.method === 'GET' || req.method === 'HEAD'
}

/** Rejects deliveries of a mock. A receiver that is a mock would otherwise cause further deliveries. */
const rejectDeliveries: MiddlewareHandler<Env> = (context, next) => {
  if (context.req.header(depthHeader) === undefined) return next()
  throw new HTTPException(508, {
    message: `This request is a delivery of a mock: it has the header ${depthHeader}. Register a receiver that is not a mock.`,
  })
}

/**
 * Reads a JSON body of at most 256 KiB.
 * @throws {UnreadableBody} if it cannot be read. @throws {SyntaxError} if it is not JSON.
 * @throws {z.ZodError} if it does not match.
 */
async function read<Schema extends z.ZodType>(
  context: Context<Env>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(JSON.parse(await readText(context, maxBodyBytes)))
}

const changes = {
  ship: (transaction: EventTransaction, account: AccountId, id: OrderId, now: number) =>
    shipOrder(transaction, account, id, shipment, now),
  deliver: deliverOrder,
  return: returnOrder,
}

async function changeOrder(mock: Session, id: string, name: string): Promise<Order> {
  if (!isChange(name)) throw unknownName('change', name, Object.keys(changes))
  const { data } = mock.backend()
  if (!data) throw new InvalidRequest('Orders need a stateful mock. Start it with --stateful.')
  const order = await data.actions
    .as({ name: 'mock' })
    .run((transaction) => changes[name](transaction, data.account, toId('ord', id), mock.clock()))
  if (isRejection(order)) throw new InvalidRequest(rejectionText(order))
  return order
}

function isChange(name: string): name is keyof typeof changes {
  return Object.hasOwn(changes, name)
}

function isEvent(name: string): name is WebhookName {
  return Object.hasOwn(webhooks, name)
}

/** Returns the path of a session's URL; empty for the default session. */
function pathOf({ baseUrl }: Config): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '')
}

function isControl(url: string): boolean {
  return /^\/__mock(\/|$)/.test(new URL(url).pathname)
}

const shipment = { trackingNumber: '1Z999AA10123456784', carrierCode: 'ups' }
