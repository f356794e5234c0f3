import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseDocument } from '../../codegen/model/document.ts'
import { readOperations, readWebhooks } from '../../codegen/model/model.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The documents of the repository. */
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['openapi/README.md', 'openapi/CHANGELOG.md', 'mock/README.md', 'contract-tests/README.md'],
  ...['client/README.md', '.github/PULL_REQUEST_TEMPLATE.md'],
  ...globSync('docs/**/*.md', { cwd: root }),
]

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

test.each(documents)('%s has no broken links', (document) => {
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
  const sections = [...text.matchAll(/^# (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
  const targets = new Set([
    ...[...readOperations(document), ...readWebhooks(document)].map(({ id }) => `operation/${id}`),
    ...sections.map((section) => `section/${section}`),
  ])
  const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((link) => !targets.has(link))).toEqual([])
})
