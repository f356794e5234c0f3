import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

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

const folders = 'openapi|codegen|generated|server|mock|contract-tests|bench|client|examples|docs'

/** Whether a path exists, relative to the root or to the document. */
const isThere = (path: string, document: string) =>
  [root, join(root, dirname(document))].some((cwd) => globSync(path, { cwd }).length > 0)

describe.each(documents)('%s', (document) => {
  const text = withoutBlocks(read(document))

  test('has no broken links', () => {
    const links = [...text.matchAll(/\]\((?!https?:|\/)([^)]+)\)/g)].map(([, link = '']) => link)
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? document : join(dirname(document), path)
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && !anchorsOf(file).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  test('names existing files', () => {
    const named = [
      ...text.matchAll(RegExp(`\`((?:\\.ci|\\.github|${folders})/[\\w./*-]*)\``, 'g')),
    ].map(([, path = '']) => path)
    // Build output may not exist yet.
    const kept = named.filter((path) => !path.split('/').includes('dist'))
    expect(kept.filter((path) => !isThere(path, document))).toEqual([])
  })
})
