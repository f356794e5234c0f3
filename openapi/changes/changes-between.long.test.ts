import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Document, Parameter, Schema } from '../../codegen/model/document.ts'
import { readDocument } from '../../codegen/model/read-document.ts'
import { changesBetween, type Finding } from './changes-between.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const released = await readDocument(path('../../codegen/testing/library.yaml'))

type Edit = (parts: {
  document: Document
  schemas: Record<string, Schema>
  fields: (schema: string) => Record<string, Schema>
  parameters: (Parameter | { $ref: string })[]
}) => void

/** Compares the library document with an edited copy of it. */
const after = (edit: Edit, today = '2026-11-20', base: Document = released): Finding[] => {
  const document = structuredClone(base)
  const schemas = document.components?.schemas ?? {}
  const parameters = document.paths?.['/books']?.get?.parameters ?? []
  edit({ document, schemas, fields: (name) => schemas[name]?.properties ?? {}, parameters })
  return changesBetween(base, document, today)
}

const said = (findings: Finding[]) =>
  findings.map(({ kind, sentence, places }) => `${kind}: ${sentence} (${places.join('; ')})`)

test('breaking changes are reported with every operation that they affect', () => {
  const findings = after(({ document, schemas, fields, parameters }) => {
    // Remove a response field, narrow a request bound, add a required parameter.
    delete fields('Book').isbn
    schemas.Book = { ...schemas.Book, required: schemas.Book?.required?.slice(1) ?? [] }
    Object.assign(fields('NewBook').title ?? {}, { maxLength: 20 })
    parameters.push({ name: 'branch', in: 'query', required: true, schema: { type: 'string' } })
    // Widen response bounds.
    Object.assign(fields('Book').price ?? {}, { exclusiveMaximum: 5000 })
    Object.assign(fields('Book').title ?? {}, { type: ['string', 'null'] })
    // Require a request field, change a default, rename an operation.
    schemas.NewBook = { ...schemas.NewBook, required: ['title', 'isForSale', 'price'] }
    Object.assign(document.components?.parameters?.limit?.schema ?? {}, { default: 25 })
    Object.assign(document.paths?.['/books']?.post ?? {}, { operationId: 'createBook' })
    // Remove a response, an operation and an event.
    delete document.paths?.['/books/{isbn}']?.get?.responses?.['404']
    delete document.paths?.['/books/{isbn}']?.put
    delete document.webhooks?.['book.lent']
  })
  expect(said(findings).toSorted()).toEqual([
    'breaking: All requests without `branch` will be rejected: the parameter is new and required. (List books (GET /books))',
    'breaking: Integrators can no longer read `isbn` of a book: the field was removed. (List books (GET /books); Add a book (POST /books); Get a book (GET /books/{isbn}))',
    'breaking: Integrators can no longer rely on `price` of a book being below 1,000: the bound is now 5,000. (List books (GET /books); Add a book (POST /books); Get a book (GET /books/{isbn}))',
    'breaking: Integrators can no longer tag a book: the operation was removed. (Tag a book (PUT /books/{isbn}))',
    'breaking: Integrators who read `title` of a book as string will also receive null. (List books (GET /books); Add a book (POST /books); Get a book (GET /books/{isbn}))',
    'breaking: Integrators will no longer receive 404. (Get a book (GET /books/{isbn}))',
    'breaking: Requests with `title` of more than 20 characters will be rejected. The bound was 200. (Add a book (POST /books))',
    'breaking: Requests without `limit` will get another response: the default was 10 and is now 25. (List books (GET /books))',
    'breaking: Requests without `price` will be rejected: the field is now required. (Add a book (POST /books))',
    'breaking: Subscribers will no longer receive `book.lent`: the event was removed. (book.lent)',
    'breaking: Users of generated clients must change their code: `addBook` was renamed to `createBook`. (Add a book (POST /books))',
  ])
})

test('a new enum value breaks readers but not senders', () => {
  const findings = after(({ fields, schemas }) => {
    schemas.Genre = { ...schemas.Genre, enum: ['novel', 'poetry', 'drama'] }
    Object.assign(fields('Lent'), { isbn: { type: 'string', enum: ['1'] } })
  })
  expect(said(findings)).toEqual([
    'additive: `drama` can be sent as `genre`. (List books (GET /books))',
    'breaking: Integrators will receive new values of `genre` of a book: `drama`. (List books (GET /books); Add a book (POST /books); Get a book (GET /books/{isbn}))',
    'additive: `isbn` is now always one of `1`. (book.lent)',
  ])
})

