import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Document, Parameter, Schema } from '../packages/openapi-hono/model/document.ts'
import { readDocument } from '../packages/openapi-hono/read-document.ts'
import { runProgram } from '../tests/kit/run.ts'
import { temporaryFolder } from '../tests/kit/temporary-folder.ts'

const library = await readDocument(
  fileURLToPath(new URL('../tests/kit/generator/library.yaml', import.meta.url)),
)
const { version } = library.info
const [major, minor = 0] = version.split('.').map(Number)
const next = `${major}.${minor + 1}.0`

type Edit = (parts: {
  document: Document
  schemas: Record<string, Schema>
  fields: (schema: string) => Record<string, Schema>
  parameters: (Parameter | { $ref: string })[]
}) => void

const edited = (base: Document, edit: Edit): Document => {
  const document = structuredClone(base)
  const schemas = document.components?.schemas ?? {}
  const parameters = document.paths?.['/books']?.get?.parameters ?? []
  edit({ document, schemas, fields: (name) => schemas[name]?.properties ?? {}, parameters })
  return document
}

type Files = { released?: Document; changelog?: string; args?: readonly string[] }

/** Runs the command on a released document and an edited copy of it. */
const after = async (edit: Edit, { released = library, changelog = '', args = [] }: Files = {}) => {
  const folder = temporaryFolder()
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const base = file('released.json', JSON.stringify(released))
  const result = await runProgram('openapi/changes.ts', [
    '--released',
    base,
    '--document',
    file('document.json', JSON.stringify(edited(released, edit))),
    '--changelog',
    file('CHANGELOG.md', changelog),
    ...args,
  ])
  const found = result.stdout.split('\n').filter((line) => /^ {2}\S/.test(line))
  return { ...result, found, released: readFileSync(base, 'utf8') }
}

test('breaking changes are reported with an operation that they affect', async () => {
  const { status, stdout, stderr, found } = await after(
    ({ document, schemas, fields, parameters }) => {
      // Remove a response field, narrow a request bound, add a required parameter.
      delete fields('Book').isbn
      schemas.Book = { ...schemas.Book, required: schemas.Book?.required?.slice(1) ?? [] }
      Object.assign(fields('NewBook').title ?? {}, { maxLength: 20 })
      parameters.push({ name: 'branch', in: 'query', required: true, schema: { type: 'string' } })
      // Widen response bounds, and add a value, which breaks those who read it.
      Object.assign(fields('Book').price ?? {}, { exclusiveMaximum: 5000 })
      Object.assign(fields('Book').title ?? {}, { type: ['string', 'null'] })
      schemas.Genre = { ...schemas.Genre, enum: ['novel', 'poetry', 'drama'] }
      // Require a request field, change a default, rename an operation.
      schemas.NewBook = { ...schemas.NewBook, required: ['title', 'isForSale', 'price'] }
      Object.assign(document.components?.parameters?.limit?.schema ?? {}, { default: 25 })
      Object.assign(document.paths?.['/books']?.post ?? {}, { operationId: 'createBook' })
      // Require a parameter, and take the key from another header.
      for (const each of parameters)
        if ('name' in each && each.name === 'genre') Object.assign(each, { required: true })
      const [scheme = {}] = Object.values(document.components?.securitySchemes ?? {})
      Object.assign(scheme, { type: 'apiKey', in: 'header', name: 'X-Other' })
      // Remove a response, an operation and an event.
      delete document.paths?.['/books/{isbn}']?.get?.responses?.['404']
      delete document.paths?.['/books/{isbn}']?.put
      delete document.webhooks?.['book.lent']
    },
    { changelog: `## ${next}\n`, args: ['--release'] },
  )
  expect(found.toSorted()).toMatchInlineSnapshot(`
    [
      "  ✗ \`404\`: Response \`404\` was removed.",
      "  ✗ \`bookLent\`: Webhook \`book.lent\` was removed.",
      "  ✗ \`branch\`: Required \`branch\` query parameter was added.",
      "  ✗ \`createBook\`: \`operationId\` of operation \`POST /books\` changed from 'addBook' to 'createBook'.",
      "  ✗ \`genre\`: Enum of \`Genre\` gained values: 'drama'.",
      "  ✗ \`genre\`: \`genre\` query parameter became required.",
      "  ✗ \`isbn\`: Properties of \`Book\` are no longer required: \`isbn\`.",
      "  ✗ \`isbn\`: Property \`isbn\` of \`Book\` was removed.",
      "  ✗ \`limit\`: Its default changed.",
      "  ✗ \`price\`: Properties of \`NewBook\` became required: \`price\`.",
      "  ✗ \`price\`: Upper bound of \`price\` changed from '< 1000' to '< 5000'.",
      "  ✗ \`securitySchemes\`: \`type\` of security scheme \`key\` changed from 'http' to 'apiKey'.",
      "  ✗ \`tagBook\`: Operation \`PUT /books/{isbn}\` was removed.",
      "  ✗ \`title\`: Type of \`title\` widened from 'string' to 'string | null'.",
      "  ✗ \`title\`: \`maxLength\` of \`title\` changed from '200' to '20'.",
    ]
  `)
  expect(stdout).toContain('\n      POST /books\n')
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^\nv1 must not have breaking changes\..*\n$/),
  ])
})

