import { methods, type Schema } from '../model/document.ts'
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
