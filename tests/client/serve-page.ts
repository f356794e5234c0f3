import { join } from 'node:path'
import { build, preview } from 'vite'

const root = join(import.meta.dirname, 'page')

/** Bundles the page with the client into a folder, and serves it. */
export const servePage = async (folder: string) => {
  const common = { configFile: false, root, logLevel: 'error' } as const
  await build({ ...common, build: { outDir: folder, emptyOutDir: true } })
  const server = await preview({
    ...common,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const [address = ''] = server.resolvedUrls?.local ?? []
  return { address, stop: () => server.close() }
}