test('a pattern breaks clients unless it matches what it matched before', async () => {
  const narrower = ['^[^\\x01]*$', '^[^\\x00ß]*$', '^[^\\x00]+$', '^[^\\x00\\n]*$']
  const changed = ['^[^\\x00]*$', '^', ...narrower]
  const set =
    (patterns: readonly string[]): Edit =>
    ({ fields }) =>
      Object.assign(
        fields('NewBook'),
        Object.fromEntries(patterns.map((pattern, i) => [`name${i}`, { type: 'string', pattern }])),
      )
  const released = edited(library, set(changed.map(() => '^[^\\u0000\\uD800-\\uDFFF]*$')))
  const { found } = await after(set(changed), { released })
  expect(found.map((line) => line.replace(/ {2}(.) .*`name(\d)`.*/, '$1 $2'))).toEqual([
    ...narrower.map((_, i) => `✗ ${i + 2}`),
    '+ 1',
  ])
})

test('additions are released once they have a version and a changelog that names them', async () => {
  const add: Edit = ({ document, fields, schemas, parameters }) => {
    for (const name of ['Book', 'NewBook'])
      Object.assign(fields(name), { weight: { type: 'number' } })
    schemas.Book = { ...schemas.Book, required: [...(schemas.Book?.required ?? []), 'weight'] }
    Object.assign(fields('Book'), { 'x-ray': { type: 'string', 'x-note': 'why' } })
    Object.assign(fields('NewBook').title ?? {}, { maxLength: 300 })
    parameters.push({ name: 'branch', in: 'query', schema: { type: 'string' } })
    Object.assign(document.paths ?? {}, {
      '/shelves': {
        get: {
          operationId: 'listShelves',
          summary: 'List shelves',
          responses: { 204: { description: 'None.' } },
        },
      },
    })
    Object.assign(document.paths?.['/books/{isbn}']?.delete?.responses ?? {}, {
      409: { description: 'It is lent.' },
    })
    Object.assign(document.paths?.['/books/{isbn}']?.get?.responses?.['200'] ?? {}, {
      links: { removeBook: { operationId: 'removeBook' } },
    })
  }
  const waiting = await after(add, { changelog: `## ${version}\n`, args: ['--release'] })
  expect(waiting.found).toMatchInlineSnapshot(`
    [
      "  + \`branch\` was added",
      "  + \`weight\` was added",
      "  + \`x-ray\` was added",
      "  + \`maxLength\` of \`title\` was modified",
      "  + \`409\` was added",
      "  + \`links\` of \`getBook\` was added",
      "  + \`listShelves\` was added",
    ]
  `)
  expect(waiting.stderr).toBe(
    `\n\`info.version\` in openapi/openapi.yaml must be at least ${next}; it is ${version}.\nopenapi/CHANGELOG.md must have a section "## ${next}".\n`,
  )
  expect([waiting.status, waiting.released]).toEqual([1, JSON.stringify(library)])
  const raise: Edit = (parts) => {
    add(parts)
    parts.document.info.version = next
  }
  const names = ['weight', 'x-ray', 'title', 'branch', 'listShelves', '409']
  const changelog = `## ${next}\n\n- ${names.map((name) => `\`${name}\``)}\n\n## 1.0.0\n\n- \`getBook\`\n`
  const { stderr } = await after(raise, { changelog })
  expect(stderr).toBe(`\nThe section ${next} of openapi/CHANGELOG.md must name \`getBook\`.\n`)
  const done = await after(raise, {
    changelog: changelog.replace('- ', '- `getBook` '),
    args: ['--release'],
  })
  expect([done.status, done.stderr]).toEqual([0, ''])
  expect(JSON.parse(done.released).info.version).toBe(next)
})

test('texts, the order of parameters, names of schemas, types of null and extensions for tools need no release', async () => {
  const released = edited(library, ({ fields }) => {
    Object.assign(fields('Book'), { lender: { type: 'null' } })
  })
  const { stdout, stderr } = await after(
    ({ document, schemas, fields, parameters }) => {
      Object.assign(schemas, { Kind: schemas.Genre })
      const lender: Schema = { type: ['string', 'null'], const: null }
      Object.assign(fields('Book'), { genre: { $ref: '#/components/schemas/Kind' }, lender })
      Object.assign(document.info, { description: 'More words.' })
      const { get } = document.paths?.['/books'] ?? {}
      for (const part of [document, get, get?.responses?.['200'], schemas.Book, ...parameters])
        Object.assign(part ?? {}, { 'x-note': { to: ['tools'] }, 'x-client-method': 'shop.lend' })
      parameters.reverse()
      Object.assign(fields('Book').title ?? {}, { description: 'Its title.', example: 'B' })
    },
    { released, changelog: `## ${version}\n` },
  )
  expect([stdout, stderr]).toEqual([`No changes except texts since ${version} was released\n`, ''])
})

test('an operation can be removed from its sunset date on, but not before', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const announce = (operation: object | undefined, sunset: string) =>
    Object.assign(operation ?? {}, {
      deprecated: true,
      'x-deprecation': { since: '2026-01-01', sunset, link: 'https://a.example/end' },
    })
  const released = edited(library, ({ document }) => {
    announce(document.paths?.['/books/{isbn}']?.put, '2999-01-01')
    announce(document.paths?.['/books/{isbn}']?.delete, today)
  })
  const remove: Edit = ({ document }) => {
    delete document.paths?.['/books/{isbn}']?.put
    delete document.paths?.['/books/{isbn}']?.delete
  }
  const { found } = await after(remove, { released })
  expect(found).toEqual([
    '  ✗ `tagBook`: Operation `PUT /books/{isbn}` was removed.',
    '  - `removeBook` was removed',
  ])
})
