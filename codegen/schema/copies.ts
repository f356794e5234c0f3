import type { Schema } from '../model/document.ts'
import type { Checks, Direction } from './checks.ts'
import { checkedIn, isInherited, keywords, ofTypes, property, text, typeTest } from './keywords.ts'
import { nothing, type Place } from './places.ts'

/** What copies need of a document. */
type Source = {
  checks: Checks
  nameOf(place: Place): string | undefined
  /** Returns the type of the values of a schema, if there is a name for it. */
  typeOf(place: Place, direction: Direction): string | undefined
  /** Returns the default of a schema, if it has a valid one. */
  defaultOf(place: Place): unknown
}

/** Keywords of objects that a copy has code for. */
const structure = ['type', 'properties', 'required', 'additionalProperties', '$ref', 'allOf']
/** Keywords that only accept or reject an object, if the schemas in them name no other properties. */
const assertions = ['required', 'minProperties', 'maxProperties', 'dependentRequired']
assertions.push('if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas')

const isOnly = (names: readonly string[], ...allowed: string[]): boolean =>
  names.every((name) => allowed.includes(name))

const without = (schema: Schema, names: readonly string[]): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))

const mismatch = 'check.mismatch()'

const typesOf = ({ type = [] }: Schema): string[] => [type].flat()

const propertiesOf = ({ properties = {} }: Schema): string[] => Object.keys(properties)

/**
 * Returns whether objects of a schema may have other properties, which a copy would drop. A member of an
 * `allOf` must name some of its own, and must not forbid those of others.
 */
const isOpen = ({ additionalProperties, ...schema }: Schema, isMember: boolean): boolean => {
  if (!isMember) return additionalProperties !== undefined && additionalProperties !== false
  const isUnnamed = propertiesOf(schema).length === 0 && !('allOf' in schema) && !('$ref' in schema)
  return additionalProperties !== undefined || (schema.type !== undefined && isUnnamed)
}

/**
 * Emits functions that check a value and copy what its schema declares, in one pass. The compiler
 * compares what they return with the types. A schema that says more than a copy can express is
 * checked, and its value is passed as it is.
 */
export class Copies {
  readonly #source: Source
  readonly #checks: Checks
  readonly #direction: Direction
  readonly #names = new Map<string, string>()
  readonly #code: string[] = []
  readonly #values = new Map<string, string>()

  constructor(source: Source, direction: Direction) {
    this.#source = source
    this.#checks = source.checks
    this.#direction = direction
  }

  /** The code of all functions. */
  code(): string {
    const code = this.#code.join('\n\n')
    // Some belong to expressions that were given up.
    const used = new Set(code.match(/\bvalues\d+\b/g))
    const values = [...this.#values]
      .filter(([, name]) => used.has(name))
      .map(([list, name]) => `const ${name} = ${list} as const\n`)
    return `${values.join('')}\n${code}\n`
  }

  /** Returns an expression for the function that copies a schema's values. */
  copy(place: Place): string {
    const target = this.#checks.target(place)
    const known = this.#names.get(target.uri)
    if (known) return known
    const wanted = `copy${this.#source.nameOf(target) ?? this.#names.size + 1}`
    const name = [...this.#names.values()].includes(wanted) ? `${wanted}_` : wanted
    this.#names.set(target.uri, name)
    const type = this.#source.typeOf(target, this.#direction)
    const own = this.#object(target) ?? this.#expression(target, 'v')
    if (own === undefined || own === 'v') {
      // The value itself, checked.
      const passed = own === 'v' ? 'check.itself' : this.#whole(target, type)
      this.#names.set(target.uri, passed)
      return passed
    }
    const body = own.startsWith('{') ? own : `{ return ${own} }`
    this.#code.push(`function ${name}(v: unknown)${type ? `: ${type}` : ''} ${body}`)
    return name
  }

  #check(place: Place): string {
    return `checks.${this.#checks.check(place, this.#direction)}`
  }

  /** Returns a function that checks a value and passes it as it is. */
  #whole(place: Place, type = 'unknown'): string {
    return `check.whole((v): v is ${type} => ${this.#check(place)}(v))`
  }

