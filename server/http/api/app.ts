import { Hono } from 'hono'
import type { Env } from '../kit/env.ts'
import { internalServerError, json, malformedPath, notFound } from '../kit/respond.ts'
import { FinalHandlerRouter, rememberPath } from '../kit/router.ts'
import { mountPages, type Pages } from '../pages/mount-pages.ts'
import { allowOrigins } from './cors.ts'
import { createEdge, type EdgeOptions } from './edge.ts'
import { type MountOptions, mountOperations } from './mount-operations.ts'

/**
 * Registers middleware and routes on the app, in Hono's own way: `app.use()`, `app.get()`,
 * `app.route()`. They come before the edge: they need no key and are not rate-limited.
 */
export type ExtendApp = (app: Hono<Env>) => void

export type AppOptions = EdgeOptions &
  Omit<MountOptions, 'protect'> & {
    /** Runs before anything else is mounted, so that middleware sees every request. */
    extend?: ExtendApp | undefined
    pages: Pages
    /** Origins whose pages may call the API. Default: none. */
    corsOrigins?: readonly string[]
    /** Sites for people. They need no key. */
    sites?: readonly ((app: Hono<Env>) => void)[]
  }

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Builds the HTTP app. Pages and sites need no key; everything else passes the edge first, so an
 * unknown path without a key returns 401, not 404.
 */
export const buildApp = (options: AppOptions): Hono<Env> => {
  const app = new Hono<Env>({ router: new FinalHandlerRouter(), getPath: rememberPath })
  const protect = createEdge(options)
  options.extend?.(app)
  const { corsOrigins = [] } = options
  if (corsOrigins.length > 0) app.use('/v1/*', allowOrigins(corsOrigins))
  mountPages(app, options.pages)
  for (const mountSite of options.sites ?? []) mountSite(app)
  mountOperations(app, { ...options, protect })
  const unknownPath = protect(({ req }, _, headers) =>
    isDecodable(req.path) ? json(404, notFound, headers) : json(400, malformedPath, headers),
  )
  app.notFound(unknownPath)
  app.onError((error, context) => {
    options.onFault(context, error)
    return json(500, internalServerError, {})
  })
  return app
}
