import type { Hono } from 'hono'
import type { Env } from '../../../server/http/api/env.ts'
import { readAssets } from './assets.ts'
import { mockPage } from './page.ts'
import type { State } from './state.ts'

/** The page loads what it is made of and asks this mock, and nobody else. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    ...['script', 'style', 'connect', 'img'].map((each) => `${each}-src 'self'`),
    ...['base-uri', 'form-action', 'frame-ancestors'].map((each) => `${each} 'none'`),
    // The browser itself refuses to read text as HTML.
    "require-trusted-types-for 'script'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** The mock's own page at `/__mock/`, with its scripts and style. */
export const pageRoutes = (app: Hono<Env>, state: () => State): void => {
  const assets = readAssets()

  app.get('/', (context) => context.redirect('/__mock/'))

  // Hono writes the base path with a slash at its end like this.
  app.get('', async (context) => context.html(await mockPage(state()), 200, headers))

  app.get('/page/:name', (context) => {
    const asset = assets.get(context.req.param('name'))
    if (!asset) return context.notFound()
    return context.body(asset.text, 200, { ...headers, 'Content-Type': asset.contentType })
  })
}
