import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ServedText } from '../http/static-text.ts'
import { shopJsonSchema } from '../imports/shop-format.ts'

/** The output of `npm run docs`, which `npm start` builds if it is stale. */
const built = new URL('../../dist/', import.meta.url)

/** Returns the document and the texts that are built from it, by the path of each. */
export const textReaders = (baseUrl: string): Record<string, ServedText> => {
  builtTexts ??= readBuilt()
  const files = builtTexts.map(([path, { type, text }]) => [
    path,
    { type, read: () => withBaseUrl(text, baseUrl) },
  ])
  return {
    '/openapi.json': {
      type: 'application/json',
      read: () => withBaseUrl(document(), baseUrl),
    },
    '/favicon.ico': {
      type: 'image/svg+xml',
      read: () => readFileSync(new URL('../sites/styles/logo.svg', import.meta.url), 'utf8'),
    },
    '/robots.txt': { type: 'text/plain; charset=utf-8', read: () => robots },
    '/shop.schema.json': {
      type: 'application/schema+json',
      read: () => JSON.stringify(shopJsonSchema(), null, 2),
    },
    ...Object.fromEntries(files),
  }
}

/** Texts by path. All are read at once: a later build replaces the page together with its script. */
let builtTexts: ReturnType<typeof readBuilt> | undefined

/** Pages whose address is not their name. The changelog links itself by its name, as the published copy does. */
const pagePaths: Readonly<Record<string, readonly string[]>> = {
  'docs.html': ['/docs'],
  'changelog.html': ['/changelog', '/changelog.html'],
}

function readBuilt() {
  return builtFiles().flatMap((name) => {
    const text = { type: typeOf(name) ?? '', text: readFileSync(new URL(name, built), 'utf8') }
    return (pagePaths[name] ?? [`/${name}`]).map((path) => [path, text] as const)
  })
}

/** Returns the paths of the files of `dist` that are served. */
export const builtFiles = (): string[] =>
  [...namesIn(''), ...namesIn('tutorials/')].filter((name) => typeOf(name) !== undefined)

function typeOf(name: string): string | undefined {
  return types.find(([pattern]) => pattern.test(name))?.[1]
}

/** Returns the paths of the built files of a folder. Others of `dist` come and go. */
function namesIn(folder: string): string[] {
  const place = new URL(folder, built)
  return existsSync(place) ? readdirSync(place).map((name) => `${folder}${name}`) : []
}

/** Replaces the documented URL of the service. The result is safe inside of HTML and JSON. */
function withBaseUrl(text: string, baseUrl: string): string {
  // URL escapes quotes, angle brackets and backslashes; HTML needs the ampersand escaped as well.
  const url = new URL(baseUrl).href.replace(/\/$/, '').replaceAll('&', '%26').replaceAll("'", '%27')
  const [{ variables }] = Document.parse(JSON.parse(document())).servers
  return text.replaceAll(variables.base_url.default, () => url)
}

const Document = z.object({
  servers: z.tuple([
    z.object({ variables: z.object({ base_url: z.object({ default: z.string() }) }) }),
  ]),
})

const generated = new URL('../../generated/', import.meta.url)

function document(): string {
  return readFileSync(new URL('openapi.json', generated), 'utf8')
}

const markdown = 'text/markdown; charset=utf-8'

const page = 'text/html; charset=utf-8'

/** The paths and content types of the files that are built, by name. Others are not served. */
const types: readonly [name: RegExp, type: string][] = [
  [/^(docs(-offline)?|changelog)\.html$/, page],
  [/^docs-[0-9a-f]{12}\.js$/, 'text/javascript; charset=utf-8'],
  [/^docs\.md$|^tutorials\/.*\.md$/, markdown],
  [/^changelog\.xml$/, 'application/atom+xml; charset=utf-8'],
  [/^llms\.txt$/, 'text/plain; charset=utf-8'],
  [/^collection\.json$/, 'application/json'],
]

/** Pages with secrets in their URLs, or behind a key, are not for search engines. */
const robots = `User-agent: *
Disallow: /i/
Disallow: /portal
Disallow: /support
Disallow: /v1/
`
