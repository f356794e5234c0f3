import {
  type BaseResolver,
  createConfig,
  type Document,
  detectSpec,
  getTypes,
  lintDocument,
} from '@redocly/openapi-core'
import type { Finding } from './model/findings.ts'
import { misspelt } from './model/names.ts'
import { stepInto, steps } from './model/pointer.ts'
import { isObject } from './runtime/check.ts'
import { article } from './schema/keyword-checks.ts'

/**
 * Compares a document and the files that it refers to with the fields of OpenAPI or Swagger 2.0. Removes parts that
 * are empty or of another shape, so that the rest can be read. Schemas are checked when they are read.
 * @returns what was found. The pointer to a part of another file begins with its path.
 */
export const checkShape = async (
  document: Document,
  externalRefResolver: BaseResolver & { documents: readonly Document[] },
): Promise<Finding[]> => {
  const { parsed } = document
  if (!isObject(parsed)) return []
  const findings = readVersion(parsed)
  if (!/^(?:3\.[012]\.|2\.0$)/.test(String(parsed.openapi ?? parsed.swagger))) return findings
  const config = await createConfig({ rules: { struct: 'error' } })
  const types = getTypes(detectSpec(parsed))
  const ofVersion = 'MediaType' in types ? { NamedMediaTypes } : {}
  const customTypes = { ...types, Schema: anySchema, ...ofVersion }
  const problems = await lintDocument({ document, customTypes, externalRefResolver, config })
  const files = [document, ...externalRefResolver.documents]
  for (const { message, suggest, location } of problems) {
    const [place] = location
    const { source, pointer = '#' } = place ?? { source: document.source }
    const root = files.find((each) => each.source.absoluteRef === source.absoluteRef)?.parsed
    const found = findingOf(message, suggest, pointer)
    if (!found) continue
    const { isKept, ...rest } = found
    // The model reports parameters that are none.
    if (!isKept && !/\/parameters\/[0-9]+$/.test(pointer)) remove(root, pointer)
    const prefix = root === parsed ? '' : source.absoluteRef
    findings.push({ ...rest, pointer: `${prefix}${pointer}` })
  }
  return findings
}

/** Schemas have keywords of other names, too. */
const anySchema = { properties: {}, additionalProperties: null }

/** Each of `components.mediaTypes` is a media type. Redocly takes it for a map of them. */
const NamedMediaTypes = { properties: {}, additionalProperties: 'MediaType' }

/** Writes a version that YAML has read as a number as OpenAPI does. */
function readVersion(parsed: Record<string, unknown>): Finding[] {
  const { openapi, swagger } = parsed
  if (swagger === 2) parsed.swagger = '2.0'
  if (!/^3\.[012]$/.test(String(openapi))) return []
  parsed.openapi = `${openapi}.0`
  const message = `the version ${openapi} is read as \`${openapi}.0\`. Write it as a text with three numbers`
  return [{ severity: 'warning', message, kind: 'version', pointer: '#/openapi' }]
}

/** Returns the finding of a problem; undefined for one that is found elsewhere, or has no effect. */
function findingOf(message: string, suggest: readonly string[], pointer: string) {
  const path = steps(pointer)
  if (path.some((step) => step.startsWith('x-'))) return undefined
  const last = path.at(-1) ?? ''
  const isItem = /^[0-9]+$/.test(last) && path.at(-2) !== 'responses'
  const own = last === '' ? 'the file' : `\`${last}\``
  const name = isItem ? `an item of \`${path.at(-2)}\`` : own
  const found = expected.exec(message)
  if (found) return otherShape(found, { name, isItem, pointer })
  if (message.startsWith('Must contain'))
    return last === ''
      ? undefined
      : finding(false, `${name} has no \`schema\`, and is not checked`, 'no schema')
  if (!message.startsWith('Property ') || path.at(-2) === 'responses') return undefined
  // The model reports paths without a slash.
  if (path.length === 2 && path[0] === 'paths') return undefined
  const meant = misspelt(last, suggest)
  const hint = meant === undefined ? '' : `. Did you mean \`${meant}\`?`
  const isDecisive = meant !== undefined && decisive.test(meant)
  const what = `${name} is no field of OpenAPI here, and is ignored${hint}`
  return { ...finding(isDecisive, what, 'unknown field'), isOfKey: true }
}

/** Returns the finding of a part that is empty or of another type, and thus removed. */
function otherShape(
  [, type = '', structure, given = '']: RegExpExecArray,
  { name, isItem, pointer }: { name: string; isItem: boolean; pointer: string },
) {
  const isScopes = scopes.test(pointer)
  if (type === 'Schema' && given === 'boolean') return undefined
  if (given === 'null' && isScopes) {
    // Without its scopes, a requirement would be none.
    const what = `${name} is empty, and is read as \`[]\`. Write \`[]\``
    return finding(false, what, 'empty part', false)
  }
  if (given === 'null') {
    const what = `${name} is empty${isItem ? '' : ', and is ignored'}. Fill it, or remove it`
    return { ...finding(isItem, what, 'empty part', false), isOfKey: !isItem }
  }
  // Values of server variables are often written as numbers.
  const isText = type === 'string' && steps(pointer).includes('variables')
  if (isText && /integer|number|boolean/.test(given)) {
    const what = `${name} is ${article(given)}, and is read as a string. Quote it`
    return finding(false, what, 'other type')
  }
  const isError = structure !== undefined || isScopes
  const ignored = isError ? '' : ', and is ignored'
  const what = `${name} must be ${article(structure ?? type)}, not ${article(given)}${ignored}`
  return finding(isError, what, 'other type', false)
}

/** The pointer to the scopes of a security requirement. */
const scopes = /\/security\/[0-9]+\/[^/]+$/

const expected = /^Expected type `([^`]+)`(?: \((\w+)\))? but got `(\w+)`/

function finding(isError: boolean, message: string, kind: string, isKept = true) {
  return { severity: isError ? ('error' as const) : ('warning' as const), message, kind, isKept }
}

/** Fields without which requests are not served, not checked or not authenticated. */
const decisive =
  /^(?:paths|components|security|securitySchemes|parameters|requestBody|responses|content|headers|encoding|servers|url|schemas?|required|style|explode|get|put|post|delete|options|head|patch|trace|query)$/

/**
 * Removes a part. An item of a list becomes empty: pointers to the others stay as they are. So do scopes, and `info`,
 * which is required.
 */
function remove(root: unknown, pointer: string): void {
  const path = steps(pointer)
  const name = path.pop()
  const parent = path.reduce(stepInto, root)
  if (name === undefined || typeof parent !== 'object' || parent === null) return
  if (scopes.test(pointer)) Reflect.set(parent, name, [])
  else if (Array.isArray(parent) || pointer === '#/info') Reflect.set(parent, name, {})
  else Reflect.deleteProperty(parent, name)
}
