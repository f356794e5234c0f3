import type { Hono } from 'hono'
import { asset } from './asset.ts'
import { docsPolicy } from './docs-policy.ts'
import type { Env } from './env.ts'
import { notFound } from './errors.ts'
import { json, noSniffing } from './respond.ts'

export type Pages = {
  /** The document and what is generated from it to be read or imported, by path. */
  texts: Readonly<Record<string, { type: string; text: string }>>
  /** The reference docs, as one HTML page; undefined if they have not been built. */
  docs: string | undefined
  /** Whether requests can be served: the store answers. */
  ready: () => Promise<boolean>
  /** Draws a product picture, as SVG text; undefined for what cannot be drawn. */
  picture: (file: string) => string | undefined
}

const notBuilt = (): Response =>
  new Response('The docs have not been built. Build them with: npm run docs\n', {
    status: 404,
    headers: { ...noSniffing, 'Content-Type': 'text/plain; charset=utf-8' },
  })

/** Pictures are public and seldom drawn anew; a CDN may take them from here. */
const drawn = {
  'Content-Type': 'image/svg+xml',
  'Cache-Control': 'public, max-age=2592000',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...noSniffing,
}

/** The docs run the scripts that they were built with, and tell no other page where they were read. */
const docsHeaders = (page: string) => ({
  'Content-Security-Policy': docsPolicy(page),
  'Referrer-Policy': 'no-referrer',
})

/** What needs no key and is not counted (design decision 32). */
export const mountPages = (app: Hono<Env>, pages: Pages): void => {
  const { texts, docs, ready, picture } = pages
  app.get(
    '/',
    () => new Response(null, { status: 302, headers: { ...noSniffing, Location: '/docs' } }),
  )
  app.get(
    '/docs',
    docs === undefined ? notBuilt : asset(docs, 'text/html; charset=utf-8', docsHeaders(docs)),
  )
  for (const [path, { type, text }] of Object.entries(texts)) app.get(path, asset(text, type))
  app.get('/cdn/:file', ({ req }) => {
    const svg = picture(req.path.slice('/cdn/'.length))
    return svg === undefined ? json(404, notFound, {}) : new Response(svg, { headers: drawn })
  })
  app.get('/healthz', () => json(200, { status: 'ok' }, {}))
  app.get('/readyz', async () =>
    (await ready()) ? json(200, { status: 'ready' }, {}) : json(503, { status: 'not ready' }, {}),
  )
}
