import type { Hono } from 'hono'
import type { Env } from '../../http/api/env.ts'
import { findLogo } from '../../store/account-logos.ts'
import type { Store } from '../../store/store.ts'
import { immutable } from './assets.ts'

const file = /^[\w-]{22}\.(png|jpg)$/

const notFound = (): Response => new Response('Not found\n', { status: 404 })

/**
 * Serves the logos of accounts below a path. The type follows from the checked content, not from the
 * file that was uploaded.
 */
export const mountLogos = (app: Hono<Env>, path: string, store: Store): void => {
  app.get(`${path}/:file`, async ({ req }) => {
    const name = req.path.slice(path.length + 1)
    const [, extension] = file.exec(name) ?? []
    const bytes = extension === undefined ? undefined : await findLogo(store, name)
    if (!bytes) return notFound()
    const contentType = extension === 'png' ? 'image/png' : 'image/jpeg'
    return new Response(new Uint8Array(bytes), {
      headers: { ...immutable, 'Content-Type': contentType },
    })
  })
}
