import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

const entry = 'virtual:everything'

/** A page that uses all that the package exports, so that nothing is shaken off. */
const everything = (folder: string): Plugin => ({
  name: 'everything',
  resolveId: (id) => (id === entry ? id : undefined),
  load: (id) =>
    id === entry
      ? ['index.js', 'webhooks/index.js']
          .map((file) => JSON.stringify(join(folder, file)))
          .map(
            (file, i) => `import * as part${i} from ${file}\nglobalThis.part${i} = { ...part${i} }`,
          )
          .join('\n')
      : undefined,
})

/**
 * What the whole package, with the library that it stands on, adds to a page.
 * @param folder of its compiled modules.
 * @returns bytes, minified and compressed.
 */
export const measure = async (folder: string): Promise<number> => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [everything(folder)],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  })
  const code = [result]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((each) => (each.type === 'chunk' ? each.code : ''))
    .join('')
  return gzipSync(code, { level: 9 }).length
}
