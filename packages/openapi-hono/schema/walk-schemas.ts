import { componentName, methods, type Schema } from '../model/document.ts'
import { escapePointer, stepInto } from '../model/pointer.ts'
import { isObject } from '../runtime/check.ts'
import { schemaOf, subschemas } from './places.ts'

export type Part = { kind: string; value: unknown; pointer: string }

/** Returns a part and every part in it, schemas included. References are not followed. */
export const partsIn = (
  kind: string,
  value: unknown,
  pointer: string,
  parts: Part[] = [],
): Part[] => {
  if (kind.endsWith('[]')) {
    for (const [key, each] of Object.entries((typeof value === 'object' && value) || {}))
      if (!key.startsWith('x-'))
        partsIn(kind.slice(0, -2), each, `${pointer}/${escapePointer(key)}`, parts)
    return parts
  }
  parts.push({ kind, value, pointer })
  if (kind === 'schema')
    for (const steps of subschemas(schemaOf(value) ?? {})) {
      const inner = [pointer, ...steps.map(escapePointer)].join('/')
      partsIn(kind, steps.reduce<unknown>(stepInto, value), inner, parts)
    }
  else if (kind === 'callback') partsIn('pathItem[]', value, pointer, parts)
  else if (isObject(value))
    for (const [name, held] of Object.entries(holds[kind] ?? {}))
      if (Object.hasOwn(value, name)) partsIn(held, value[name], `${pointer}/${name}`, parts)
  return parts
}

/** Returns every schema of a document, at any depth, with the JSON pointer to it. */
export const schemasOf = (document: object): { schema: Schema; where: string }[] =>
  partsIn('document', document, '#').flatMap(({ kind, value, pointer }) => {
    const schema = kind === 'schema' ? schemaOf(value) : undefined
    return schema ? [{ schema, where: pointer }] : []
  })

const inContent = { schema: 'schema', itemSchema: 'schema', examples: 'example[]' }

/** The fields that hold others, by the kind of the object: one, or a list or map of them (`[]`). */
const holds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  document: { paths: 'pathItem[]', webhooks: 'pathItem[]', components: 'components' },
  components: {
    schemas: 'schema[]',
    responses: 'response[]',
    parameters: 'parameter[]',
    examples: 'example[]',
    requestBodies: 'requestBody[]',
    headers: 'header[]',
    links: 'link[]',
    callbacks: 'callback[]',
    pathItems: 'pathItem[]',
    mediaTypes: 'mediaType[]',
  },
  pathItem: {
    parameters: 'parameter[]',
    ...Object.fromEntries(methods.map((method) => [method, 'operation'])),
    additionalOperations: 'operation[]',
  },
  operation: {
    parameters: 'parameter[]',
    requestBody: 'requestBody',
    responses: 'response[]',
    callbacks: 'callback[]',
  },
  parameter: { ...inContent, content: 'mediaType[]' },
  header: { ...inContent, content: 'mediaType[]' },
  requestBody: { content: 'mediaType[]' },
  mediaType: { ...inContent, encoding: 'encoding[]' },
  encoding: { headers: 'header[]' },
  response: { headers: 'header[]', content: 'mediaType[]', links: 'link[]' },
}

export type Schemas = Readonly<Record<string, Schema>>

/**
 * Returns the schemas that may apply to one value: a schema, its reference's target, its alternatives, and those that
 * depend on the value. Each is there once.
 */
export const applicable = (schema: Schema, schemas: Schemas): Schema[] => {
  const found = new Set([schema])
  const parts: Schema[] = []
  // Those that this adds are visited, too.
  for (const each of found) {
    const { $ref, allOf = [], anyOf = [], oneOf = [], ...own } = each
    const target = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
    const conditional = [own.then ?? [], own.else ?? [], Object.values(own.dependentSchemas ?? {})]
    parts.push(own)
    for (const other of [...target, ...allOf, ...anyOf, ...oneOf, ...conditional.flat()])
      found.add(other)
  }
  return parts
}

/**
 * Returns the types that the values of a schema can have, as far as it says them. An alternative that
 * says none can be a string: every text is one.
 */
export const typesIn = (schema: Schema, schemas: Schemas, depth = 0): ReadonlySet<string> => {
  if (depth > 10) return new Set()
  const own = ownTypes(schema)
  if (own.length > 0) return new Set(own)
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const target = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
  const inner = (each: Schema) => [...typesIn(each, schemas, depth + 1)]
  const ofAll = [...target, ...allOf].flatMap(inner)
  if (ofAll.length > 0) return new Set(ofAll)
  const alternatives = [...anyOf, ...oneOf].map(inner)
  const isSaid = alternatives.some((each) => each.length > 0)
  return new Set(
    isSaid
      ? alternatives.flatMap((each) => (each.length > 0 ? each : ['string']))
      : structures(schema),
  )
}

function ownTypes({ type, enum: values = [], ...schema }: Schema): string[] {
  if (type !== undefined) return [type].flat()
  return ('const' in schema ? [schema.const] : values).map((each) =>
    each === null ? 'null' : Array.isArray(each) ? 'array' : typeof each,
  )
}

/** Returns the type that the keywords of a schema without a type are of. */
export function structures(schema: Schema): string[] {
  const { properties, patternProperties, additionalProperties, items } = schema
  if (properties ?? patternProperties ?? additionalProperties) return ['object']
  return items ? ['array'] : []
}
