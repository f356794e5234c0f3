import type { Hono } from 'hono'
import type { Env } from '../../../server/http/env.ts'
import { readAssets } from './assets.ts'
import { mockPage } from './page.ts'
import type { State } from './state.ts'

/** Allows the page to load only its own assets and to call only this mock. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    ...['script', 'style', 'connect', 'img'].map((each) => `${each}-src 'self'`),
    ...['base-uri', 'form-action', 'frame-ancestors'].map((each) => `${each} 'none'`),
    // Prevents MIME sniffing.
    "require-trusted-types-for 'script'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Adds the control page at `/__mock/`, with its scripts and styles. */
export const pageRoutes = (app: Hono<Env>, state: () => State): void => {
  const assets = readAssets()

  app.get('/', (context) => context.redirect('/__mock/'))

  // In Hono, this is the base path with a trailing slash.
  app.get('', async (context) => context.html(await mockPage(state()), 200, headers))

  app.get('/page/:name', (context) => {
    const asset = assets.get(context.req.param('name'))
    if (!asset) return context.notFound()
    return context.body(asset.text, 200, { ...headers, 'Content-Type': asset.contentType })
  })
}
