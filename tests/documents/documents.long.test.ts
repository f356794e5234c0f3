import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Document } from '../../packages/openapi-hono/model/document.ts'
import { compileFiles, compileLayers } from '../kit/compile.ts'
import { generateLayer } from '../kit/generator/layer.ts'
import { makeFolderInProject } from '../kit/temporary-folder.ts'
import { type Outcome, tryDocument } from './try-document.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const documents = readdirSync(path('small')).map((name): [string, string] =>
  name === 'split' ? ['split', 'split/openapi.yaml'] : [name.replace('.yaml', ''), name],
)

const { path: layers, remove } = makeFolderInProject()
const outcomes = new Map<string, Outcome>()

beforeAll(async () => {
  for (const [name, file] of documents)
    outcomes.set(
      name,
      await tryDocument(path(`small/${file}`), join(layers, name), { schemas: 50, values: 100 }),
    )
})

afterAll(remove)

test.each(documents)('the checks of %s have the judge’s verdicts', (name) => {
  expect(outcomes.get(name)?.disagreements).toEqual([])
})

test.each(documents)('the mount serves the stubs of %s, and the judge accepts them', (name) => {
  const outcome = outcomes.get(name)
  expect(outcome?.unserved).toEqual([])
  expect(outcome?.served).toBe(outcome?.stubs)
})

test('all layers compile, with settings that the repository does not have', () => {
  const files = documents.flatMap(([name]) =>
    readdirSync(join(layers, name))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(layers, name, file)),
  )
  const settings = { noPropertyAccessFromIndexSignature: true, noImplicitReturns: true }
  expect(compileFiles(files, settings)).toEqual([])
})

test('what is ignored or read in another way is reported with its place, all at once', () => {
  const places = (name: string) =>
    readFileSync(join(layers, name, 'findings.txt'), 'utf8')
      .replaceAll(path('small/'), '')
      .match(/^.*?:\d+:\d+(?=: warning: )/gm)
  const lines = [
    '6:134',
    '12:17',
    '15:22',
    '16:22',
    '16:22',
    '16:22',
    '17:22',
    '18:22',
    '19:22',
    '19:22',
    '20:22',
  ]
  expect(places('careless')).toEqual(
    [...lines, '21:22', '25:17', '6:7', '6:7'].map((line) => `careless.yaml:${line}`),
  )
  expect(places('swagger')).toEqual(
    ['16:13', '1:1', '14:18', '30:44'].map((at) => `swagger.yaml:${at}`),
  )
  expect(places('split')).toEqual(['split/paths/nodes.yaml:3:50', 'split/schemas/Node.yaml:4:9'])
})

/** The compiler's time grows with the square of their number. */
const parameters = Array.from({ length: inject('isThorough') ? 600 : 150 }, (_, i) => ({
  name: `limit_${i}`,
  in: 'query',
  schema: { type: 'integer', maximum: 5 },
}))

const many: Document = {
  openapi: '3.1.0',
  info: { title: 'many-parameters', version: '1' },
  paths: { '/things': { get: { parameters, responses: { 204: { description: 'Nothing.' } } } } },
}

test('layers of small documents compile with every strict option', {
  timeout: 120_000,
}, async () => {
  const made = parseAllDocuments(readFileSync(path('made.yaml'), 'utf8')).map((each) => each.toJS())
  const folders: string[] = []
  for (const document of [many, ...made])
    folders.push(await generateLayer(document.info.title, document))
  expect(compileLayers(folders)).toEqual([])
})
