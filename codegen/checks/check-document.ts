import { componentName, type Document } from '../model/document.ts'
import { escapePointer } from '../model/pointer.ts'
import { schemasOf } from '../model/walk-schemas.ts'
import { checkIdentifiers, checkOperationIds, checkSecuritySchemes } from './check-names.ts'
import { checkPath, checkWebhook } from './check-operations.ts'
import { checkSchema } from './check-schema.ts'
import { checkValues } from './check-values.ts'
import type { Report } from './report.ts'
import { UnsupportedError } from './unsupported-error.ts'

const dialects = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
]

const checkVersions = ({ openapi, jsonSchemaDialect = dialects[0] }: Document, report: Report) => {
  if (!/^3\.1\./.test(openapi)) report(`OpenAPI ${openapi} (use 3.1)`, '#/openapi')
  if (!dialects.includes(jsonSchemaDialect ?? ''))
    report(`the dialect ${jsonSchemaDialect} (use 2020-12)`, '#/jsonSchemaDialect')
}

/** Reports numbers that YAML has and JSON lacks. */
const checkNumbers = (part: unknown, where: string, report: Report): void => {
  if (typeof part === 'number' && !Number.isFinite(part)) report(`the number ${part}`, where)
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part))
    checkNumbers(value, `${where}/${escapePointer(name)}`, report)
}

/** Reports recursive component schemas: the emitted constants could not be ordered. */
const checkCycles = (document: Document, report: Report) => {
  const schemas = document.components?.schemas ?? {}
  const done = new Set<string>()
  const visit = (part: unknown, trail: readonly string[]): void => {
    if (typeof part !== 'object' || part === null) return
    if ('$ref' in part && typeof part.$ref === 'string') {
      const name = componentName(part.$ref)
      if (trail.includes(name))
        report('a schema that contains itself', `#/components/schemas/${escapePointer(name)}`)
      else if (!done.has(name)) {
        visit(schemas[name], [...trail, name])
        done.add(name)
      }
    }
    for (const value of Object.values(part)) visit(value, trail)
  }
  for (const [name, schema] of Object.entries(schemas)) visit(schema, [name])
}

const checkParts = (document: Document, report: Report) => {
  checkVersions(document, report)
  checkNumbers(document, '#', report)
  const names = Object.keys(document.components?.schemas ?? {}).map(
    (name) => `#/components/schemas/${escapePointer(name)}`,
  )
  for (const found of schemasOf(document)) checkSchema(found, new Set(names), report)
  for (const [path, item] of Object.entries(document.paths ?? {}))
    checkPath(document, path, item, `#/paths/${escapePointer(path)}`, report)
  for (const [name, item] of Object.entries(document.webhooks ?? {}))
    checkWebhook(document, name, item, report)
  checkOperationIds(document, report)
  checkSecuritySchemes(document, report)
}

/**
 * Rejects a document with parts that the generator would ignore.
 * @throws {UnsupportedError} with every such part and its JSON pointer.
 */
export const checkDocument = (document: Document): void => {
  const parts = new Set<string>()
  const report: Report = (what, where) => parts.add(`${what} at ${where}`)
  // Later checks rely on earlier ones.
  for (const check of [checkParts, checkCycles, checkIdentifiers, checkValues]) {
    check(document, report)
    if (parts.size > 0) throw new UnsupportedError([...parts])
  }
}
