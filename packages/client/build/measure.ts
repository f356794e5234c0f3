import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'

/**
 * Measures the size of the package with its dependency.
 * @param folder the folder of the compiled modules.
 * @returns bytes, minified and compressed.
 */
export const measure = async (folder: string): Promise<number> => {
  const { output } = await build({
    input: ['index.js', 'webhooks/index.js'].map((file) => join(folder, file)),
    platform: 'browser',
    write: false,
    output: { minify: true },
  })
  const code = output.map((each) => (each.type === 'chunk' ? each.code : '')).join('')
  return gzipSync(code, { level: 9 }).length
}
