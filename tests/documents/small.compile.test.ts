import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileFiles } from '../../testkit/compile.ts'
import { type Outcome, tryDocument } from './try-document.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const documents = readdirSync(path('small')).map((name): [string, string] =>
  name === 'split' ? ['split', 'split/openapi.yaml'] : [name.replace('.yaml', ''), name],
)

// Inside the repository, so that the layers find their packages.
const layers = mkdtempSync(path('../../dist/small-'))
const outcomes = new Map<string, Outcome>()

beforeAll(async () => {
  for (const [name, file] of documents)
    outcomes.set(
      name,
      await tryDocument(path(`small/${file}`), join(layers, name), { schemas: 50, values: 100 }),
    )
})

afterAll(() => rmSync(layers, { recursive: true }))

test.each(documents)('the checks of %s have the judge’s verdicts', (name) => {
  expect(outcomes.get(name)?.disagreements).toEqual([])
})

test('all layers compile', () => {
  const files = documents.flatMap(([name]) =>
    readdirSync(join(layers, name))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(layers, name, file)),
  )
  expect(compileFiles(files)).toEqual([])
})

/** The findings in a document, without the folder. */
const findings = (name: string) =>
  readFileSync(join(layers, name, 'findings.txt'), 'utf8').replaceAll(path('small/'), '')

test('what is ignored or read in another way is reported with its place, all at once', () => {
  expect(findings('careless')).toMatchInlineSnapshot()
  expect(findings('split')).toMatchInlineSnapshot()
})
