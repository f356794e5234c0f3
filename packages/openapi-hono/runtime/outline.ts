import { type Check, fields, isObject, json, mismatch, own } from './check.ts'

/** What a schema declares of its values. */
export type Outline = {
  properties?: Readonly<Record<string, Index>>
  patterns?: readonly (readonly [RegExp, Index])[]
  /** Of properties that the schema does not name. */
  others?: Index
  /** Whether the schema forbids other properties. */
  closed?: true
  /** Properties that are declared by their names alone. */
  names?: readonly string[]
  /** Properties that only go in the other direction. */
  left?: readonly string[]
  /** The values of properties that are missing in a request. */
  defaults?: Readonly<Record<string, unknown>>
  prefix?: readonly Index[]
  items?: Index
  /** Of items that pass a check. */
  contains?: readonly [Check, Index]
  /** Outlines that also apply. */
  parts?: readonly Index[]
  /** Lists of alternatives. Those that a value passes apply. */
  choices?: readonly (readonly (readonly [Check, Index])[])[]
  /** Conditions, with the outlines that apply if a value passes, and if not. */
  cases?: readonly (readonly [condition: Check, passed: Index, failed: Index])[]
}

/** The index of an outline in its table. The first outline, 0, is of any value. */
type Index = number

/**
 * Copies the parts of a value that an outline declares. If the copy is only valid with properties of alternatives
 * that do not apply, such as of a `oneOf`, it has these, too.
 * @param isRequest whether a value that is only valid with undeclared parts is returned as it is.
 */
export const copied = <T>(
  value: unknown,
  is: (value: unknown) => value is T,
  table: readonly Outline[],
  index: Index,
  isRequest = false,
): T => {
  if (value === undefined || !is(value)) return mismatch()
  for (const isWide of [false, true]) {
    const copy = new Copier(table, isWide).copy(value, [index])
    if (is(copy)) return copy
  }
  return isRequest ? value : mismatch()
}

class Copier {
  readonly #table: readonly Outline[]
  readonly #isWide: boolean

  /** @param isWide whether alternatives apply that a value does not pass. */
  constructor(table: readonly Outline[], isWide: boolean) {
    this.#table = table
    this.#isWide = isWide
  }

  /** Returns a copy. Properties get the order of the document. */
  copy(value: unknown, indices: readonly Index[]): unknown {
    if (typeof value !== 'object' || value === null) return value
    const outlines: Outline[] = []
    let isNamed = false
    for (const index of indices) if (this.#apply(index, value, outlines)) isNamed = true
    if (outlines.length === 0) return json(value)
    if (Array.isArray(value)) return this.#array(value, outlines)
    return isObject(value) ? this.#object(value, outlines, isNamed) : value
  }

  /**
   * Adds an outline and those that apply with it. Returns whether they name the properties of objects, so
   * that others are undeclared. Conditions do not: an object may have other properties than they are about.
   */
  #apply(index: Index, value: unknown, outlines: Outline[]): boolean {
    const outline = index === 0 ? undefined : this.#table[index]
    if (!outline) return false
    outlines.push(outline)
    const { closed, properties, patterns, parts = [], choices = [], cases = [] } = outline
    let isNamed = closed === true || properties !== undefined || patterns !== undefined
    for (const part of parts) if (this.#apply(part, value, outlines)) isNamed = true
    for (const alternatives of choices) {
      const named = alternatives
        .filter(([check]) => this.#isWide || check(value))
        .map(([, each]) => this.#apply(each, value, outlines))
      if (named.length > 0 && named.every(Boolean)) isNamed = true
    }
    for (const [condition, passed, failed] of cases) {
      const passes = condition(value)
      if (passes || this.#isWide) this.#apply(passed, value, outlines)
      if (!passes || this.#isWide) this.#apply(failed, value, outlines)
    }
    return isNamed
  }

  #array(values: readonly unknown[], outlines: readonly Outline[]): unknown {
    return values.map((item, i) => {
      const indices = outlines.flatMap(({ prefix = [], items }) => prefix[i] ?? items ?? [])
      // Items that nothing but `contains` is about are free.
      if (indices.some((each) => each !== 0))
        for (const { contains } of outlines)
          if (contains && (this.#isWide || contains[0](item))) indices.push(contains[1])
      return this.copy(item, indices)
    })
  }

  #object(value: Record<string, unknown>, outlines: readonly Outline[], isNamed: boolean): unknown {
    const left = new Set(outlines.flatMap((outline) => outline.left ?? []))
    const defaults = outlines.flatMap((outline) => Object.entries(outline.defaults ?? {}))
    const given = new Map(Object.entries(fields(value)))
    const declared = outlines.flatMap(({ properties = {} }) => Object.keys(properties))
    const names = new Set([...declared.filter((name) => given.has(name)), ...given.keys()])
    const missing = defaults.filter(([name]) => given.get(name) === undefined)
    const present = [...names].map((name): [string, unknown] => [name, given.get(name)])
    return Object.fromEntries(
      [...present, ...missing].flatMap(([name, inner]) => {
        const indices = outlines.flatMap((outline) => indicesOf(outline, name))
        const isLeft = left.has(name) || (isNamed && indices.length === 0)
        return isLeft ? [] : [[name, this.copy(inner, indices)]]
      }),
    )
  }
}

/** Returns the outlines of a property; none if it is undeclared. */
function indicesOf(outline: Outline, name: string): Index[] {
  const { properties = {}, patterns = [], others, names = [] } = outline
  const found = patterns.flatMap(([pattern, index]) => (pattern.test(name) ? [index] : []))
  const declared = own(properties, name)
  if (declared !== undefined) found.push(declared)
  if (found.length === 0 && others !== undefined) found.push(others)
  if (found.length === 0 && names.includes(name)) found.push(0)
  return found
}
