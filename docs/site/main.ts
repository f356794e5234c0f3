import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseDocument } from '../../packages/openapi-hono/model/document.ts'
import { isUsageError } from '../../packages/openapi-hono/model/findings.ts'
import { readOperations } from '../../packages/openapi-hono/model/model.ts'
import { emitFeed, readChangelog } from './changelog.ts'
import { emitLlms } from './llms.ts'
import { emitCollection } from './postman-collection.ts'
import { emitReference } from './reference-markdown.ts'
import { serverAddress } from './samples.ts'
import { emitTutorial, readWorkflows } from './tutorial.ts'

const usage = `Usage: npm run docs -- [--if-stale] [--texts] [--to FILE] [--base-url URL] [--site-url URL]
                           [--repository-url URL]

Builds the reference docs as an HTML page. Beside it: the page's script, the page in one file
(docs-offline.html), the docs as Markdown (docs.md), the document, its changelog as a page and as an Atom
feed, tutorials, a collection for Postman and Bruno, and an index for language models (llms.txt).

  --if-stale      build only what is older than one of its inputs
  --texts         do not build the page
  --to FILE       the page to write (default: dist/docs.html)
  --base-url URL  the service that the docs describe (default: the document's server)
  --site-url URL  where a static host will serve the files. Requests from the page can be sent to the
                  mock only, and llms.txt has absolute links. The page links to stock Redoc of the
                  same document, which is written beside it (redoc.html).
  --repository-url URL  where readers find the service's repository, to build the packages of the mock and
                  the client (default: REPOSITORY_URL). Without it, the docs say that the operator has them.
`

const path = (relative: string): string =>
  fileURLToPath(new URL(`../../${relative}`, import.meta.url))

const options = {
  'if-stale': { type: 'boolean', default: false },
  texts: { type: 'boolean', default: false },
  to: { type: 'string', default: path('dist/docs.html') },
  'base-url': { type: 'string' },
  'site-url': { type: 'string' },
  'repository-url': { type: 'string', default: process.env.REPOSITORY_URL },
  help: { type: 'boolean', default: false },
} as const

const document = path('generated/openapi.json')
const workflows = path('contract-tests/workflows')
const changelog = path('openapi/CHANGELOG.md')

/** Returns a file's modification time in milliseconds, or 0 if the file does not exist. */
const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

const newestInput = (): number => {
  const rooms = [path('docs/site'), path('server/sites/styles'), workflows]
  const files = rooms.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return Math.max(...[...files, document, changelog].map(modified))
}

/** Node's own recursion does not end in folders such as /proc, where nothing can be made. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another build may have made it since.
    if (!existsSync(folder)) throw error
  }
}

/** Writes a file in one step: the server never reads a part of it, and two builds at once write the same. */
const write = (file: string, text: string): void => {
  makeFolder(dirname(file))
  const started = `${file}.${process.pid}.part`
  writeFileSync(started, text)
  renameSync(started, file)
}

const urlOption = (name: string, value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !/^https?:[^?#]+$/.test(value))
    throw Object.assign(new Error(`--${name} must be an http or https URL without a query`), {
      code: 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
    })

  return value.replace(/\/+$/, '')
}

/** What Getting started says of the packages, with an escaped line break. */
const operatorHas = 'The operator of the service has its\\npackage and that of the client.'

const readDocument = (baseUrl: string | undefined, repository: string | undefined): string => {
  const built = `\`npm ci && npm run packages\` builds its\\npackage and that of the client in [the service's repository](${repository}).`
  const given = readFileSync(document, 'utf8')
  const text = repository === undefined ? given : given.replace(operatorHas, () => built)
  return baseUrl === undefined ? text : text.replaceAll(serverAddress(parseDocument(text)), baseUrl)
}

const bundleScripts = async (): Promise<string> => {
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: path('docs/site/browser/main.ts'),
        formats: ['iife'],
        name: 'docs',
        fileName: () => 'docs.js',
      },
    },
  })
  const [first] = [result].flat()
  if (!first || !('output' in first)) throw new Error('The script of the docs was not built')
  return first.output[0].code
}

function buildRedoc(from: string, to: string): void {
  const options = ['build-docs', from, '--inlineBundle', '--output', to]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  execFileSync(path('node_modules/.bin/redocly'), options, { env, stdio: 'ignore' })
}

const run = async (): Promise<string> => {
  const { values } = parseArgs({ options })
  const { 'if-stale': ifStale, texts: textsOnly, to, help } = values
  if (help) return usage
  const siteUrl = urlOption('site-url', values['site-url'])
  const repository = urlOption('repository-url', values['repository-url'])
  const text = readDocument(urlOption('base-url', values['base-url']), repository)
  const folder = dirname(to)
  const last = join(folder, 'openapi.json')
  const isFresh = (file: string) => ifStale && modified(file) >= newestInput()
  const hasTexts = isFresh(last)
  if (hasTexts && (textsOnly || isFresh(to))) return `${textsOnly ? last : to} is up to date`
  const started = performance.now()
  const given = parseDocument(text)
  const releases = readChangelog(readFileSync(changelog, 'utf8'))
  const lessons = await readWorkflows(workflows)
  const operations = readOperations(given)
  const tutorials = lessons.map((each) => emitTutorial(each, given, operations))
  const { title } = given.info
  const texts = {
    'openapi.json': text,
    'docs.md': emitReference(given),
    'llms.txt': emitLlms(given, lessons, siteUrl === undefined ? '' : `${siteUrl}/`),
    'changelog.xml': emitFeed(title, releases, siteUrl ?? serverAddress(given)),
    'collection.json': emitCollection(given),
    ...Object.fromEntries(
      lessons.map(({ name }, i) => [`tutorials/${name}.md`, tutorials[i] ?? '']),
    ),
  }
  if (!hasTexts) for (const [name, each] of Object.entries(texts)) write(join(folder, name), each)
  const words = `${Object.keys(texts).length} files written to ${folder}`
  if (textsOnly) return words
  // The server starts without development dependencies too.
  if (ifStale && !existsSync(path('node_modules/marked')))
    return `${words}, but no page: development dependencies are not installed. Run npm ci.`
  const { buildPage } = await import('./page.ts')
  const script = await bundleScripts()
  const built = await buildPage(given, { tutorials, releases, script, siteUrl })
  for (const name of readdirSync(folder)) {
    const isOld = /^docs-[0-9a-f]{12}\.js$/.test(name) && name !== built.scriptName
    // A build that was killed left it. Another build may be writing one.
    const isLeft = name.endsWith('.part') && modified(join(folder, name)) < Date.now() - 60_000
    if (isOld || isLeft) rmSync(join(folder, name), { force: true })
  }
  write(join(folder, built.scriptName), script)
  write(join(folder, 'docs-offline.html'), built.offline)
  write(join(folder, 'changelog.html'), built.changes)
  write(to, built.page)
  if (siteUrl !== undefined) buildRedoc(last, join(folder, 'redoc.html'))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return `${to} written: ${Math.round(built.page.length / 1024)} KiB in ${seconds} s`
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  if (!(error instanceof Error) || !isUsageError(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
