import type { Schema } from '../model/document.ts'
import { escapePointer, steps as readPointer } from '../model/pointer.ts'
import { keywords } from './keywords.ts'
import { isObject } from './schema.ts'

/** A schema and where it is: `uri` is absolute, with a JSON pointer; `base` is what its references start from. */
export type Place = { schema: Schema; base: string; uri: string }

/** Thrown for a `$ref` that leads nowhere. */
export class UnresolvedReference extends Error {
  override name = 'UnresolvedReference'
}

/** Resolves a reference as RFC 3986 does. */
const resolveUri = (reference: string, base: string): string => {
  if (reference.startsWith('#')) return `${base}${reference}`
  try {
    return new URL(reference, base).href
  } catch {
    throw new UnresolvedReference(`the reference ${reference} is not a URI`)
  }
}

/** The schema `false`, which no value matches. */
export const nothing: Schema = { not: {} }
const anything: Schema = {}

/** Whether a value is a schema that is an object. `normalise` has checked the forms of its keywords. */
const isSchemaObject = (value: unknown): value is Schema => isObject(value)

/** Returns a value as a schema, if it is one: `true` and `false` as the objects that mean the same. */
export const schemaOf = (value: unknown): Schema | undefined => {
  if (typeof value === 'boolean') return value ? anything : nothing
  return isSchemaObject(value) ? value : undefined
}

/** Returns the keywords of a schema that hold schemas, with the steps to each of those. */
export const subschemas = (schema: Schema): (readonly string[])[] =>
  Object.entries(schema).flatMap(([keyword, given]) => {
    const form = Object.hasOwn(keywords, keyword) ? keywords[keyword]?.form : undefined
    if (form === 'schema') return [[keyword]]
    const hasNames = form === 'schemas' || form === 'map of schemas'
    return hasNames ? Object.keys(Object(given)).map((name) => [keyword, name]) : []
  })

/** Returns a property or item of a JSON value. */
const stepInto = (value: unknown, step: string): unknown => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return Reflect.get(value, step)
}

/** Finds schemas by reference: by JSON pointer, `$id` and `$anchor`. */
export class Places {
  readonly #resources = new Map<string, unknown>()
  readonly #anchors = new Map<string, Place>()
  readonly #bases = new Map<unknown, string>()

  /** Adds a document with its URI. Schemas in it are found by JSON pointer. */
  addDocument(uri: string, document: unknown): void {
    this.#resources.set(uri, document)
  }

  /** Adds a schema that is a document, or a part of one, and what it embeds under an `$id` or `$anchor`. */
  addSchema(place: Place): Place {
    const found = this.#enter(place)
    const { $anchor, $dynamicAnchor } = found.schema
    for (const name of [$anchor, $dynamicAnchor])
      if (typeof name === 'string') this.#anchors.set(`${found.base}#${name}`, found)
    for (const child of this.children(found)) this.addSchema(child)
    return found
  }

  #enter(place: Place): Place {
    const { schema } = place
    if (typeof schema.$id !== 'string') return place
    const base = resolveUri(schema.$id, place.base).replace(/#$/, '')
    this.#bases.set(schema, base)
    this.#resources.set(base, schema)
    return { schema, base, uri: `${base}#` }
  }

  /** Returns a schema beneath another, if it is one. */
  child({ schema, base, uri }: Place, steps: readonly string[]): Place | undefined {
    const found = schemaOf(steps.reduce<unknown>(stepInto, schema))
    if (!found) return undefined
    const own = this.#bases.get(found)
    return own === undefined
      ? { schema: found, base, uri: [uri, ...steps.map(escapePointer)].join('/') }
      : { schema: found, base: own, uri: `${own}#` }
  }

  /** Returns the schemas directly beneath another, or those of one keyword. */
  children(place: Place, keyword?: string): Place[] {
    const all = subschemas(place.schema)
    const steps = keyword === undefined ? all : all.filter(([first]) => first === keyword)
    return steps.flatMap((each) => this.child(place, each) ?? [])
  }

  /**
   * Returns the schema that a reference leads to.
   * @throws {UnresolvedReference} when it leads to none.
   */
  resolve(reference: string, base: string): Place {
    const uri = resolveUri(reference, base)
    const anchored = this.#anchors.get(uri)
    if (anchored) return anchored
    // A pointer to a callback has a `#` of its own.
    const [, resource = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(uri) ?? []
    let value = this.#resources.get(resource)
    if (value === undefined || (fragment !== '' && !fragment.startsWith('/')))
      throw new UnresolvedReference(`the reference ${reference} leads nowhere`)
    let found = this.#bases.get(value) ?? resource
    let place = `${found}#`
    for (const step of readPointer(decodeURIComponent(fragment))) {
      value = stepInto(value, step)
      const own = this.#bases.get(value)
      found = own ?? found
      place = own === undefined ? `${place}/${escapePointer(step)}` : `${own}#`
    }
    const schema = schemaOf(value)
    if (!schema) throw new UnresolvedReference(`the reference ${reference} leads nowhere`)
    return { schema, base: found, uri: place }
  }
}
