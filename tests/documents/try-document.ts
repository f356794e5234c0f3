import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  registerSchema,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12'
import { Hono } from 'hono'
import { Layer } from '../../packages/openapi-hono/emit/layer.ts'
import { generate } from '../../packages/openapi-hono/generate.ts'
import {
  componentName,
  type Document,
  type Schema,
} from '../../packages/openapi-hono/model/document.ts'
import type {
  Content,
  Operation,
  PlacedParameter,
} from '../../packages/openapi-hono/model/model.ts'
import { escapePointer } from '../../packages/openapi-hono/model/pointer.ts'
import { findingLine, read } from '../../packages/openapi-hono/read-document.ts'
import * as check from '../../packages/openapi-hono/runtime/check.ts'
import { kindOf } from '../../packages/openapi-hono/runtime/media-types.ts'
import { sample } from '../../packages/openapi-hono/schema/sample.ts'
import { schemasOf } from '../../packages/openapi-hono/schema/walk-schemas.ts'
import { queryPairs, segment } from '../kit/generator/serialise.ts'
import { valuesFor } from '../kit/generator/values-for.ts'

export type Outcome = {
  operations: number
  warnings: number
  /** In seconds. */
  generated: number
  /** In bytes. */
  size: number
  /** The pairs of a schema and a value that were judged, and those that are valid. */
  judged: number
  valid: number
  stubs: number
  /** The stubs that respond, and what is wrong with others. */
  served: number
  unserved: string[]
  disagreements: string[]
}

type Scope = { schemas: number; values: number }

const uri = 'https://document.invalid/document'
const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** Returns schemas of a document, evenly chosen: components first, then those that are written inline. */
const chosen = (document: Document, most: number): string[] => {
  const components = Object.keys(document.components?.schemas ?? {}).map(
    (name) => `#/components/schemas/${escapePointer(name)}`,
  )
  const inline = [...schemasOf(document)]
    .map(({ where }) => where)
    .filter(
      (where) =>
        !where.includes('#', 1) && /\/(?:content\/[^/]+|parameters\/\d+)\/schema$/.test(where),
    )
  const pointers = [...components, ...inline]
  const step = Math.max(1, pointers.length / most)
  return Array.from(
    { length: Math.min(most, pointers.length) },
    (_, i) => pointers[Math.floor(i * step)] ?? '#',
  )
}

const encodeStep = (step: string) => (step === '#' ? step : encodeURIComponent(step))

/** The judge finds no path with a number sign. */
const withoutSigns = (path: string): string => path.replaceAll(/(?<!^)#/g, '!')

/** The judge takes every part with a `$schema` for a schema, examples too. All schemas are of one dialect here. */
const withoutDialect = (name: string, value: unknown): unknown =>
  name === '$schema' && typeof value === 'string' ? undefined : value

setShouldValidateSchema(false)

type Judge = (value: unknown) => boolean | undefined

/**
 * Returns the judges of the schemas at JSON pointers. They ask @hyperjump/json-schema, a validator without silent
 * errors on the official tests, and return undefined where it has no verdict.
 */
const judgesOf = async (document: Document, pointers: readonly string[]): Promise<Judge[]> => {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    withoutSigns(path),
    item,
  ])
  const text = JSON.stringify({ ...document, paths: Object.fromEntries(paths) }, withoutDialect)
  registerSchema(JSON.parse(text), uri, dialect)
  try {
    const judges: Judge[] = []
    for (const pointer of pointers) {
      const place = withoutSigns(pointer).split('/').map(encodeStep).join('/')
      const judge = await validate(`${uri}${place}`).catch((error: unknown) => {
        // Hyperjump reads patterns with the flag `u` alone.
        if (error instanceof SyntaxError) return undefined
        throw error
      })
      judges.push((value) => {
        try {
          return judge?.(JSON.parse(JSON.stringify(value))).valid
        } catch (error) {
          if (error instanceof RangeError) return undefined
          throw error
        }
      })
    }
    return judges
  } finally {
    unregisterSchema(uri)
  }
}

/** Returns a document in which no response must have what only requests have. */
const ofResponses = (given: Document): Document => {
  const document = structuredClone(given)
  const { schemas = {} } = document.components ?? {}
  const isWriteOnly = ({ $ref, writeOnly }: Schema): boolean =>
    writeOnly === true || ($ref !== undefined && schemas[componentName($ref)]?.writeOnly === true)
  for (const { schema } of schemasOf(document)) {
    const { properties = {}, required } = schema
    if (required) schema.required = required.filter((name) => !isWriteOnly(properties[name] ?? {}))
  }
  return document
}

