import type { Handler, Hono } from 'hono'
import type { Env } from '../kit/env.ts'
import { json, noSniffing, notFound } from '../kit/respond.ts'

export type Pages = {
  /** Handlers of the docs, the document and the files generated from it, by path. */
  texts: Readonly<Record<string, Handler<Env>>>
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
export const mountPages = (app: Hono<Env>, pages: Pages): void => {
  const { texts, ready, picture } = pages
  app.get(
    '/',
    () => new Response(null, { status: 302, headers: { ...noSniffing, Location: '/docs' } }),
  )
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
