import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Document, Parameter, Schema } from '../../codegen/model/document.ts'
import { readDocument } from '../../codegen/model/read-document.ts'
import { changesBetween, type Finding } from './judge.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const released = await readDocument(path('../../codegen/testing/library.yaml'))

type Edit = (parts: {
  document: Document
  schemas: Record<string, Schema>
  fields: (schema: string) => Record<string, Schema>
  parameters: (Parameter | { $ref: string })[]
}) => void

/** The findings on the library's document, of which a copy was edited. */
const after = (edit: Edit, today = '2026-11-20', base: Document = released): Finding[] => {
  const document = structuredClone(base)
  const schemas = document.components?.schemas ?? {}
  const parameters = document.paths?.['/books']?.get?.parameters ?? []
  edit({ document, schemas, fields: (name) => schemas[name]?.properties ?? {}, parameters })
  return changesBetween(base, document, today)
}

const said = (findings: Finding[]) =>
  findings.map(({ kind, sentence, places }) => `${kind}: ${sentence} (${places.join('; ')})`)

test('what breaks senders and readers is said to them, with every operation where they meet it', () => {
  const findings = after(({ document, schemas, fields, parameters }) => {
    // Removed from what is read; narrowed in what is sent; a new parameter that must be sent.
    delete fields('Book').isbn
    schemas.Book = { ...schemas.Book, required: schemas.Book?.required?.slice(1) ?? [] }
    Object.assign(fields('NewBook').title ?? {}, { maxLength: 20 })
    parameters.push({ name: 'branch', in: 'query', required: true, schema: { type: 'string' } })
    // Widened in what is read.
    Object.assign(fields('Book').price ?? {}, { exclusiveMaximum: 5000 })
    Object.assign(fields('Book').title ?? {}, { type: ['string', 'null'] })
    // Required from now on; another default; another name for a generated client.
    schemas.NewBook = { ...schemas.NewBook, required: ['title', 'isForSale', 'price'] }
    Object.assign(document.components?.parameters?.limit?.schema ?? {}, { default: 25 })
    Object.assign(document.paths?.['/books']?.post ?? {}, { operationId: 'createBook' })
    // Gone: an answer, an operation, an event.
    delete document.paths?.['/books/{isbn}']?.get?.responses?.['404']
    delete document.paths?.['/books/{isbn}']?.put
    delete document.webhooks?.['book.lent']
  })
  expect(said(findings).toSorted()).toEqual([
    'breaking: Integrators who count on `price` of a book being below 1,000 can no longer: the bound is now 5,000. (List books (GET /books); Add a book (POST /books); Get a book (GET /books/{isbn}))',
    'breaking: Integrators who leave out `limit` will be answered otherwise: it stood for 10, and now for 25. (List books (GET /books))',
    'breaking: Integrators who leave out `price` will be refused: it is required from now on. (Add a book (POST /books))',
    'breaking: Integrators who read `isbn` of a book will no longer find it. (List books (GET /books); Add a book (POST /books); Get a book (GET /books/{isbn}))',
    'breaking: Integrators who read `title` of a book as string will also meet null. (List books (GET /books); Add a book (POST /books); Get a book (GET /books/{isbn}))',
    'breaking: Integrators who send `title` of more than 20 characters will be refused; until now the bound was 200. (Add a book (POST /books))',
    'breaking: Integrators who tag a book can no longer: the operation is gone. (Tag a book (PUT /books/{isbn}))',
    'breaking: Integrators who wait for 404 will no longer get it. (Get a book (GET /books/{isbn}))',
    'breaking: Integrators whose clients are generated must change their programs: `addBook` is called `createBook` now. (Add a book (POST /books))',
    'breaking: Integrators, all of them, will be refused until they send `branch`: it is new, and required. (List books (GET /books))',
    'breaking: Subscribers of `book.lent` will hear no more of it: the event is gone. (book.lent)',
  ])
})

