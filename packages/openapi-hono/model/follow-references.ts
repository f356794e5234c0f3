import type { Document, Reference } from './document.ts'
import type { Report } from './findings.ts'
import { at } from './pointer.ts'

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
      value = steps > 20 || !reference.startsWith('#') ? undefined : at(document, where)
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