  /** Returns an expression that evaluates to the checked copy of a variable, or undefined if there is none. */
  #expression(place: Place, v: string): string | undefined {
    const { schema } = place
    const names = checkedIn(schema)
    if (names.length === 0) return v
    if (isOnly(names, '$ref') || this.#object(place)) return `${this.copy(place)}(${v})`
    if ('const' in schema || 'enum' in schema) return this.#value(schema, names, v)
    if (isOnly(names, 'anyOf') || isOnly(names, 'oneOf')) return this.#union(place, schema, v)
    const types = typesOf(schema)
    const [type, ...others] = types
    if (type === undefined) return undefined
    if (types.includes('null') && types.length === 2) {
      const rest = { ...schema, type: types.filter((each) => each !== 'null') }
      const inner = this.#expression({ ...place, schema: rest }, v)
      return inner && `(${v} === null ? null : ${inner})`
    }
    if (type === 'array') return others.length > 0 ? undefined : this.#array(place, schema, v)
    if (type === 'object') return others.length > 0 ? undefined : this.#record(place, names, v)
    const group = type === 'integer' ? 'number' : type
    const isScalar = names.every((name) => name === 'type' || keywords[name]?.of === group)
    if (others.length > 0 ? names.length > 1 : !isScalar) return undefined
    const test = types.map((each) => typeTest(each, v)).join(' || ')
    return `(${others.length > 0 ? `(${test})` : test}${this.#asserts(schema, v)} ? ${v} : ${mismatch})`
  }

  /** Returns the conditions of the keywords of a schema, besides its type. */
  #asserts(schema: Schema, value: string): string {
    const ofChecks = (name: string) => (name.startsWith('constant') ? `checks.${name}` : name)
    const site = {
      value,
      constant: (expression: string) => ofChecks(this.#checks.constant(expression)),
      pattern: (source: string) => ofChecks(this.#checks.pattern(source)),
    }
    const tests = checkedIn(schema).map((name) =>
      name === 'type' ? undefined : keywords[name]?.assert?.(schema[name], site, schema),
    )
    return tests.map((test = 'true') => (test === 'true' ? '' : ` && ${test}`)).join('')
  }

  #value(schema: Schema, names: readonly string[], v: string): string | undefined {
    if (!isOnly(names, 'type', 'enum') && !isOnly(names, 'type', 'const')) return undefined
    const values = 'const' in schema ? [schema.const] : schema.enum
    if (values === undefined || values.length === 0) return undefined
    const isPlain = values.every((each) => typeof each !== 'object' || each === null)
    if (!isPlain || ofTypes(values, schema).length !== values.length) return undefined
    const list = text(values)
    const name = this.#values.get(list) ?? `values${this.#values.size + 1}`
    this.#values.set(list, name)
    return `check.oneOf(${v}, ${name})`
  }

  #union(place: Place, schema: Schema, v: string): string | undefined {
    const keyword = 'anyOf' in schema ? 'anyOf' : 'oneOf'
    const branches = this.#checks.places.children(place, keyword)
    // A value of several alternatives has the properties of all of them.
    const several = branches.filter((each) => !this.#isScalar(each))
    if (keyword === 'anyOf' && several.length > 1) return undefined
    let choices = ''
    for (const branch of branches) {
      const copy = this.#expression(branch, v)
      if (copy === undefined) return undefined
      choices += `${this.#check(branch)}(${v}) ? ${copy} : `
    }
    if (keyword === 'anyOf') return `(${choices}${mismatch})`
    const tests = branches.map((each) => this.#check(each)).join(', ')
    return `check.only([${tests}], ${v}, ${choices}${mismatch})`
  }

  /** Returns whether no value of a schema is an object or an array. */
  #isScalar(place: Place): boolean {
    const types = typesOf(this.#checks.target(place).schema)
    return types.length > 0 && !types.includes('object') && !types.includes('array')
  }

  #array(place: Place, { items: _, ...bounds }: Schema, v: string): string | undefined {
    if (!isOnly(checkedIn(bounds), 'type', 'minItems', 'maxItems', 'uniqueItems')) return undefined
    const item = this.#checks.places.child(place, ['items'])
    const test = `Array.isArray(${v})${this.#asserts(bounds, v)}`
    if (!item) return `(${test} ? ${v} : ${mismatch})`
    const copy = this.#function(item)
    return copy && `(${test} ? check.items(${v}, ${copy}) : ${mismatch})`
  }

