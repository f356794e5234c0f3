import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Document } from '../codegen/model/document.ts'
import { DocumentProblem, mustCompile } from './documents.ts'

const text = readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')

const withChange = (from: string | RegExp, to: string): Document =>
  JSON.parse(text.replace(from, to))

test('every schema of the document compiles', () => {
  mustCompile(JSON.parse(text))
})

test.each([
  [
    'a pattern that is none',
    /"maxLength":\s*254,/,
    '"maxLength": 254, "x": 1, "minLength": -1,',
    /^components\.schemas\.\w+ is no JSON Schema/,
  ],
  [
    'a type that is none',
    /"type":\s*"array",\s*"items":/,
    '"type": "list", "items":',
    / is no JSON Schema: .*type/,
  ],
  [
    'a reference to nothing',
    '#/components/schemas/Order"',
    '#/components/schemas/Nothing"',
    / is no JSON Schema: .*Nothing/,
  ],
  [
    'a bound that is no number',
    /"maximum":\s*1000,/,
    '"maximum": "1000",',
    /^components\.parameters\.limit\.schema is no JSON Schema: .*maximum/,
  ],
])('%s is refused, and the place is named', (_, from, to, message) => {
  const broken = withChange(from, to)
  expect(() => mustCompile(broken)).toThrow(DocumentProblem)
  expect(() => mustCompile(broken)).toThrow(message)
})
