import { Hono } from 'hono'
import { mountPages, type Pages } from '../pages/pages.ts'
import { createEdge, type EdgeOptions } from './edge.ts'
import type { Env } from './env.ts'
import { internalServerError, malformedPath, notFound } from './errors.ts'
import { type MountOptions, mount } from './mount.ts'
import { json } from './respond.ts'
import { keepPath } from './route-of.ts'
import { FirstMatchRouter } from './router.ts'

export type AppOptions = EdgeOptions &
  Omit<MountOptions, 'guard'> & {
    pages: Pages
    /** What else stands in the open: pages for people. */
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
 * The whole HTTP surface. Pages stand in the open; everything else passes the edge first, so that an
 * unknown path without a key is a 401, not a 404.
 */
export const buildApp = (options: AppOptions): Hono<Env> => {
  const app = new Hono<Env>({ router: new FirstMatchRouter(), getPath: keepPath })
  const guard = createEdge(options)
  mountPages(app, options.pages)
  for (const mountSite of options.sites ?? []) mountSite(app)
  mount(app, { ...options, guard })
  app.notFound(async (context) => {
    const answer = guard(({ req }, _, headers) =>
      isDecodable(req.path) ? json(404, notFound, headers) : json(400, malformedPath, headers),
    )
    const response = await answer(context, async () => {})
    return response ?? json(404, notFound, {})
  })
  app.onError((error, context) => {
    options.onFault(context, error)
    return json(500, internalServerError, {})
  })
  return app
}
