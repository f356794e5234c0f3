import {
  type Document,
  isReference,
  type MediaType,
  methods,
  type PathItem,
  resolve,
  type Schema,
} from './document.ts'
import { escapePointer } from './pointer.ts'

/** The context of a schema, where it changes the supported keywords. */
export type Place = 'parameter' | 'condition' | undefined

/** A schema with the JSON pointer to it. */
export type FoundSchema = { schema: Schema | boolean; where: string; place: Place }

/** Yields a schema and every schema in it. */
function* schemasIn(
  schema: Schema | boolean,
  where: string,
  place?: Place,
): Generator<FoundSchema> {
  yield { schema, where, place }
  if (typeof schema === 'boolean') return
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* schemasIn(property, `${where}/properties/${escapePointer(name)}`)
  if (schema.items !== undefined) yield* schemasIn(schema.items, `${where}/items`)
  if (typeof schema.additionalProperties === 'object')
    yield* schemasIn(schema.additionalProperties, `${where}/additionalProperties`)
  for (const part of ['if', 'then'] as const)
    if (schema[part] !== undefined) yield* schemasIn(schema[part], `${where}/${part}`, 'condition')
  for (const [i, each] of (schema.anyOf ?? []).entries())
    yield* schemasIn(each, `${where}/anyOf/${i}`)
}

const placed = (part: object, where: string) => (isReference(part) ? String(part.$ref) : where)

function* inContent(
  content: Record<string, MediaType> | undefined,
  where: string,
): Generator<FoundSchema> {
  for (const [type, { schema }] of Object.entries(content ?? {}))
    if (schema !== undefined)
      yield* schemasIn(schema, `${where}/content/${escapePointer(type)}/schema`)
}

function* inItem(
  { components }: Document,
  item: PathItem,
  where: string,
  isWebhook: boolean,
): Generator<FoundSchema> {
  for (const method of methods) {
    const operation = item[method]
    if (!operation) continue
    const at = `${where}/${method}`
    if (operation.requestBody) {
      const body = resolve(components?.requestBodies, operation.requestBody)
      yield* inContent(body.content, placed(operation.requestBody, `${at}/requestBody`))
    }
    // The layer has the payload of a webhook, not its parameters and responses.
    if (isWebhook) continue
    for (const [parts, from] of [
      [item.parameters ?? [], where],
      [operation.parameters ?? [], at],
    ] as const)
      for (const [i, part] of parts.entries()) {
        const { schema } = resolve(components?.parameters, part)
        const pointer = `${placed(part, `${from}/parameters/${i}`)}/schema`
        if (schema !== undefined) yield* schemasIn(schema, pointer, 'parameter')
      }
    for (const [status, part] of Object.entries(operation.responses ?? {})) {
      if (status.startsWith('x-')) continue
      const pointer = placed(part, `${at}/responses/${status}`)
      const { content, headers } = resolve(components?.responses, part)
      yield* inContent(content, pointer)
      for (const [name, header] of Object.entries(headers ?? {})) {
        const { schema } = resolve(components?.headers, header)
        const from = placed(header, `${pointer}/headers/${escapePointer(name)}`)
        if (schema !== undefined) yield* schemasIn(schema, `${from}/schema`)
      }
    }
  }
}

/** Yields every schema that the generated layer uses, at any depth. */
export function* schemasOf(document: Document): Generator<FoundSchema> {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    yield* schemasIn(schema, `#/components/schemas/${escapePointer(name)}`)
  for (const section of ['paths', 'webhooks'] as const)
    for (const [path, item] of Object.entries(document[section] ?? {}))
      yield* inItem(document, item, `#/${section}/${escapePointer(path)}`, section === 'webhooks')
}
