import { expect, test } from 'vitest'
import { type Document, methods } from '../../packages/openapi-hono/model/document.ts'
import { readOperations, readWebhooks } from '../../packages/openapi-hono/model/model.ts'
import { schemasOf } from '../../packages/openapi-hono/schema/walk-schemas.ts'
import { library } from '../../tests/kit/generator/library.ts'
import { read } from '../../tests/kit/project.ts'
import { emitReference, mergeMethods } from './reference-markdown.ts'

const ours = (): Document => JSON.parse(read('generated/openapi.json'))

/** Returns the library's document with a tag of its operations, as the lint rules ask of ours. */
const tagged = async (): Promise<Document> => {
  const document = structuredClone((await library()).document)
  for (const item of Object.values(document.paths ?? {}))
    for (const method of methods) Object.assign(item[method] ?? {}, { tags: ['Books'] })
  return { ...document, tags: [{ name: 'Books' }] }
}

/** Returns a text as the page has it, with links and headings adjusted. */
const plain = (text: string) => text.replaceAll(/\]\(#[^)]*\)/g, ']')

const onOneLine = (text: string) =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')

/** Returns everything that the page must contain: names, texts, bounds and messages. */
const soughtIn = (document: Document): string[] => {
  const operations = readOperations(mergeMethods(document))
  const ofOperations = operations.flatMap(({ id, path, summary, description, ...rest }) => [
    id,
    path,
    summary,
    description,
    ...rest.parameters.flatMap(({ name, description: words = '' }) => [`\`${name}\``, words]),
    ...rest.replies.flatMap(({ status, description: words, examples, headers }) => [
      `**${status}`,
      words,
      ...headers.map(({ name }) => name),
      ...examples.map(({ name }) => `\`${name}\``),
      ...examples.map(({ value }) =>
        typeof value === 'string' ? value : JSON.stringify(value, null, 2),
      ),
    ]),
    ...(rest.body?.examples ?? []).map(({ value }) => JSON.stringify(value, null, 2)),
  ])
  const ofEvents = readWebhooks(document).flatMap(({ name, description, examples, replies }) => [
    name,
    description,
    ...replies.map(({ description: words }) => words),
    ...examples.map(({ value }) => JSON.stringify(value, null, 2)),
  ])
  const ofSchemas = schemasOf(document).flatMap(({ schema, where }) => {
    if (/\/(?:if|then)\//.test(where)) return []
    const { properties = {}, enum: values = [], pattern } = schema
    const { maximum, minimum, maxLength } = schema
    return [
      ...Object.keys(properties).map((name) => `${name}\``),
      ...values.map((value) => `\`${value}\``),
      ...[maximum, minimum, maxLength].flatMap((bound) =>
        bound === undefined ? [] : [bound.toLocaleString('en-US')],
      ),
      ...(pattern === undefined
        ? []
        : [schema['x-pattern-words'] ?? pattern.replaceAll('|', '\\|')]),
    ]
  })
  return [...ofOperations, ...ofEvents, ...ofSchemas].filter((text) => text !== '')
}

test.each<[string, () => Document | Promise<Document>]>([
  ['our document', ours],
  ['another', tagged],
])('everything in %s is on its page', async (_, read) => {
  const document = await read()
  const page = plain(emitReference(document))
  const missing = soughtIn(document).filter(
    (text) => !page.includes(plain(text)) && !page.includes(plain(onOneLine(text))),
  )
  expect(missing).toEqual([])
})

test('our page has no sources and no patterns', () => {
  const page = emitReference(ours())
  expect(page).not.toMatch(/§|designed: |designed because/)
  expect(page).not.toContain('matches `')
})

test('a path whose methods all do the same has one section', () => {
  const page = emitReference(ours())
  expect(page.match(/^### Check the key/gm)).toHaveLength(1)
  expect(page).toContain('every other method gives the same response')
})
