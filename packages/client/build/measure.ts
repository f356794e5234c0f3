import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

const entry = 'virtual:all-exports'

/**
 * Measures the size of the package with its dependency.
 * @param folder the folder of the compiled modules.
 * @returns bytes, minified and compressed.
 */
export const measure = async (folder: string): Promise<number> => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [allExports(folder)],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  })
  const code = [result]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((each) => (each.type === 'chunk' ? each.code : ''))
    .join('')
  return gzipSync(code, { level: 9 }).length
}

/** Provides a module that uses every export of the package, so that no code is tree-shaken. */
function allExports(folder: string): Plugin {
  return {
    name: 'all-exports',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) =>
      id === entry
        ? ['index.js', 'webhooks/index.js']
            .map((file) => JSON.stringify(join(folder, file)))
            .map(
              (file, i) =>
                `import * as part${i} from ${file}\nglobalThis.part${i} = { ...part${i} }`,
            )
            .join('\n')
        : undefined,
  }
}
