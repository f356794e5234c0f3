import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  transformSchema,
} from 'openapi-typescript'
import type { Document, PathItem } from '../model/document.ts'
import { partsIn } from '../model/walk-schemas.ts'
import { isObject } from '../runtime/check.ts'
import { banner } from './module.ts'

/** Whether a document is what openapi-typescript reads: it has its own name for the same type. */
const isOpenApi = (document: object): document is OpenAPI3 => 'openapi' in document

/** Returns a copy of a document that says in other words what openapi-typescript has no types of. */
const reworded = (given: Document): Document => {
  const document = structuredClone(given)
  const webhooks: Record<string, PathItem> = { ...document.webhooks }
  for (const { kind, value, pointer } of partsIn('document', document, '#')) {
    if (!isObject(value)) continue
    // The intersection of a list of types with alternatives has more members than either.
    if (kind === 'schema' && Array.isArray(value.type) && (value.anyOf ?? value.oneOf))
      Reflect.deleteProperty(value, 'type')
    if (kind === 'parameter' && isObject(value.content)) {
      const [media] = Object.values(value.content)
      if (isObject(media)) Reflect.set(value, 'schema', media.schema)
    }
    if (kind === 'callback' && !('$ref' in value))
      for (const [expression, item] of Object.entries(value))
        webhooks[`${pointer}/${expression}`] = Object(item)
    if (kind === 'operation' && /\/(?:query|additionalOperations\/[^/]+)$/.test(pointer))
      webhooks[pointer] = { post: value }
  }
  return { ...document, webhooks }
}

/** Whether a context is complete. The transformation does without the other settings. */
const isContext = (context: Partial<GlobalContext>): context is GlobalContext =>
  'resolve' in context

/**
 * Replaces openapi-typescript's types of a direction. Its own also leave out properties of the type
 * null, and keep others as `never`.
 */
const withDirections = (code: string): string => {
  const rest = code.replace(/export type Readable<.*?(?=export (?:interface|type) paths\b)/s, '')
  const direction = (name: string, own: string, other: string) =>
    `export type ${name}<T> = T extends ${own}<infer U> ? ${name}<keyof T extends '${own.toLowerCase()}' ? U : Omit<T, '${own.toLowerCase()}'> & U> : T extends readonly unknown[] ? number extends T['length'] ? ${name}<T[number]>[] : { [K in keyof T]: ${name}<T[K]> } : T extends object ? { [K in keyof T as IsMarked<T[K], ${other}<unknown>> extends true ? never : K]: ${name}<T[K]> } : T`
  return `${rest}
type IsMarked<T, Mark> = [NonNullable<T>] extends [never] ? false : [NonNullable<T>] extends [Mark] ? true : false
/** A type without what goes in requests only. */
${direction('Readable', '$Read', '$Write')}
/** A type without what goes in responses only. */
${direction('Writable', '$Write', '$Read')}
`
}

/**
 * Emits `types.ts`: openapi-typescript's types, which the other outputs are checked against. Its own
 * reading of the document, and its types for \`discriminator\`, are left out: the document has been
 * read, and a discriminator changes no verdict.
 */
export const emitTypes = (given: Document, isDirected: boolean): string => {
  const document = reworded(given)
  if (!isOpenApi(document)) throw new TypeError('The document has no version of OpenAPI')
  const context: Partial<GlobalContext> = {
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    injectFooter: [],
    readWriteMarkers: isDirected,
    resolve: ($ref: string) => resolveRef(document, $ref, { silent: true }),
    silent: true,
  }
  if (!isContext(context)) throw new TypeError('The context is not complete')
  const nodes = transformSchema(document, context)
  const code = astToString(nodes).replace(
    /^type WithRequired<.*?^\};$/ms,
    // A required property of what may be null.
    `type WithRequired<T, K extends PropertyKey> = T extends object ? T & { [P in K & keyof T]-?: T[P] } : T`,
  )
  return `${banner}\n${isDirected ? withDirections(code) : code}`
}
