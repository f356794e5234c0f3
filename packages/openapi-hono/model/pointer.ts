import type { Document, Reference } from './document.ts'
import type { Report } from './findings.ts'

/** A name as one step of a JSON pointer (RFC 6901 §3). */
export const escapePointer = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns the names in a JSON pointer such as `#/paths/~1orders`. */
export const steps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Returns a property or an item of a JSON value, or undefined. */
export const stepInto = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Reflect.get(value, step)
    : undefined

/** Returns the value at a JSON pointer of a document, or undefined. */
export const at = (document: unknown, pointer: string): unknown =>
  steps(pointer).reduce<unknown>(stepInto, document)

export type At<T> = { value: T; pointer: string }

/** Follows a `$ref`, however many times; reports one that leads nowhere. */
export type Follow = <T extends object>(part: T | Reference, pointer: string) => At<T> | undefined

export const follower = (document: Document, report: Report): Follow => {
  // The one place that trusts a reference to lead to a part of the kind that the document's type says.
  const isPart = <T extends object>(value: unknown): value is T =>
    typeof value === 'object' && value !== null
  return <T extends object>(part: T | Reference, pointer: string) => {
    let [value, where]: [unknown, string] = [part, pointer]
    for (let steps = 0; isPart(value) && isReference(value); steps++) {
      const reference = value.$ref
      where = decodeURIComponent(reference)
      value = steps > 20 || !reference.startsWith('#/') ? undefined : at(document, where)
      if (/^#\/components\/schemas\/[^/]+$/.test(reference)) {
        report('error', `the reference ${reference} leads to a schema`, pointer)
        return undefined
      }
      if (isPart(value)) continue
      report('error', `the reference ${reference} leads nowhere`, pointer)
      return undefined
    }
    if (isPart<T>(value)) return { value, pointer: where }
    report('warning', 'a part that is no object is ignored', pointer)
    return undefined
  }
}

function isReference(part: object): part is Reference {
  return '$ref' in part && typeof part.$ref === 'string'
}

/** Returns a part of the document, its `$ref` followed; undefined if that leads nowhere. */
export const resolve = <T extends object>(document: Document, part: T | Reference): T | undefined =>
  follower(document, () => {})(part, '#')?.value
