import type { Hono } from 'hono'
import type { Env } from './env.ts'
import { json } from './respond.ts'

export type Pages = {
  /** The document, as JSON text. */
  openapi: string
  /** The reference docs, as one HTML page; undefined if they have not been built. */
  docs: string | undefined
  /** Whether requests can be served: the store answers. */
  ready: () => Promise<boolean>
}

const html = { 'Content-Type': 'text/html; charset=utf-8' }

/** What needs no key and is not counted (design decision 32). */
export const mountPages = (app: Hono<Env>, { openapi, docs, ready }: Pages): void => {
  app.get('/', (context) => context.redirect('/docs'))
  app.get('/docs', () =>
    docs === undefined
      ? new Response('The docs have not been built. Build them with: npm run docs\n', {
          status: 404,
          headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        })
      : new Response(docs, { headers: html }),
  )
  app.get(
    '/openapi.json',
    () => new Response(openapi, { headers: { 'Content-Type': 'application/json' } }),
  )
  app.get('/healthz', () => json(200, { status: 'ok' }, {}))
  app.get('/readyz', async () =>
    (await ready()) ? json(200, { status: 'ready' }, {}) : json(503, { status: 'not ready' }, {}),
  )
}
