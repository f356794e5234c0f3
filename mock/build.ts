import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin, type RolldownOutput } from 'rolldown'
import { z } from 'zod'
import { builtFiles } from '../server/process/served-texts.ts'

// Builds the package into dist: bundles of the mock with the server, the files that they read, and declarations.

const root = resolve(import.meta.dirname, '..')
const dist = join(import.meta.dirname, 'dist')

const external = [/^msw/, 'nodemailer', 'pg']

/** Lets modules find their files beside the bundle, also where a test environment has replaced `URL`. */
const findFiles: Plugin = {
  name: 'find-files',
  resolveId: (id) => (id === 'mock:files' ? id : null),
  load: (id) =>
    id === 'mock:files'
      ? `import { pathToFileURL, URL } from 'node:url'
export { URL }
const { existsSync } = process.getBuiltinModule('node:fs')
const { createRequire } = process.getBuiltinModule('node:module')
/* In a bundle of the user's, the files are still in the package. One that is an ES module has no __dirname. */
const files = [typeof __dirname === 'string' ? __dirname : '', 'files'].join('/')
const found = existsSync(files)
  ? files
  : createRequire(process.cwd() + '/')
      .resolve('@merch-fulfillment/mock/package.json')
      .replace(/package.json$/, 'dist/files')
export const folderOf = (path) => found + '/' + path
export const urlOf = (path) => pathToFileURL(folderOf(path)).href`
      : null,
  transform: (code, id) => {
    // The bundler's own module, whose id begins with NUL, finds no files.
    const isOurs = id !== 'mock:files' && !id.startsWith('\0')
    if (!isOurs || !/import\.meta\.(url|dirname)/.test(code)) return null
    const path = relative(root, id)
    return `import { URL, urlOf, folderOf } from 'mock:files'
${code
  .replaceAll('import.meta.url', `urlOf(${JSON.stringify(path)})`)
  .replaceAll('import.meta.dirname', `folderOf(${JSON.stringify(dirname(path))})`)}`
  },
}

/** Loads SQLite when the module runs: older versions of Node lack it, and bundlers do not know it. */
const loadSqlite: Plugin = {
  name: 'load-sqlite',
  resolveId: (id) => (id === 'node:sqlite' ? 'mock:sqlite' : null),
  load: (id) =>
    id === 'mock:sqlite'
      ? `import { nodeProblem } from ${JSON.stringify(join(import.meta.dirname, 'supported-node.ts'))}
if (nodeProblem) throw new Error(nodeProblem)
export const { backup, DatabaseSync } = process.getBuiltinModule('node:sqlite')`
      : null,
}

/** Leaves out pino's transports. The mock uses none, and bundlers search for their files. */
const withoutTransports: Plugin = {
  name: 'without-transports',
  load: (id) => (id.endsWith('/pino/lib/transport.js') ? 'module.exports = undefined' : null),
}

/** Leaves out the prose of the document, which handlers in browsers do not send. */
const withoutProse: Plugin = {
  name: 'without-prose',
  transform: (code, id) =>
    id.endsWith('openapi.json') ? JSON.stringify(withoutTexts(JSON.parse(code))) : null,
}

function withoutTexts(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutTexts)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name, each]) => name !== 'description' || typeof each !== 'string')
      // Values of examples are sent.
      .map(([name, each]) => [name, name === 'value' ? each : withoutTexts(each)]),
  )
}

/** Writes the declarations of the modules that users import, and of those that these refer to. */
function declare(): void {
  using emitted = mkdtempDisposableSync(join(tmpdir(), 'mock-types-'))
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc')
  // `npm run types` checks the types.
  const options = ['--noCheck', '--singleThreaded', '--outDir', emitted.path]
  const args = [compiler, '--project', import.meta.dirname, ...options]
  execFileSync(process.execPath, args, { stdio: 'inherit' })
  const written = new Set<string>()
  /** @param module its path in the repository, without `.ts` */
  const write = (module: string): void => {
    if (written.has(module)) return
    written.add(module)
    const text = readFileSync(join(emitted.path, `${module}.d.ts`), 'utf8')
    const relativeImport = /(?<=from ['"])(\.[^'"]+)\.ts(?=['"])/g
    const file = join(dist, 'types', `${module}.d.ts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.replaceAll(relativeImport, '$1.js'))
    for (const [, imported = ''] of text.matchAll(relativeImport))
      write(join(dirname(module), imported))
  }
  for (const name of ['create-mock', 'demo-keys', 'msw', 'playwright']) write(`mock/${name}`)
}

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() })

/** Returns the licences of the packages whose modules are in bundles. @throws if one has none. */
function noticesOf(bundles: readonly RolldownOutput[]): string {
  const modules = bundles
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const folders = modules.flatMap(
    (id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? [],
  )
  const notices = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version, license } = Manifest.parse(
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    )
    const [file] = globSync('{,MIT-}{LICEN[SC]E,licen[sc]e,COPYING}*', { cwd: folder })
    if (file === undefined) throw new Error(`${name} has no file with its licence`)
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return notices.join(`\n${'-'.repeat(72)}\n\n`)
}

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, ['docs/site/main.ts', '--if-stale'], { cwd: root, stdio: 'inherit' })
// CommonJS, which every runner can load. The ES modules beside it export the same instances.
const node = await build({
  input: {
    bin: 'bin.ts',
    index: 'create-mock.ts',
    keys: 'demo-keys.ts',
    msw: 'msw.ts',
    playwright: 'playwright.ts',
  },
  cwd: import.meta.dirname,
  platform: 'node',
  external,
  plugins: [findFiles, loadSqlite, withoutTransports],
  transform: {
    // The oldest Node that the package supports.
    target: 'node22',
    // jsdom has none, and fake ones would stop the databases.
    inject: { setImmediate: ['node:timers', 'setImmediate'] },
  },
  output: {
    dir: dist,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: { compress: true, mangle: false, codegen: false },
  },
})
for (const [name, exported] of [
  ['index', 'createMock'],
  ['playwright', 'mockFixture, sessionFixture'],
] as const)
  writeFileSync(join(dist, `${name}.js`), `export { ${exported} } from './${name}.cjs'\n`)
const browser = await build({
  input: { keys: 'demo-keys.ts', msw: 'msw.ts', 'msw-browser': 'msw-browser.ts' },
  cwd: import.meta.dirname,
  platform: 'browser',
  external: [/^msw/, './index.js'],
  plugins: [
    withoutProse,
    { name: 'shared-mock', resolveId: (id) => (id === './create-mock.ts' ? './index.js' : null) },
  ],
  output: { dir: dist, minify: true },
})
/** The files that the code reads, in folders as in the repository. */
const files = [
  'generated/openapi.json',
  ...builtFiles().map((name) => `dist/${name}`),
  'server/demo/**/*.{csv,yaml,svg}',
  'server/sites/**/*.{css,js,svg}',
  'mock/control/assets/*.{css,js}',
]
for (const path of globSync(files, { cwd: root }))
  cpSync(join(root, path), join(dist, 'files', path))
declare()
// TypeScript tells by the package.json beside declarations of which kind their modules are.
cpSync(join(dist, 'types'), join(dist, 'types-cjs'), { recursive: true })
writeFileSync(join(dist, 'types-cjs/package.json'), '{ "type": "commonjs" }\n')
chmodSync(join(dist, 'bin.cjs'), 0o755)
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
writeFileSync(join(dist, 'NOTICES.txt'), noticesOf([node, browser]))
