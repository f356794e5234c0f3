import { subschemas } from '../schema/places.ts'
import { isObject, isSchema } from '../schema/schema.ts'
import type { Schema } from './document.ts'
import { escapePointer } from './pointer.ts'

/** The kinds of objects in an OpenAPI document. */
export type Kind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'mediaType'
  | 'encoding'
  | 'response'
  | 'callback'
  | 'link'
  | 'example'
  | 'schema'

type Field = Kind | `${'list' | 'map'} of ${Kind}`

const operations = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

const inContent = {
  schema: 'schema',
  itemSchema: 'schema',
  examples: 'map of example',
} as const

/** The fields of each kind that hold others. */
const holds: Partial<Record<Kind, Readonly<Record<string, Field>>>> = {
  document: { paths: 'map of pathItem', webhooks: 'map of pathItem', components: 'components' },
  components: {
    schemas: 'map of schema',
    responses: 'map of response',
    parameters: 'map of parameter',
    examples: 'map of example',
    requestBodies: 'map of requestBody',
    headers: 'map of header',
    links: 'map of link',
    callbacks: 'map of callback',
    pathItems: 'map of pathItem',
    mediaTypes: 'map of mediaType',
  },
  pathItem: {
    parameters: 'list of parameter',
    additionalOperations: 'map of operation',
    ...Object.fromEntries(operations.map((method) => [method, 'operation'] as const)),
  },
  operation: {
    parameters: 'list of parameter',
    requestBody: 'requestBody',
    responses: 'map of response',
    callbacks: 'map of callback',
  },
  parameter: { ...inContent, content: 'map of mediaType' },
  header: { ...inContent, content: 'map of mediaType' },
  requestBody: { content: 'map of mediaType' },
  mediaType: { ...inContent, encoding: 'map of encoding' },
  encoding: { headers: 'map of header' },
  response: { headers: 'map of header', content: 'map of mediaType', links: 'map of link' },
}

/** A part of a document, its kind and the JSON pointer to it. */
export type Part = { kind: Kind; value: unknown; pointer: string }

/** Yields a part and every part in it, schemas included. References are not followed. */
export function* partsIn(kind: Kind, value: unknown, pointer: string): Generator<Part> {
  yield { kind, value, pointer }
  if (kind === 'schema') {
    if (!isSchema(value)) return
    for (const steps of subschemas(value))
      yield* partsIn(
        'schema',
        steps.reduce<unknown>((each, step) => Reflect.get(Object(each), step), value),
        [pointer, ...steps.map(escapePointer)].join('/'),
      )
    return
  }
  if (!isObject(value)) return
  const fields = kind === 'callback' ? mapOfPathItems(value) : (holds[kind] ?? {})
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(value, name)) continue
    const inner = value[name]
    const at = `${pointer}/${escapePointer(name)}`
    const [, many, held] = /^(?:(list|map) of )?(\w+)$/.exec(field) ?? []
    if (!isKind(held)) continue
    if (many === undefined) yield* partsIn(held, inner, at)
    else if (typeof inner === 'object' && inner !== null)
      for (const [key, each] of Object.entries(inner))
        if (!key.startsWith('x-')) yield* partsIn(held, each, `${at}/${escapePointer(key)}`)
  }
}

const isKind = (name: string | undefined): name is Kind =>
  name === 'schema' ||
  name === 'example' ||
  name === 'link' ||
  name === 'callback' ||
  (name !== undefined && name in holds)

const mapOfPathItems = (callback: object): Record<string, Field> =>
  Object.fromEntries(
    Object.keys(callback).flatMap((name) =>
      name.startsWith('x-') || name === '$ref' ? [] : [[name, 'pathItem'] as const],
    ),
  )

/** A schema with the JSON pointer to it. */
type FoundSchema = { schema: Schema; where: string }

/** Whether a value is a schema that is an object. `normalise` has checked the forms of its keywords. */
const isSchemaObject = (value: unknown): value is Schema => isObject(value)

/** Yields every schema of a document, at any depth. */
export function* schemasOf(document: object): Generator<FoundSchema> {
  for (const { kind, value, pointer } of partsIn('document', document, '#'))
    if (kind === 'schema' && isSchemaObject(value)) yield { schema: value, where: pointer }
}
