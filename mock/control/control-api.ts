import { isIP } from 'node:net'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { readText, UnreadableBody } from '../../generated/bodies.ts'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { type WebhookName, webhooks } from '../../generated/webhooks.ts'
import type { Config } from '../../server/config.ts'
import { isRejection, rejectionText } from '../../server/domain/rejection.ts'
import type { Env } from '../../server/http/call.ts'
import { clientAddress } from '../../server/http/client-address.ts'
import { allowOrigins } from '../../server/http/cors.ts'
import { maxBodyBytes } from '../../server/http/mount-operations.ts'
import { InvalidRequest, unknownName } from '../responses/choose-reply.ts'
import { isOperationId, operationGroups } from '../responses/operations.ts'
import { queueRequest, strictObject } from '../responses/queue-request.ts'
import { changeOrder } from '../session/change-order.ts'
import { depthHeader } from '../session/receivers.ts'
import { isScenario, scenarios } from '../session/scenarios.ts'
import type { Session } from '../session/session.ts'
import type { LoggedRequest } from '../types.ts'
import { controlPage, logDetails, pageAssets, pageHeaders } from './control-page.ts'

/** The sessions of a mock, as the control API shows them. */
export type SessionList = {
  /** The names of the sessions, without the default one. */
  names(): readonly string[]
  /** Deletes a session. Returns false if there is none. */
  drop(name: string): Promise<boolean>
}

export type ControlEnv = { Bindings: Env['Bindings'] & { session: Session; sessions: SessionList } }

