import { join } from 'node:path'
import { Hono } from 'hono'
import type { Layer } from '../../packages/openapi-hono/emit/layer.ts'
import { componentName, type Schema } from '../../packages/openapi-hono/model/document.ts'
import type {
  Content,
  Operation,
  PlacedParameter,
} from '../../packages/openapi-hono/model/model.ts'
import { kindOf } from '../../packages/openapi-hono/runtime/media-types.ts'
import { sample } from '../../packages/openapi-hono/schema/sample.ts'
import { queryPairs, segment } from '../kit/generator/serialise.ts'

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
export type Served = { id: string; problem?: string; pointer?: string; json?: unknown }

/** Serves the stubs of a generated layer with its mount, and sends a request to each. */
export const serveStubs = async (folder: string, layer: Layer): Promise<Served[]> => {
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
