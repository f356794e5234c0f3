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

test.each(documents)('the mount serves the stubs of %s, and the judge accepts them', (name) => {
  const outcome = outcomes.get(name)
  expect(outcome?.unserved).toEqual([])
  expect(outcome?.served).toBe(outcome?.stubs)
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
  expect(findings('careless')).toMatchInlineSnapshot(`
    "careless.yaml:6:134: warning: \`required\` is not of the form that JSON Schema gives it (strings), and is ignored (#/paths/~1careless/get/parameters/1/schema)
    careless.yaml:12:17: warning: \`nullable\` is no keyword of OpenAPI 3.1. It is read as in OpenAPI 3.0 (#/paths/~1careless/get/responses/200/content/application~1json/schema)
    careless.yaml:15:22: warning: \`type\` is not of the form that JSON Schema gives it (types), and is ignored (#/paths/~1careless/get/responses/200/content/application~1json/schema/properties/a)
    careless.yaml:16:22: warning: \`nullable\` is no keyword of OpenAPI 3.1. It is read as in OpenAPI 3.0 (#/paths/~1careless/get/responses/200/content/application~1json/schema/properties/b)
    careless.yaml:16:22: warning: the pattern ^[\\w\\_]+$ is not a Unicode regular expression, and is read without the flag \`u\` (#/paths/~1careless/get/responses/200/content/application~1json/schema/properties/b)
    careless.yaml:17:22: warning: the pattern (?<!)( is not a regular expression, and is not checked (#/paths/~1careless/get/responses/200/content/application~1json/schema/properties/c)
    careless.yaml:18:22: warning: the pattern ^(a+)+$ can take exponential time (#/paths/~1careless/get/responses/200/content/application~1json/schema/properties/d)
    careless.yaml:19:22: warning: \`nullable\` is no keyword of OpenAPI 3.1. It is read as in OpenAPI 3.0 (#/paths/~1careless/get/responses/200/content/application~1json/schema/properties/e)
    careless.yaml:20:22: warning: \`items\` is a list, and is read as \`prefixItems\` (#/paths/~1careless/get/responses/200/content/application~1json/schema/properties/f)
    careless.yaml:21:22: warning: \`dependencies\` is no keyword of JSON Schema 2020-12, and is ignored (#/paths/~1careless/get/responses/200/content/application~1json/schema/properties/g)
    careless.yaml:6:7: warning: the path parameter \`page\` is not in the path, and is ignored (#/paths/~1careless/get)
    careless.yaml:6:239: warning: OpenAPI has no style for \`range\` in \`filter\`: it is not read (#/paths/~1careless/get/parameters/2/schema)
    "
  `)
  expect(findings('split')).toMatchInlineSnapshot(`
    "split/paths/nodes.yaml:3:50: warning: \`nullable\` is no keyword of OpenAPI 3.1. It is read as in OpenAPI 3.0 (#/paths/~1nodes/get/parameters/0/schema)
    split/schemas/Node.yaml:4:9: warning: \`bogus\` is no keyword of JSON Schema 2020-12, and is ignored (#/components/schemas/Node/properties/name)
    "
  `)
})