/** Creates the control API and page. They need no key, and the rate limit does not count them. */
export const createControlApi = (): Hono<ControlEnv> =>
  new Hono<ControlEnv>()
    .basePath('/__mock')
    .use(allowOrigins((origin) => isLoopback(nameOf(origin.replace(/^https?:\/\//, '')) ?? '')))
    .use(rejectOtherSites, rejectDeliveries, async (context, next) => {
      await next()
      if (!isRead(context)) context.env.session.events.emit('change')
    })
    .get('/', ({ env, redirect }) => redirect(`${pathOf(env.session)}/__mock/`))
    // In Hono, this is the base path with a trailing slash.
    .get('', async ({ env: { session, sessions }, req, html }) =>
      html(await controlPage(session, sessions.names(), req.query()), 200, pageHeaders),
    )
    .route('/', controlRoutes())
    .route('/', pageRoutes())
    .notFound((context) =>
      context.json({ message: 'Not found. The mock’s page is at /__mock/.' }, 404),
    )
    .onError((error, context) => {
      const rejected = rejectedCall(error)
      if (rejected) return context.json({ message: rejected.message }, rejected.status)
      context.env.session.options.log.error(error, 'The control API failed')
      return context.json({ message: 'Internal server error' }, 500)
    })

/** The routes of the API. Other methods of their paths are rejected with 405. */
const controlRoutes = () => {
  const app = new Hono<ControlEnv>()
    .route('/', sessionRoutes())
    .route('/', responseRoutes())
    .route('/', requestRoutes())
    .route('/', deliveryRoutes())
  const methods = new Map<string, string[]>()
  for (const { path, method } of app.routes)
    methods.set(path, [
      ...(methods.get(path) ?? []),
      ...(method === 'GET' ? ['GET', 'HEAD'] : [method]),
    ])
  for (const [path, allowed] of methods)
    app.all(path, ({ req, json }) => {
      const Allow = allowed.join(', ')
      return json({ message: `${req.method} is not allowed here. Use ${Allow}.` }, 405, { Allow })
    })
  return app
}

const Clock = strictObject({
  seconds: z.number().min(0).max(3_153_600_000).optional(),
  time: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2027-01-31T09:00:00Z' })
    .optional(),
}).refine(({ seconds, time }) => (seconds === undefined) !== (time === undefined), {
  error: 'Give seconds or a time.',
})

const Change = z.enum(['ship', 'deliver', 'return'])

const Reset = strictObject({ receivers: z.boolean().default(false) })

const sessionRoutes = () =>
  new Hono<ControlEnv>()
    .get('/state', ({ env, json }) => json(env.session.state()))

    .get('/sessions', ({ env, json }) => json(env.sessions.names()))

    .delete('/sessions/:name', async ({ env: { sessions }, req, json }) => {
      const { name } = req.param()
      if (!(await sessions.drop(name))) throw new InvalidRequest(`There is no session ${name}.`)
      return json(sessions.names())
    })

    .post('/reset', async (context) => {
      const { session } = context.env
      const text = await readText(context, maxBodyBytes)
      // An empty body keeps nothing.
      const keep = Reset.parse(JSON.parse(text.trim() === '' ? '{}' : text))
      await session.loadScenario(session.options.scenario, keep.receivers)
      return context.json(session.state())
    })

    .post('/scenarios/:name', async ({ env: { session }, req, json }) => {
      const { name } = req.param()
      if (!isScenario(name)) throw unknownName('scenario', name, Object.keys(scenarios))
      if (!session.options.stateful)
        throw new InvalidRequest('Scenarios need a stateful mock. Start it with --stateful.')
      await session.loadScenario(name)
      return json(session.state())
    })

    .post('/snapshots/:name', async ({ env: { session }, req, json }) => {
      await session.takeSnapshot(req.param('name'))
      return json(session.state())
    })

    .post('/snapshots/:name/restore', async ({ env: { session }, req, json }) => {
      await session.restoreSnapshot(req.param('name'))
      return json(session.state())
    })

    .post('/clock', async (context) => {
      const { session } = context.env
      const { seconds = 0, time } = await read(context, Clock)
      session.advance(time === undefined ? seconds : (Date.parse(time) - session.clock()) / 1000)
      return context.json(session.state())
    })

    .post('/rate-limit/exhaust', async (context) => {
      const { session } = context.env
      const { trustedProxies } = session.options.config
      await session.exhaustRateLimit(clientAddress(trustedProxies)(context))
      return context.json({ message: 'The next requests from this address return 429' })
    })

    .post('/rate-limit/reset', ({ env, json }) => {
      env.session.resetRateLimit()
      return json({ message: 'No request is counted' })
    })

    .post('/orders/:id/:change', async ({ env: { session }, req, json }) => {
      const { id, change: name } = req.param()
      const { data: change } = Change.safeParse(name)
      if (!change) throw unknownName('change', name, Change.options)
      const { data } = session.backend
      if (!data) throw new InvalidRequest('Orders need a stateful mock. Start it with --stateful.')
      const order = await changeOrder(data.actions, data.account, id, change, session.clock())
      if (isRejection(order)) throw new InvalidRequest(rejectionText(order))
      return json(order)
    })

const responseRoutes = () =>
  new Hono<ControlEnv>()
    .post('/operations/:id', async (context) => {
      const { session } = context.env
      const { id } = context.req.param()
      if (id !== 'any' && !isOperationId(id))
        throw unknownName('operation', id, [...operationGroups, 'any'])
      session.queue.add(id, await read(context, queueRequest))
      if (session.queue.willDrop) session.options.closeIdleConnections()
      return context.json(session.state())
    })

    .get('/responses', ({ env, json }) => json(env.session.queue.all))

    .delete('/responses/:id', ({ env, req, json }) => {
      const { queue } = env.session
      queue.remove(req.param('id'))
      return json(queue.all)
    })

const Filter = strictObject({
  operation: z.enum(operationGroups).optional(),
  method: z.string().optional(),
  status: z.coerce.number().int().optional(),
})

const requestRoutes = () =>
  new Hono<ControlEnv>()
    .get('/requests', ({ env, req, json }) => {
      const { operation, method, status } = Filter.parse(req.query())
      const isShown = (entry: LoggedRequest) =>
        (operation === undefined || entry.operation === operation) &&
        (method === undefined || entry.method === method.toUpperCase()) &&
        (status === undefined || entry.status === status)
      return json(env.session.requests.entries.filter(isShown))
    })

    .delete('/requests', ({ env, json }) => {
      env.session.requests.entries = []
      return json([])
    })

    .get('/requests/stream', (context) => {
      const { events } = context.env.session
      return streamSSE(context, async (stream) => {
        const onRequest = (entry: object) => void stream.writeSSE({ data: JSON.stringify(entry) })
        const onChange = () => void stream.writeSSE({ event: 'change', data: '' })
        const ended = new Promise<void>((resolve) => stream.onAbort(resolve))
        events.on('request', onRequest).on('change', onChange)
        // Tells the client that it receives all requests from now on.
        await stream.writeSSE({ event: 'ready', data: '' })
        await ended
        events.off('request', onRequest).off('change', onChange)
      })
    })

const Receiver = strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
  secret: z.string().min(1).optional(),
})

const Subscribers = strictObject({ status: z.int().min(100).max(599).nullable() })

const deliveryRoutes = () =>
  new Hono<ControlEnv>()
    .get('/receivers', ({ env, json }) => json(env.session.receivers.all))

    .post('/receivers', async (context) => {
      const { url, secret } = await read(context, Receiver)
      return context.json(context.env.session.receivers.add(url, secret), 201)
    })

    .delete('/receivers', ({ env, json }) => {
      env.session.receivers.all = []
      return json([])
    })

    .post('/events/:event', async ({ env, req, json }) => {
      const { receivers } = env.session
      const { event } = req.param()
      if (!isEvent(event)) throw unknownName('event', event, Object.keys(webhooks))
      if (receivers.all.length === 0)
        throw new InvalidRequest(
          'No receiver is registered. POST { "url": … } to /__mock/receivers first.',
        )
      return json(await receivers.send(event, webhookExamples[event]))
    })

    .get('/deliveries', async ({ env, json }) => {
      const { receivers } = env.session
      await receivers.settled()
      return json(receivers.deliveries)
    })

    .delete('/deliveries', ({ env, json }) => {
      env.session.receivers.deliveries = []
      return json([])
    })

    .post('/subscribers', async (context) => {
      const { status } = await read(context, Subscribers)
      context.env.session.receivers.subscribersStatus = status
      return context.json({ status })
    })

const pageRoutes = () =>
  new Hono<ControlEnv>()
    .get('/page/:log/:number', async (context) => {
      const { log, number } = context.req.param()
      const details = await logDetails(context.env.session, log, Number(number))
      return details ? context.html(details, 200, pageHeaders) : context.notFound()
    })

    .get('/page/:name', (context) => {
      const asset = pageAssets.get(context.req.param('name'))
      if (!asset) return context.notFound()
      return context.body(asset.text, 200, { ...pageHeaders, 'Content-Type': asset.contentType })
    })

/** Returns status code and message for a call that is rejected; undefined for a fault. */
function rejectedCall(error: Error) {
  if (error instanceof HTTPException) return error
  if (error instanceof z.ZodError) return { status: 400, message: z.prettifyError(error) } as const
  if (error instanceof UnreadableBody)
    return { status: error.status, message: `The body ${error.message}` }
  if (error instanceof InvalidRequest) return { status: 400, message: error.message } as const
  if (error instanceof SyntaxError)
    return { status: 400, message: 'The body must be JSON' } as const
  return undefined
}

/**
 * Rejects requests that only a page of another site can cause. Such a page can read the request log
 * if its host name resolves to this machine (DNS rebinding), and can send forms to any host.
 */
const rejectOtherSites: MiddlewareHandler<ControlEnv> = async (context, next) => {
  const { config } = context.env.session.options
  const isOwn = isOwnHost(config)
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
function hostOf({ env, req }: Context<ControlEnv>): string | undefined {
  const raw = env?.incoming?.rawHeaders
  if (!raw) return req.header('host')
  const index = raw.findIndex((each, i) => i % 2 === 0 && each.toLowerCase() === 'host')
  return index < 0 ? undefined : raw[index + 1]
}

function isRead({ req }: Context<ControlEnv>): boolean {
  return req.method === 'GET' || req.method === 'HEAD'
}

/** Rejects deliveries of a mock. A receiver that is a mock would otherwise cause further deliveries. */
const rejectDeliveries: MiddlewareHandler<ControlEnv> = (context, next) => {
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
  context: Context<ControlEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(JSON.parse(await readText(context, maxBodyBytes)))
}

function isEvent(name: string): name is WebhookName {
  return Object.hasOwn(webhooks, name)
}

/** Returns the path of a session's URL; empty for the default session. */
function pathOf({ options }: Session): string {
  return new URL(options.config.baseUrl).pathname.replace(/\/$/, '')
}
