import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from '../../packages/openapi-hono/model/document.ts'
import { readOperations, readWebhooks } from '../../packages/openapi-hono/model/model.ts'
import { migrations } from '../../server/store/schema.ts'
import { withSettings } from '../../tools/settings-table.ts'
import { projectFiles, read, root } from '../kit/project.ts'

const { dependencies } = JSON.parse(read('package.json'))

/** The documents of the repository. */
const documents = projectFiles().filter((file) => file.endsWith('.md'))

const withoutBlocks = (text: string) => text.replaceAll(/^```.*?^```$/gms, '')

/** Returns the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

const anchorsOf = (file: string) =>
  [...withoutBlocks(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  )

// The links of chapters lead to places of the document, which the next test checks.
const linking = documents.filter((file) => !file.startsWith('openapi/chapters/'))

test.each(linking)('%s has no broken links', (document) => {
  const text = withoutBlocks(read(document))
  const links = [...text.matchAll(/\]\((?!https?:|\/)([^)]+)\)/g)].map(([, link = '']) => link)
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? document : join(dirname(document), path)
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !anchorsOf(file).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('the chapters of the document link to operations, events and chapters that exist', () => {
  const document = parseDocument(read('generated/openapi.json'))
  const text = document.info.description ?? ''
  let chapter = ''
  const sections = [...text.matchAll(/^(##?) (.*)$/gm)].map(([, level, heading = '']) => {
    if (level === '#') chapter = anchorOf(heading)
    return level === '#' ? chapter : `${chapter}/${anchorOf(heading)}`
  })
  const targets = new Set([
    ...[...readOperations(document), ...readWebhooks(document)].map(({ id }) => `operation/${id}`),
    ...sections.map((section) => `section/${section}`),
  ])
  const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((link) => !targets.has(link))).toEqual([])
})

test('docs/operating.md has the settings of server/config.ts with their defaults and forms, and a meaning of each', () => {
  const text = read('docs/operating.md')
  expect(withSettings(text)).toBe(text)
  expect(text.match(/^\| `[A-Z_]+` \| .* \| .* \| [^|]{5,} \|$/gm)?.length).toBeGreaterThan(35)
})

test('the messages of the log in docs/operating.md are those of the server', () => {
  const product = projectFiles().filter((file) => /^server\/.*(?<!\.test)\.ts$/.test(file))
  const sources = product.map(read).join('')
  const rows = [...read('docs/operating.md').matchAll(/^\| `(.+?)` \| `(debug|info|warn|error)`/gm)]
  const messages = rows.map(([, message = '']) => message.replaceAll("'", '`'))
  expect(messages.length).toBeGreaterThan(30)
  expect(messages.filter((message) => !sources.includes(message))).toEqual([])
})

test('docs/dependencies.md lists the production dependencies', () => {
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)`/gm)]
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(dependencies))
})

const [first = '', second = ''] = read('docs/guarantees.md').split('\n## ')

/** Returns the cells of a table's rows. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** Returns the titles of the tests in a file, but for skipped ones. */
const titlesIn = (file: string): string[] => {
  const text = read(join('docs', file))
  return [...text.matchAll(/(?:\btest|\))\(\s*'([^']+)',/g)].map(([, title = '']) => title)
}

test.each(rowsOf(first))(
  '%s%s: %s: names tests that exist',
  (_, __, guaranteed, ___, tests = '') => {
    const named = [...tests.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)]
    expect(named.length, guaranteed).toBeGreaterThan(0)
    for (const [, title, file = ''] of named) expect(titlesIn(file), file).toContain(title)
  },
)

test('each table is in the list of rows that someone without a key can create', () => {
  const created = Object.values(migrations)
    .flatMap((ofEngine) => Object.values(ofEngine).flat())
    .flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? [])
  const listed = rowsOf(second).flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  expect(listed.toSorted()).toEqual([...new Set(created)].toSorted())
})
