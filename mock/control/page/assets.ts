import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

export type Asset = { contentType: string; text: string }

/** The page's own files, and the styles that all surfaces share. */
const folders = ['assets/', '../../../styles/'].map((path) => new URL(path, import.meta.url))

const contentTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
])

/** Reads the page's scripts and styles, by file name. */
export const readAssets = (): ReadonlyMap<string, Asset> =>
  new Map(
    folders.flatMap((folder) =>
      readdirSync(folder).flatMap((name) => {
        const contentType = contentTypes.get(extname(name))
        if (contentType === undefined) return []
        return [[name, { contentType, text: readFileSync(new URL(name, folder), 'utf8') }] as const]
      }),
    ),
  )