  #record(place: Place, names: readonly string[], v: string): string | undefined {
    const inner = this.#checks.places.child(place, ['additionalProperties'])
    if (!isOnly(names, 'type', 'additionalProperties') || inner?.schema === nothing)
      return undefined
    const copy = inner ? this.#function(inner) : 'check.itself'
    return copy && `check.record(${v}, ${copy})`
  }

  /** Returns an expression for a function that copies a schema's values, or undefined if there is none. */
  #function(place: Place): string | undefined {
    const inner = this.#field(place, 'v')
    if (inner === 'v') return 'check.itself'
    const [, name] = (inner && /^([\w.]+|check\.whole\(.*\))\(v\)$/.exec(inner)) || []
    return name ?? (inner && `(v: unknown) => ${inner}`)
  }

  /** Returns an expression for the copy of a value, or for the value itself, checked. */
  #field(place: Place, value: string): string | undefined {
    const copy = this.#expression(place, value)
    if (copy !== undefined) return copy
    const type = this.#source.typeOf(place, this.#direction)
    return type && `${this.#whole(place, type)}(${value})`
  }

  /** Returns the schemas that all apply to a value: a schema, what it refers to, and its `allOf`. */
  #parts(place: Place, depth = 0): Place[] {
    if (depth > 10) return [place]
    const others = [
      this.#checks.places.referred(place) ?? [],
      this.#checks.places.children(place, 'allOf'),
    ].flat()
    return [place, ...others.flatMap((each) => this.#parts(each, depth + 1))]
  }

  /** Returns whether a schema only accepts or rejects objects: it names no properties but these. */
  #isCondition(place: Place, names: readonly string[], depth = 0): boolean {
    const { schema } = place
    const rest = { ...place, schema: without(schema, ['properties', 'not']) }
    return (
      depth <= 8 &&
      isOnly(checkedIn(rest.schema), 'type', ...assertions) &&
      isOnly(propertiesOf(schema), ...names) &&
      this.#checks.places.children(rest).every((each) => this.#isCondition(each, names, depth + 1))
    )
  }

  /** Returns the body of a function that copies an object, or undefined if a copy cannot express its schema. */
  #object(place: Place): string | undefined {
    const parts = this.#parts(place)
    const types = parts.map(({ schema }) => typesOf(schema)).filter((each) => each.length > 0)
    const isObjects = types.every(
      (each) => each.includes('object') && isOnly(each, 'object', 'null'),
    )
    const isMerge = parts.length > 1
    if (types.length === 0 || !isObjects || parts.some(({ schema }) => isOpen(schema, isMerge)))
      return undefined
    const properties = parts.flatMap((part) =>
      propertiesOf(part.schema).map(
        (name) => [name, this.#checks.places.child(part, ['properties', name])] as const,
      ),
    )
    const names = properties.map(([name]) => name)
    const required = parts.flatMap((part) => this.#checks.required(part, this.#direction))
    if (names.length === 0 || new Set(names).size < names.length || !isOnly(required, ...names))
      return undefined
    const others = parts.map((part) => ({ ...part, schema: without(part.schema, structure) }))
    if (!others.every((each) => this.#isCondition(each, names))) return undefined
    const fields = this.#fields(properties, required)
    if (fields === undefined) return undefined
    const isChecked = isMerge || others.some(({ schema }) => checkedIn(schema).length > 0)
    const first = isChecked ? `if (!${this.#check(place)}(v)) return ${mismatch}\n` : ''
    const isNullable = types.every((each) => each.includes('null'))
    const none = isNullable ? 'if (v === null) return null\n' : ''
    return `{\n${first}${none}if (!check.isObject(v)) return ${mismatch}\nreturn { ${fields} }\n}`
  }

  /** Returns the fields of an object literal. */
  #fields(
    properties: readonly (readonly [string, Place | undefined])[],
    required: readonly string[],
  ): string | undefined {
    const left = this.#direction === 'request' ? 'readOnly' : 'writeOnly'
    const [own, optional]: [string[], string[]] = [[], []]
    for (const [name, place] of properties) {
      if (!place || isInherited(name)) return undefined
      if (this.#checks.hasMark(place, left)) continue
      const value = property('v', name)
      const copy = this.#field(place, value)
      if (copy === undefined) return undefined
      const fallback = this.#direction === 'request' ? this.#source.defaultOf(place) : undefined
      if (fallback !== undefined)
        own.push(`${text(name)}: ${value} === undefined ? ${text(fallback)} : ${copy}`)
      else if (required.includes(name))
        own.push(`${text(name)}: ${copy === value ? `check.present(${value})` : copy}`)
      else optional.push(`...(${value} === undefined ? undefined : { ${text(name)}: ${copy} })`)
    }
    return [...own, ...optional].join(', ')
  }
}