test('a pattern breaks clients unless it matches what it matched before', () => {
  const same = '^[^\\x00]*$'
  const narrower = ['^[^\\x01]*$', '^[^\\x00ß]*$', '^[^\\x00]+$', '^[^\\x00\\n]*$']
  const changed = [same, '^', ...narrower]
  const base = structuredClone(released)
  const withPatterns = (patterns: readonly string[]) =>
    Object.fromEntries(patterns.map((pattern, i) => [`name${i}`, { type: 'string', pattern }]))
  const before = changed.map(() => '^[^\\u0000\\uD800-\\uDFFF]*$')
  Object.assign(base.components?.schemas?.NewBook?.properties ?? {}, withPatterns(before))
  const findings = after(
    ({ fields }) => Object.assign(fields('NewBook'), withPatterns(changed)),
    undefined,
    base,
  )
  expect(
    changed.map((_, i) =>
      findings.filter(({ sentence }) => sentence.includes(`name${i}`)).map(({ kind }) => kind),
    ),
  ).toEqual([[], ['additive'], ...narrower.map(() => ['breaking'])])
})

test('additions have the name that the changelog must mention', () => {
  const findings = after(({ document, fields, schemas, parameters }) => {
    Object.assign(fields('Book'), { weight: { type: 'number' } })
    schemas.Book = { ...schemas.Book, required: [...(schemas.Book?.required ?? []), 'weight'] }
    Object.assign(fields('NewBook'), { weight: { type: 'number' } })
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
  })
  expect(findings.map(({ kind, sentence, subject }) => [kind, sentence, subject])).toEqual([
    ['additive', '`branch` can be sent.', 'branch'],
    ['additive', '`weight` is new in a book.', 'weight'],
    ['additive', 'The bound `maxLength` of `title` is 300; it was 200.', 'title'],
    ['additive', '`weight` can be sent.', 'weight'],
    ['additive', '`removeBook` can return 409.', '409'],
    ['additive', '`getBook` 200 links to the next operations.', 'getBook'],
    ['additive', '`listShelves` is a new operation: List shelves.', 'listShelves'],
  ])
})

test('texts, the order of parameters and schema names are not reported', () => {
  const text = JSON.stringify(released).replaceAll('schemas/Genre"', 'schemas/Kind"')
  const renamed: Document = JSON.parse(text)
  const { schemas = {} } = renamed.components ?? {}
  Object.assign(schemas, { Kind: schemas.Genre })
  delete schemas.Genre
  Object.assign(renamed.info, { description: 'More words.', version: '1.2.4' })
  renamed.paths?.['/books']?.get?.parameters?.reverse()
  Object.assign(schemas.Book?.properties?.title ?? {}, { description: 'Its title.', example: 'B' })
  expect(changesBetween(released, renamed, '2026-11-20')).toEqual([])
})

test('extensions that only tools read are not reported, but a field named like one is', () => {
  const findings = after(({ document, fields, schemas, parameters }) => {
    const { get } = document.paths?.['/books'] ?? {}
    const parts = [document, get, get?.responses?.['200'], schemas.Book, fields('Book').title]
    for (const part of [...parts, ...parameters])
      Object.assign(part ?? {}, { 'x-note': { to: ['tools'] }, 'x-client-method': 'shop.lend' })
    Object.assign(fields('Book'), { 'x-ray': { type: 'string', 'x-note': 'why' } })
  })
  expect(findings.map(({ sentence }) => sentence)).toEqual(['`x-ray` is new in a book.'])
})

test('an operation can be removed from its sunset date on, but not a day before', () => {
  const announced = structuredClone(released)
  Object.assign(announced.paths?.['/books/{isbn}']?.put ?? {}, {
    deprecated: true,
    'x-deprecation': { since: '2026-01-01', sunset: '2026-11-20', link: 'https://a.example/end' },
  })
  expect(said(changesBetween(released, announced, '2026-01-01'))).toEqual([
    'additive: `tagBook` (Tag a book) is deprecated since 2026-01-01 and ends on 2026-11-20. (Tag a book (PUT /books/{isbn}))',
  ])
  const remove: Edit = ({ document }) => {
    delete document.paths?.['/books/{isbn}']?.put
  }
  expect(said(after(remove, '2026-11-19', announced))).toEqual([
    'breaking: Integrators can no longer tag a book: the operation was removed. (Tag a book (PUT /books/{isbn}))',
  ])
  expect(said(after(remove, '2026-11-20', announced))).toEqual([
    'ended: `tagBook` has ended, as announced for 2026-11-20. (Tag a book (PUT /books/{isbn}))',
  ])
})