test('a value more breaks those who read it and frees those who send it', () => {
  const findings = after(({ fields, schemas }) => {
    schemas.Genre = { ...schemas.Genre, enum: ['novel', 'poetry', 'drama'] }
    Object.assign(fields('Lent'), { isbn: { type: 'string', enum: ['1'] } })
  })
  expect(said(findings)).toEqual([
    'additive: `drama` may be sent as `genre`. (List books (GET /books))',
    'breaking: Integrators whose programs know every value of `genre` of a book will meet `drama`, which they do not know. (List books (GET /books); Add a book (POST /books); Get a book (GET /books/{isbn}))',
    'additive: `isbn` will never be anything but `1`. (book.lent)',
  ])
})

test('what adds breaks nobody, and says by which name a changelog must call it', () => {
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
  })
  expect(findings.map(({ kind, sentence, subject }) => [kind, sentence, subject])).toEqual([
    ['additive', '`branch` may be sent.', 'branch'],
    ['additive', '`weight` is new in a book.', 'weight'],
    ['additive', 'The bound `maxLength` of `title` is 300; it was 200.', 'title'],
    ['additive', '`weight` may be sent.', 'weight'],
    ['additive', '`removeBook` may answer 409.', '409'],
    ['additive', '`listShelves` is a new operation: List shelves.', 'listShelves'],
  ])
})

test('a new field that must be sent is not taken for an addition', () => {
  const findings = after(({ fields, schemas }) => {
    Object.assign(fields('NewBook'), { branch: { type: 'string' } })
    schemas.NewBook = { ...schemas.NewBook, required: ['title', 'isForSale', 'branch'] }
  })
  expect(
    findings.filter(({ kind }) => kind === 'breaking').map(({ sentence }) => sentence),
  ).toEqual(['Integrators who leave out `branch` will be refused: it is required from now on.'])
})

test('words, the order of parameters and the names of schemas are nobody’s concern', () => {
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

test('what is said to tools alone is nobody’s concern; a field may be called as extensions are', () => {
  const noted = structuredClone(released)
  const note = { 'x-note': { to: ['tools'] }, 'x-client-method': 'shop.lend' }
  const { parameters = {}, schemas = {}, securitySchemes = {} } = noted.components ?? {}
  const { get } = noted.paths?.['/books'] ?? {}
  const lent = noted.webhooks?.['book.lent']?.post
  const parts = [noted, noted.info, get, lent, schemas.Book, schemas.Book?.properties?.title]
  const all = [...parts, get?.responses?.['200'], ...Object.values(parameters)]
  for (const part of [...all, ...Object.values(securitySchemes)]) Object.assign(part ?? {}, note)
  Object.assign(lent ?? {}, {
    parameters: [{ name: 'X-Signature', in: 'header', schema: { type: 'string' }, ...note }],
  })
  const signed = structuredClone(noted)
  Object.assign(signed.webhooks?.['book.lent']?.post?.parameters?.[0] ?? {}, { 'x-note': {} })
  expect(changesBetween(noted, signed, '2026-11-20')).toEqual([])
  Object.assign(lent ?? {}, { parameters: undefined })
  expect(changesBetween(released, noted, '2026-11-20')).toEqual([])
  expect(changesBetween(noted, released, '2026-11-20')).toEqual([])

  const named = after(({ fields }) =>
    Object.assign(fields('Book'), { 'x-ray': { type: 'string', 'x-note': 'why' } }),
  )
  expect(named.map(({ sentence }) => sentence)).toEqual(['`x-ray` is new in a book.'])
})

test('an operation may go once the end that it announced is over, and not a day before', () => {
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
    'breaking: Integrators who tag a book can no longer: the operation is gone. (Tag a book (PUT /books/{isbn}))',
  ])
  expect(said(after(remove, '2026-11-20', announced))).toEqual([
    'ended: `tagBook` has ended, as announced for 2026-11-20. (Tag a book (PUT /books/{isbn}))',
  ])
})

test('the released document is one that can be compared, and it is of v1', () => {
  const text = readFileSync(path('../released/v1.json'), 'utf8')
  expect(JSON.parse(text).info.version).toMatch(/^1\.\d+\.\d+$/)
})
