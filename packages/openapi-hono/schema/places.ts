import type { Schema } from '../model/document.ts'
import { escapePointer, steps as readPointer, stepInto } from '../model/pointer.ts'
import { isObject, own } from '../runtime/check.ts'
import { percentDecoded } from '../runtime/readings.ts'
import { checkedIn, keywords } from './keyword-checks.ts'

/** A schema and where it is: `uri` is absolute, with a JSON pointer; `base` is the start of its references. */
export type Place<T = Schema> = { schema: T; base: string; uri: string }

/** Finds schemas by reference: by JSON pointer, `$id` and `$anchor`. */
export class Places {
  readonly #resources = new Map<string, unknown>()
  readonly #anchors = new Map<string, Place>()
  readonly #bases = new Map<unknown, string>()

  /** Adds a document with its URI. Schemas in it are found by JSON pointer. */
  addDocument(uri: string, document: unknown): void {
    this.#resources.set(uri, document)
  }

  /** Adds a schema of a document, and the schemas in it that have an `$id` or `$anchor`. */
  addSchema({ schema, base, uri }: Place): Place {
    const { $id, $anchor, $dynamicAnchor } = schema
    const id = typeof $id === 'string' ? resolveUri($id, base)?.replace(/#$/, '') : undefined
    if (id !== undefined) {
      this.#bases.set(schema, id)
      this.#resources.set(id, schema)
    }
    const found = this.#placed(schema, base, uri)
    for (const name of [$anchor, $dynamicAnchor])
      if (typeof name === 'string') this.#anchors.set(`${found.base}#${name}`, found)
    for (const child of this.children(found)) this.addSchema(child)
    return found
  }

  /** Returns where a value is. A schema with an `$id` is where that says. */
  #placed<T>(schema: T, base: string, uri: string): Place<T> {
    const id = this.#bases.get(schema)
    return id === undefined ? { schema, base, uri } : { schema, base: id, uri: `${id}#` }
  }

  child({ schema, base, uri }: Place, steps: readonly string[]): Place | undefined {
    const found = schemaOf(steps.reduce<unknown>(stepInto, schema))
    return found && this.#placed(found, base, [uri, ...steps.map(escapePointer)].join('/'))
  }

  /** Returns the schemas directly beneath another, or those of one keyword. */
  children(place: Place, keyword?: string): Place[] {
    const all = subschemas(place.schema)
    const steps = keyword === undefined ? all : all.filter(([first]) => first === keyword)
    return steps.flatMap((each) => this.child(place, each) ?? [])
  }

  referred({ schema: { $ref }, base }: Place): Place | undefined {
    return $ref === undefined ? undefined : this.resolve($ref, base)
  }

  /** Returns a schema, the one that it refers to, and so on. An `allOf` of one schema refers to that. */
  chain(place: Place | undefined): Place[] {
    const chain: Place[] = []
    for (let each = place; each && chain.length <= 20; each = this.#next(each)) chain.push(each)
    return chain
  }

  #next(place: Place): Place | undefined {
    if (place.schema.$ref !== undefined) return this.referred(place)
    const members = this.children(place, 'allOf').filter(
      ({ schema }) => checkedIn(schema).length > 0,
    )
    return members.length === 1 ? members[0] : undefined
  }

  /**
   * Returns the schemas that all apply to a value: a schema, its reference's target, and its `allOf`.
   * @param keywords those whose schemas apply, too.
   */
  parts(place: Place, keywords: readonly string[] = ['allOf']): Place[] {
    const parts = new Map<string, Place>()
    const visit = (each: Place): void => {
      if (parts.has(each.uri)) return
      parts.set(each.uri, each)
      const target = this.referred(each)
      if (target) visit(target)
      for (const keyword of keywords) this.children(each, keyword).forEach(visit)
    }
    visit(place)
    return [...parts.values()]
  }

  resolve(reference: string, base: string): Place | undefined {
    const uri = resolveUri(reference, base) ?? ''
    const anchored = this.#anchors.get(uri)
    if (anchored) return anchored
    // A pointer to a callback has a `#` of its own.
    const [, resource = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(uri) ?? []
    if (fragment !== '' && !fragment.startsWith('/')) return undefined
    let place = this.#placed(this.#resources.get(resource), resource, `${resource}#`)
    for (const step of readPointer(percentDecoded(fragment) ?? fragment)) {
      const value = stepInto(place.schema, step)
      place = this.#placed(value, place.base, `${place.uri}/${escapePointer(step)}`)
    }
    const schema = schemaOf(place.schema)
    return schema && { ...place, schema }
  }
}

/** Resolves a reference as RFC 3986 does, if it is one. */
export function resolveUri(reference: string, base: string): string | undefined {
  if (reference.startsWith('#')) return `${base}${reference}`
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined
}

const anything: Schema = {}
const nothing: Schema = { not: {} }

/** Whether a schema is `false`, which no value matches. */
export const isNothing = ({ not, ...rest }: Schema): boolean =>
  isObject(not) && Object.keys({ ...not, ...rest }).length === 0

/** Returns a value as a schema, if it is one: `true` and `false` as the objects that mean the same. */
export function schemaOf(value: unknown): Schema | undefined {
  if (typeof value === 'boolean') return value ? anything : nothing
  return isSchemaObject(value) ? value : undefined
}

/** Whether a value is a schema that is an object. `normalise` has checked the forms of its keywords. */
function isSchemaObject(value: unknown): value is Schema {
  return isObject(value)
}

/** Returns the keywords of a schema that hold schemas, with the steps to each of those. */
export function subschemas(schema: Schema): (readonly string[])[] {
  return Object.entries(schema).flatMap(([keyword, given]) => {
    const form = own(keywords, keyword)?.form
    // Other drafts have lists of `items`.
    if (form === 'schema' && !Array.isArray(given)) return [[keyword]]
    const hasNames = form === 'schema' || form === 'schemas' || form === 'map of schemas'
    return hasNames ? Object.keys(Object(given)).map((name) => [keyword, name]) : []
  })
}
