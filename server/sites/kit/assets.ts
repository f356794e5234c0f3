import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Hono } from 'hono'
import type { Env } from '../../http/env.ts'

type Asset = { contentType: string; text: string }

/** Stylesheets, scripts and images of pages. */
export type Assets = {
  /** Returns the name in the URL of a file. It contains a hash of the content. */
  nameOf(file: string): string
  byName: ReadonlyMap<string, Asset>
}

const contentTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
])

const hashedName = (file: string, text: string): string => {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return file.replace(/(\.\w+)$/, `.${hash}$1`)
}

/** The folder of the stylesheets that all surfaces share. */
export const baseAssets = new URL('../../../styles/', import.meta.url)

/** Reads the assets of the folders. */
export const readAssets = (...folders: readonly URL[]): Assets => {
  const byName = new Map<string, Asset>()
  const names = new Map<string, string>()
  for (const folder of folders)
    for (const file of readdirSync(folder)) {
      const contentType = contentTypes.get(extname(file))
      if (contentType === undefined) continue
      const text = readFileSync(new URL(file, folder), 'utf8')
      const name = hashedName(file, text)
      names.set(file, name)
      byName.set(name, { contentType, text })
    }
  return {
    byName,
    nameOf: (file) => {
      const name = names.get(file)
      if (name === undefined) throw new Error(`No asset ${file}`)
      return name
    },
  }
}

/** The content of a name never changes, so browsers may cache it without end. */
export const immutable = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** Serves the assets below a path. */
export const mountAssets = (app: Hono<Env>, path: string, { byName }: Assets): void => {
  app.get(`${path}/:name`, ({ req }) => {
    const asset = byName.get(req.path.slice(path.length + 1))
    return asset
      ? new Response(asset.text, { headers: { ...immutable, 'Content-Type': asset.contentType } })
      : new Response('Not found\n', { status: 404 })
  })
}