/** Serves the stubs. Returns how many respond, and what is wrong with those that do not. */
const judgeStubs = async (path: string, layer: Layer) => {
  const responses = await serveStubs(path, layer)
  const bodies = responses.flatMap(({ id, pointer, json }) =>
    pointer === undefined ? [] : [{ id, pointer, json }],
  )
  const verdicts = await judgesOf(
    ofResponses(layer.document),
    bodies.map(({ pointer }) => pointer),
  )
  const wrong = bodies.filter(({ json }, i) => verdicts[i]?.(json) === false)
  const problems = responses.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [`${id}: ${problem}`],
  )
  return {
    served: responses.length - problems.length,
    unserved: [
      ...problems,
      ...wrong.map(({ id, json }) => `${id}: ${JSON.stringify(json).slice(0, 200)}`),
    ],
  }
}

/** Compares the emitted checks with Hyperjump's verdicts. */
const judge = async (layer: Layer, { schemas, values }: Scope) => {
  const { document } = layer
  const disagreements: string[] = []
  const found = { judged: 0, valid: 0, disagreements }
  const all = document.components?.schemas ?? {}
  const places = chosen(document, schemas).flatMap((pointer) => {
    const place = layer.place(pointer)
    return place && typeof place.schema === 'object'
      ? [{ pointer, place, schema: place.schema }]
      : []
  })
  const names = places.map(({ place }) => layer.checks.check(place))
  const code = `${layer.checks.code(false)}\nreturn [${names}]`
  const functions: readonly check.Check[] = new Function('check', code)(check)
  const verdicts = await judgesOf(
    document,
    places.map(({ pointer }) => pointer),
  )
  for (const [i, { pointer, schema }] of places.entries())
    for (const value of valuesFor(schema, all, values)) {
      const expected = verdicts[i]?.(value)
      if (expected === undefined) continue
      found.judged++
      if (expected) found.valid++
      const failures = check.failuresOf(
        functions[i] ?? check.all,
        JSON.parse(JSON.stringify(value)),
      )
      if ((failures.length === 0) === expected) continue
      found.disagreements.push(
        `${pointer}: ${JSON.stringify(value).slice(0, 200)}: ${expected ? JSON.stringify(failures[0]) : 'accepted'}`,
      )
    }
  return found
}

/**
 * Generates the layer of a document into a folder, and compares its checks with a judge.
 * @throws {UnsupportedError} when it cannot be carried.
 */
export const tryDocument = async (file: string, folder: string, scope: Scope): Promise<Outcome> => {
  const started = performance.now()
  const document = await read(file)
  const outputs = await generate(document)
  const generated = (performance.now() - started) / 1000
  // With the outputs that need zod, if it can express the document.
  const withZod = await generate(await read(file), true).catch(() => outputs)
  let size = 0
  for (const [output, text] of Object.entries(withZod)) {
    if (output.endsWith('.ts')) size += text.length
    mkdirSync(dirname(join(folder, output)), { recursive: true })
    writeFileSync(join(folder, output), text)
  }
  const warnings = document.findings.map((each) => findingLine(each, document.locate))
  writeFileSync(join(folder, 'findings.txt'), warnings.map((line) => `${line}\n`).join(''))
  const layer = new Layer(document.document, () => {})
  const operations = outputs['operations.txt']?.split('\n').length ?? 1
  const stubs = outputs['stubs.ts']?.match(/=> \((?:\{ status|accept ===)/g)?.length ?? 0
  return {
    operations: operations - 1,
    warnings: warnings.length,
    generated,
    size,
    stubs,
    ...(await judge(layer, scope)),
    ...(await judgeStubs(folder, layer)),
  }
}

/** Returns a valid value of a schema, if one is found. */
const validValue = (
  layer: Layer,
  schema: Schema,
  pointer: string,
  examples: readonly unknown[],
): unknown => {
  const place = layer.place(pointer)
  const made = Array.from({ length: 8 }, (_, i) => sample(schema, layer.schemas, i))
  return [...examples, ...made].find(
    (value) => place && layer.failuresOf(place, 'request', value).length === 0,
  )
}

const parameterValue = (layer: Layer, parameter: PlacedParameter): unknown => {
  const { schema = {}, pointer, example, in: place } = parameter
  const target = schema.$ref === undefined ? schema : layer.schemas[componentName(schema.$ref)]
  const item = target?.items && sample(target.items, layer.schemas)
  const given = [...(example === undefined ? [] : [example]), [item === '' ? 'x' : item], 'x']
  const value = validValue(layer, schema, pointer, given)
  // Most styles cannot write an object or an array without members, and no segment of a path is empty.
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  const isNested = Array.isArray(value) && typeof value[0] === 'object'
  const isLost = isEmpty || (isNested && parameter.contentType === undefined)
  return isLost || (place === 'path' && value === '') ? undefined : value
}

/** Returns the body of a request, and its content type. Undefined if no valid body is found. */
const bodyOf = (
  layer: Layer,
  { body, method }: Operation,
): { body?: string | FormData; type?: string } | undefined => {
  const [content] = body?.contents ?? []
  // `Request` has no body with these methods.
  if (!content || ['get', 'head'].includes(method)) return body?.required ? undefined : {}
  const { contentType, kind, schema = {}, pointer, examples } = content
  const given = examples.map((each) => each.value)
  const value = validValue(layer, schema, pointer, given)
  if (value === undefined && layer.isChecked(content, 'request'))
    return body?.required === true ? undefined : {}
  const type = contentType.includes('*') ? 'application/json' : contentType
  if (kind === 'json') return { body: JSON.stringify(value ?? null), type }
  if (kind !== 'form' && kind !== 'multipart')
    return { body: kind === 'text' ? String(value ?? '') : '', type }
  // No field says that a list has no items.
  if (Object.values(Object(value)).some((each) => Array.isArray(each) && each.length === 0))
    return undefined
  const form = new FormData()
  for (const [name, field] of Object.entries(Object(value)))
    for (const each of [field].flat())
      form.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each))
  if (kind === 'multipart') return { body: form }
  const fields = [...form].map(([name, each]): [string, string] => [name, String(each)])
  return { body: `${new URLSearchParams(fields)}`, type }
}

