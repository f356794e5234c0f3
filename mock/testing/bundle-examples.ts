import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { build, mergeConfig, type Plugin, preview } from 'vite'
import { exampleConfig } from '../examples/vite.ts'

/** Collects imports of Node built-ins instead of failing at the first. */
const collectBuiltins = (found: string[]): Plugin => ({
  name: 'collect-builtins',
  enforce: 'pre',
  resolveId(id, importer = '') {
    if (!isBuiltin(id)) return undefined
    found.push(`${relative(process.cwd(), importer)} imports ${id}`)
    return { id, external: true }
  },
})

/**
 * Bundles the example pages for browsers.
 * @returns the imports of Node built-ins.
 */
export const bundleExamples = async (folder: string): Promise<readonly string[]> => {
  const found: string[] = []
  const config = exampleConfig()
  const pages = ['index.html', 'with-msw.html'].map((page) =>
    join(import.meta.dirname, '../examples', page),
  )
  await build(
    mergeConfig(config, {
      plugins: [collectBuiltins(found)],
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: pages } },
    }),
  )
  return found
}

/** Serves a folder of built pages. */
export const serveFolder = async (folder: string) => {
  const server = await preview({
    ...exampleConfig(),
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0, strictPort: true },
  })
  const [address = ''] = server.resolvedUrls?.local ?? []
  return { address: address.replace(/\/$/, ''), stop: () => server.close() }
}
