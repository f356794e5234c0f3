import { type Handler, Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Env } from './call.ts'
import { allowOrigins } from './cors.ts'
import { createEdge, type EdgeOptions } from './edge.ts'
import { type MountOptions, mountOperations } from './mount-operations.ts'
import { internalServerError, json, noSniffing, notFound } from './respond.ts'

/**
 * Registers middleware and routes on the app, in Hono's own way: `app.use()`, `app.get()`,
 * `app.route()`. They come before the edge: they need no key and are not rate-limited.
 */
export type ExtendApp = (app: Hono<Env>) => void

type AppOptions = EdgeOptions &
  Omit<MountOptions, 'protect'> & {
    /** Runs before anything else is mounted, so that middleware sees every request. */
    extend?: ExtendApp | undefined
    pages: Pages
    /** Origins whose pages may call the API. Default: none. */
    corsOrigins?: readonly string[]
    /** Sites for people. They need no key. */
    sites?: readonly ((app: Hono<Env>) => void)[]
  }

/**
 * Builds the HTTP app. Pages and sites need no key; everything else passes the edge first, so an
 * unknown path without a key returns 401, not 404.
 * @example
 * const app = buildApp({ ...edge, operations, pages, strict: false })
 * const response = await app.request('/v1/products/list', { headers: { authorization: `Bearer ${key}` } })
 */
export const buildApp = (options: AppOptions): Hono<Env> => {
  const app = new Hono<Env>({ getPath: normalPath })
  const { corsOrigins = [], sites = [] } = options
  const protect = createEdge(options)
  options.extend?.(app)
  if (corsOrigins.length > 0)
    app.use(
      '/v1/*',
      allowOrigins((origin) => corsOrigins.includes(origin)),
    )
  mountPages(app, options.pages)
  for (const mountSite of sites) mountSite(app)
  mountOperations(app, { ...options, protect })
  app.notFound(protect((_, __, headers) => json(404, notFound, headers)))
  app.onError((error, context) => {
    options.onFault(context, error)
    return json(500, internalServerError, {})
  })
  return app
}

/**
 * A dot segment, a backslash, or an escaped character that needs no escape (RFC 3986 §6.2.2): a proxy that compares
 * prefixes of paths reads another path than a router does.
 */
const notNormal = /^[^?#]*(?:\/\.{1,2}(?![^/?#])|\\|%(?:2[de]|3\d|[46][1-9a-f]|5[\daf]|7[\dae]))/i

/** Returns the path to route; empty, which is no route, for a path that is not in its normal form. */
const normalPath: typeof getPath = (request, options?: { env?: Env['Bindings'] }) =>
  notNormal.test(options?.env?.incoming?.url ?? request.url) ? '' : getPath(request)

type Pages = {
  /** Handlers of the docs, the document and the files generated from it, by path. */
  texts: Readonly<Record<string, Handler<Env>>>
  /** The path of the docs for clients, which has that of the proxy. */
  docs: string
  /** Returns whether the store works and the server is not stopping. */
  ready: () => Promise<boolean>
  /** Returns a product picture as SVG; undefined for an unknown file name. */
  picture: (file: string) => string | undefined
}

/** A CDN may use this server as its origin, so pictures may be cached and used by other sites. */
const pictureHeaders = {
  'Content-Type': 'image/svg+xml',
  'Cache-Control': 'public, max-age=2592000',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...noSniffing,
}

/** Mounts the pages that need no key and are not rate-limited (design decision 32). */
function mountPages(app: Hono<Env>, { texts, docs, ready, picture }: Pages): void {
  const toDocs = { ...noSniffing, Location: docs }
  for (const path of ['/', '/docs/'])
    app.get(path, () => new Response(null, { status: 302, headers: toDocs }))
  for (const [path, serve] of Object.entries(texts)) app.get(path, serve)
  app.get('/cdn/:file', ({ req }) => {
    const svg = picture(req.path.slice('/cdn/'.length))
    return svg === undefined
      ? json(404, notFound, {})
      : new Response(svg, { headers: pictureHeaders })
  })
  app.get('/healthz', () => json(200, { status: 'ok' }, {}))
  app.get('/readyz', async () =>
    (await ready()) ? json(200, { status: 'ready' }, {}) : json(503, { status: 'not ready' }, {}),
  )
}
