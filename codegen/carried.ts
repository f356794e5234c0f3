import { parameterLoss } from './carried-parameter.ts'
import { checkSchema, escapePointer, type Report } from './carried-schema.ts'
import { type Document, isReference, methods, type PathItem, resolve } from './document.ts'
import { identifier } from './names.ts'

/** A part of a document that the generated layer would lose. Thrown rather than losing it. */
export class NotCarriedError extends Error {
  override name = 'NotCarriedError'
  readonly losses: readonly string[]

  constructor(losses: readonly string[]) {
    super(`the generated layer cannot carry this document:\n  ${losses.join('\n  ')}`)
    this.losses = losses
  }
}

/** Component schemas that reach themselves; the emitted constants could not be ordered. */
const checkCycles = (document: Document, report: Report) => {
  const schemas = document.components?.schemas ?? {}
  const done = new Set<string>()
  const visit = (part: unknown, trail: readonly string[]): void => {
    if (typeof part !== 'object' || part === null) return
    if ('$ref' in part && typeof part.$ref === 'string') {
      const name = part.$ref.replace('#/components/schemas/', '')
      if (trail.includes(name))
        report('a schema that contains itself', `#/components/schemas/${name}`)
      else if (!done.has(name)) {
        visit(schemas[name], [...trail, name])
        done.add(name)
      }
    }
    for (const value of Object.values(part)) visit(value, trail)
  }
  for (const [name, schema] of Object.entries(schemas)) visit(schema, [name])
}

const checkPaths = (document: Document, where: '#/paths' | '#/webhooks', report: Report) => {
  const paths: Record<string, PathItem> =
    (where === '#/paths' ? document.paths : document.webhooks) ?? {}
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const at = `${where}/${escapePointer(path)}/${method}`
      if (!operation.operationId) report('an operation without `operationId`', at)
      for (const status of Object.keys(operation.responses ?? {}))
        if (where === '#/paths' && !/^[1-5][0-9]{2}$/.test(status))
          report(`the response \`${status}\` (name each status)`, `${at}/responses`)
      for (const part of ['callbacks', 'servers']) if (part in operation) report(`\`${part}\``, at)
      if (where === '#/webhooks') continue
      for (const part of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
        const loss = parameterLoss(resolve(document.components?.parameters, part), document)
        if (loss) report(loss, isReference(part) ? part.$ref : `${at}/parameters`)
      }
    }
  }
}

/** Component schemas whose names become one identifier. */
const checkIdentifiers = (document: Document, report: Report) => {
  const taken = new Set<string>()
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    if (taken.has(identifier(name)))
      report(
        `a name that another has as an identifier (${identifier(name)})`,
        `#/components/schemas/${escapePointer(name)}`,
      )
    taken.add(identifier(name))
  }
}

/** Every schema that stands inside a parameter, header or media type, with where it stands. */
const checkInline = (part: unknown, where: string, report: Report): void => {
  if (typeof part !== 'object' || part === null) return
  for (const [key, value] of Object.entries(part)) {
    const at = `${where}/${escapePointer(key)}`
    if (key === 'schema' && typeof value === 'object')
      checkSchema(value, at, report, 'in' in part && 'name' in part ? 'parameter' : undefined)
    else if (key !== 'example' && key !== 'examples' && key !== 'schemas')
      checkInline(value, at, report)
  }
}

/**
 * Refuses a document of which the generated layer would silently lose something.
 * @throws {NotCarriedError} naming every keyword that is not carried and where it stands.
 */
export const checkCarried = (document: Document): void => {
  const losses: string[] = []
  const report: Report = (what, where) => losses.push(`${what} at ${where}`)
  if (!/^3\.1\./.test(document.openapi)) report(`OpenAPI ${document.openapi} (3.1 is)`, '#/openapi')
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    checkSchema(schema, `#/components/schemas/${escapePointer(name)}`, report)
  checkInline(document, '#', report)
  checkPaths(document, '#/paths', report)
  checkPaths(document, '#/webhooks', report)
  checkIdentifiers(document, report)
  if (losses.length === 0) checkCycles(document, report)
  if (losses.length > 0) throw new NotCarriedError(losses)
}
