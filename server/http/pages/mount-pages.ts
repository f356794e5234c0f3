import type { Handler, Hono } from 'hono'
import type { Env } from '../api/env.ts'
import { notFound } from '../api/errors.ts'
import { json, noSniffing } from '../api/respond.ts'

export type Pages = {
  /** What serves the docs, the document and what is generated from it, by path. */
  texts: Readonly<Record<string, Handler<Env>>>
  /** Whether requests are to be sent here: the store answers, and nobody is stopping the server. */
  ready: () => Promise<boolean>
  /** Draws a product picture, as SVG text; undefined for what cannot be drawn. */
  picture: (file: string) => string | undefined
}

/** Pictures are public and seldom drawn anew; a CDN may take them from here. */
const pictureHeaders = {
  'Content-Type': 'image/svg+xml',
  'Cache-Control': 'public, max-age=2592000',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...noSniffing,
}

/** What needs no key and is not counted (design decision 32). */
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