/** Returns a request to an operation, with its required parameters, if valid values are found. */
const requestTo = (layer: Layer, operation: Operation, basePath: string): Request | undefined => {
  const headers = new Headers()
  const query: string[] = []
  let path = operation.path
  for (const parameter of operation.parameters) {
    const { name, in: place, required, style, explode, contentType } = parameter
    if (required !== true) continue
    const value = parameterValue(layer, parameter)
    if (value === undefined) return undefined
    const json = contentType === undefined ? {} : { contentType }
    const declared = { name, style, explode, ...json }
    if (place === 'path') path = path.replaceAll(`{${name}}`, segment(declared, value))
    if (place === 'query') query.push(...queryPairs(declared, value))
    // Headers are not percent-encoded.
    if (place === 'header') headers.set(name, decodeURIComponent(segment(declared, value)))
    if (place === 'cookie') headers.append('Cookie', `${name}=${segment(declared, value)}`)
  }
  const given = bodyOf(layer, operation)
  if (!given) return undefined
  const { body, type } = given
  if (type !== undefined) headers.set('Content-Type', type)
  return new Request(`http://localhost${basePath}${path}?${query.join('&')}`, {
    method: operation.method.toUpperCase(),
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

/** Returns the contents of the reply that a stub returns. */
const firstContents = ({ replies, ranges }: Operation): readonly Content[] => {
  const ordered = replies.filter(({ edge }) => !edge).toSorted((a, b) => a.status - b.status)
  return (ordered[0] ?? ranges[0])?.contents ?? []
}

/** A response of a stub: what is wrong with it, or its JSON with the place of its schema. */
type Served = { id: string; problem?: string; pointer?: string; json?: unknown }

/** Serves the stubs of a generated layer with its mount, and sends a request to each. */
async function serveStubs(folder: string, layer: Layer): Promise<Served[]> {
  const { mountGuarded } = await import(join(folder, 'mount.ts'))
  const { endpoints } = await import(join(folder, 'operations.ts'))
  const { replies } = await import(join(folder, 'replies.ts'))
  const { stubs } = await import(join(folder, 'stubs.ts'))
  const app = new Hono().onError((error) => new Response(error.message, { status: 500 }))
  const guard =
    (handler: (context: unknown, call: unknown, headers: object) => Response) =>
    (context: unknown) =>
      handler(context, undefined, {})
  mountGuarded(app, { endpoints, replies }, stubs, { guard, checkResponses: 'strict' })
  const served: Served[] = []
  for (const operation of layer.operations) {
    const { id, method } = operation
    if (method === 'trace') continue
    const [basePath = ''] = endpoints[id].basePaths ?? []
    const request = requestTo(layer, operation, basePath)
    // Requests have no query or number sign in their path.
    if (!request || /[?#]/.test(operation.path)) continue
    const isJson = firstContents(operation).some(({ contentType }) =>
      /^application\/json\b|^\*/.test(contentType),
    )
    if (isJson) request.headers.set('Accept', 'application/json')
    const response = await app.request(request)
    const { status } = response
    const text = await response.text()
    // Stubs without an example throw.
    if (text === 'the document has no example' || text === 'no response is declared') continue
    const reply =
      operation.replies.find((each) => each.status === status) ??
      operation.ranges.find(({ range }) => range === `${`${status}`[0]}XX` || range === 'default')
    const type = response.headers.get('content-type') ?? ''
    const content = reply?.contents.find(({ contentType }) => type.startsWith(contentType))
    if (!reply || (!content && type === 'application/problem+json'))
      served.push({ id, problem: `${status} ${text.slice(0, 200)}` })
    else if (isJson && kindOf(type) !== 'json' && text !== '')
      served.push({ id, problem: `${type}, not JSON` })
    else if (content?.schema && kindOf(type) === 'json' && text !== '')
      served.push({ id, pointer: content.pointer, json: JSON.parse(text) })
    else served.push({ id })
  }
  return served
}
