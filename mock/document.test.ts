import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Document } from '../codegen/model/document.ts'
import { assertSchemasCompile, UnusableDocumentError } from './document.ts'

const text = readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')

const withChange = (from: string | RegExp, to: string): Document =>
  JSON.parse(text.replace(from, to))

test('every schema of the document compiles', () => {
  assertSchemasCompile(JSON.parse(text))
})

test.each([
  [
    'an invalid pattern',
    /"maxLength":\s*254,/,
    '"maxLength": 254, "x": 1, "minLength": -1,',
    /^components\.schemas\.\w+ is not a valid JSON Schema/,
  ],
  [
    'an invalid type',
    /"type":\s*"array",\s*"items":/,
    '"type": "list", "items":',
    / is not a valid JSON Schema: .*type/,
  ],
  [
    'a dangling reference',
    '#/components/schemas/Order"',
    '#/components/schemas/Nothing"',
    / is not a valid JSON Schema: .*Nothing/,
  ],
  [
    'a bound that is not a number',
    /"maximum":\s*1000,/,
    '"maximum": "1000",',
    /^components\.parameters\.limit\.schema is not a valid JSON Schema: .*maximum/,
  ],
])('%s is rejected with its place', (_, from, to, message) => {
  const broken = withChange(from, to)
  expect(() => assertSchemasCompile(broken)).toThrow(UnusableDocumentError)
  expect(() => assertSchemasCompile(broken)).toThrow(message)
})
