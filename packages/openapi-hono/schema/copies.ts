import type { Schema } from '../model/document.ts'
import { freeName } from '../model/names.ts'
import type { Checks, Direction } from './check-functions.ts'
import {
  checkedIn,
  isInherited,
  isScalar,
  keywords,
  ofTypes,
  property,
  text,
  typeTest,
} from './keyword-checks.ts'
import { type OutlineSource, Outlines } from './outlines.ts'
import { isNothing, type Place } from './places.ts'

/**
 * Emits functions that check a value and copy its declared parts. Most are one expression, which
 * the compiler compares with the types. Where a schema says more than an expression can, they follow the
 * schema's outline.
 */
export class Copies {
  readonly #source: Source
  readonly #checks: Checks
  readonly #direction: Direction
  readonly #outlines: Outlines
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #code: string[] = []
  readonly #values = new Map<string, string>()
  readonly #expressions = new Map<string, Expression | undefined>()
  /** The value as it is, if JSON has it. */
  readonly #itself: Expression
  #isOutlined = false

  constructor(source: Source, direction: Direction) {
    this.#source = source
    this.#checks = source.checks
    this.#direction = direction
    // What a request holds has been parsed.
    const itself = direction === 'request' ? 'itself' : 'json'
    this.#itself = {
      of: (v) => (direction === 'request' ? v : this.#call(itself, v)),
      name: () => `${source.use('check')}.${itself}`,
    }
    this.#outlines = new Outlines(source, direction)
  }

  code(): string {
    const values = [...this.#values].map(([list, name]) => `const ${name} = ${list} as const\n`)
    const table = this.#outlines.code()
    // As a literal list, a thousand outlines are a union that TypeScript does not compute.
    const outlines = `const outlines = Array.of<outline.Outline>(${table})\n\n`
    return `${values.join('')}\n${this.#isOutlined ? outlines : ''}${this.#code.join('\n\n')}\n`
  }

  copy(place: Place): string {
    const target = this.#checks.target(place)
    const known = this.#names.get(target.uri)
    if (known) return known
    const name = this.#free(`copy${this.#source.nameOf(target)}`)
    this.#names.set(target.uri, name)
    const expression = this.#expression(target)
    if (expression === this.#itself) {
      const same = functionOf(this.#itself)
      this.#names.set(target.uri, same)
      return same
    }
    const type = this.#source.typeOf(target)
    const body =
      expression?.body?.() ?? `{ return ${expression?.of('v') ?? this.outlined(target)} }`
    this.#code.push(`function ${name}(v: unknown)${type ? `: ${type()}` : ''} ${body}`)
    return name
  }

  /** Returns an expression for the copy of the variable `v` that follows the outline of a schema. */
  outlined(place: Place): string {
    const type = this.#source.typeOf(place)?.() ?? 'unknown'
    const isValid = `(each): each is ${type} => ${this.#check(place)}(each)`
    const index = this.#outlines.indexOf(place)
    this.#isOutlined = true
    const isRequest = this.#direction === 'request' ? ', true' : ''
    return `${this.#source.use('outline')}.copied(v, ${isValid}, outlines, ${index}${isRequest})`
  }

  #free(name: string): string {
    const free = freeName(name, this.#taken)
    this.#taken.add(free)
    return free
  }

  #call(name: string, ...parameters: (string | number)[]): string {
    return `${this.#source.use('check')}.${name}(${parameters.join(', ')})`
  }

  #check(place: Place): string {
    return this.#checks.checkIn(this.#source, place, this.#direction)
  }

  /** Returns the expression for a value within another, or undefined if it needs an outline. */
  #field(place: Place): Expression | undefined {
    const target = this.#checks.target(place)
    if (checkedIn(target.schema).length === 0) return this.#itself
    const call: Expression = {
      name: () => this.copy(target),
      of: (v) => `${this.copy(target)}(${v})`,
    }
    if (this.#source.typeOf(target) !== undefined) return call
    const expression = this.#expression(target)
    return expression?.body ? call : expression
  }

  #expression(place: Place): Expression | undefined {
    if (!this.#expressions.has(place.uri)) {
      // The type of a function that calls itself must have a name. Within itself, this schema has none.
      this.#expressions.set(place.uri, undefined)
      this.#expressions.set(place.uri, this.#object(place) ?? this.#form(place))
    }
    return this.#expressions.get(place.uri)
  }

  #form(place: Place): Expression | undefined {
    const { schema } = place
    const names = checkedIn(schema)
    if (names.length === 0) return this.#itself
    if ('const' in schema || 'enum' in schema) return this.#value(place, names)
    const types = typesOf(schema)
    const [type, ...others] = types
    if (type === undefined) return undefined
    if (types.includes('null') && types.length === 2) {
      const rest = { ...schema, type: types.filter((each) => each !== 'null') }
      const inner = this.#form({ ...place, schema: rest })
      return inner && { of: (v) => `(${v} === null ? null : ${inner.of(v)})` }
    }
    if (type === 'array') return others.length > 0 ? undefined : this.#array(place)
    if (type === 'object') return others.length > 0 ? undefined : this.#record(place, names)
    const group = type === 'integer' ? 'number' : type
    const isOfGroup = names.every((name) => name === 'type' || keywords[name]?.of === group)
    if (others.length > 0 ? names.length > 1 : !isOfGroup) return undefined
    return {
      of: (v) => {
        const { call } = this.#checks.namesOf(place, this.#source.use)
        const test = types.map((each) => typeTest(each, v, call)).join(' || ')
        const first = others.length > 0 ? `(${test})` : test
        return `(${first}${this.#asserts(place, v)} ? ${v} : ${this.#mismatch()})`
      },
    }
  }

  #asserts(place: Place, value: string): string {
    // A request has been checked before it is copied.
    if (this.#direction === 'request') return ''
    const { schema } = place
    const site = { value, ...this.#checks.namesOf(place, this.#source.use) }
    const tests = checkedIn(schema).map((name) =>
      name === 'type' ? undefined : keywords[name]?.assert?.(schema[name], site, schema),
    )
    return tests.map((test = 'true') => (test === 'true' ? '' : ` && ${test}`)).join('')
  }

  #value(place: Place, names: readonly string[]): Expression | undefined {
    const { schema } = place
    if (!isOnly(names, 'type', 'enum') && !isOnly(names, 'type', 'const')) return undefined
    const values = 'const' in schema ? [schema.const] : schema.enum
    if (values === undefined || values.length === 0 || !values.every(isScalar)) return undefined
    if (ofTypes(values, schema).length !== values.length) return undefined
    const list = text(values)
    return {
      of: (v) => {
        const base = `values${this.#source.nameOf(place)}`
        const name = this.#values.get(list) ?? this.#free(base)
        this.#values.set(list, name)
        return this.#call('oneOf', v, name)
      },
    }
  }

  #array(place: Place): Expression | undefined {
    const { items: _, ...bounds } = place.schema
    if (!isOnly(checkedIn(bounds), 'type', 'minItems', 'maxItems', 'uniqueItems')) return undefined
    const item = this.#checks.places.child(place, ['items'])
    const copy = item ? this.#field(item) : this.#itself
    if (!copy) return undefined
    return {
      of: (v) => {
        const test = `Array.isArray(${v})${this.#asserts({ ...place, schema: bounds }, v)}`
        const items = this.#call('items', v, functionOf(copy))
        return `(${test} ? ${items} : ${this.#mismatch()})`
      },
    }
  }

  #record(place: Place, names: readonly string[]): Expression | undefined {
    const inner = this.#checks.places.child(place, ['additionalProperties'])
    if (!isOnly(names, 'type', 'additionalProperties')) return undefined
    if (inner && isNothing(inner.schema)) return undefined
    const copy = inner ? this.#field(inner) : this.#itself
    return copy && { of: (v) => this.#call('record', v, functionOf(copy)) }
  }

  /** Returns the expression for an object, or undefined if no literal has all declared properties. */
  #object(place: Place): Expression | undefined {
    const { places } = this.#checks
    const parts = places.parts(place)
    const types = parts.map(({ schema }) => typesOf(schema)).filter((each) => each.length > 0)
    const isObjects = types.every(
      (each) => each.includes('object') && isOnly(each, 'object', 'null'),
    )
    if (types.length === 0 || !isObjects || parts.some(isOpen)) return undefined
    const properties = parts.flatMap((part) =>
      places
        .children(part, 'properties')
        .map((inner, i) => ({ name: Object.keys(part.schema.properties ?? {})[i] ?? '', inner })),
    )
    const names = properties.map(({ name }) => name)
    const required = this.#checks.requiredIn(place, this.#direction)
    const others = parts.map((part) => ({ ...part, schema: without(part.schema, structure) }))
    const isLiteral =
      names.length > 0 &&
      new Set(names).size === names.length &&
      !names.some(isInherited) &&
      isOnly(required, ...names) &&
      others.every((each) => this.#isCondition(each, names))
    const fields = isLiteral ? this.#fields(place, properties, required) : undefined
    if (!fields) return undefined
    // A request has been checked before it is copied.
    const isChecked =
      this.#direction === 'response' &&
      (parts.length > 1 || others.some(({ schema }) => checkedIn(schema).length > 0))
    const isNullable = types.every((each) => each.includes('null'))
    return {
      of: (v) => `${this.copy(place)}(${v})`,
      body: () => {
        const otherwise = `return ${this.#mismatch()}\n`
        const first = isChecked ? `if (!${this.#check(place)}(v)) ${otherwise}` : ''
        const none = isNullable ? 'if (v === null) return null\n' : ''
        const literal = fields()
        const own = `${literal && 'const o = '}${this.#call('fields', 'v')}\n`
        return `{\n${first}${none}${own}return { ${literal} }\n}`
      },
    }
  }

  /** Returns a function that writes the fields of an object literal. */
  #fields(
    place: Place,
    properties: readonly { name: string; inner: Place }[],
    required: readonly string[],
  ): (() => string) | undefined {
    const left = this.#checks.markedIn(place, this.#direction)
    const kept = properties.filter(({ name }) => !left.includes(name))
    const copies = kept.map(({ inner }) => this.#field(inner))
    if (copies.includes(undefined)) return undefined
    return () => {
      const fields: string[] = []
      const last: string[] = []
      // People read replies, in the document's order. Objects are made faster with what is always there first.
      const optional = this.#direction === 'response' ? fields : last
      for (const [i, { name, inner }] of kept.entries()) {
        const value = property('o', name, (...call) => this.#call(...call))
        const copy = copies[i] ?? this.#itself
        const given = this.#direction === 'request' ? this.#source.defaultOf(inner) : undefined
        if (given !== undefined)
          fields.push(`${text(name)}: ${this.#withDefault(copy, value, given)}`)
        else if (required.includes(name))
          fields.push(
            `${text(name)}: ${copy === this.#itself ? this.#call('present', value) : copy.of(value)}`,
          )
        else
          optional.push(
            `...(${value} === undefined ? undefined : { ${text(name)}: ${copy.of(value)} })`,
          )
      }
      return [...fields, ...last].join(', ')
    }
  }

  /** Returns an expression for a property that has a default. An object or an array gets the defaults in it. */
  #withDefault(copy: Expression, value: string, given: unknown): string {
    return isScalar(given) || copy === this.#itself
      ? `${value} === undefined ? ${text(given)} : ${copy.of(value)}`
      : `${copy.name?.() ?? `(${functionOf(copy)})`}(${value} === undefined ? ${text(given)} : ${value})`
  }

  #mismatch(): string {
    return this.#call('mismatch')
  }

  /** Returns whether a schema says nothing of properties and items. */
  #isWhole(place: Place): boolean {
    const groups = checkedIn(place.schema).map((name) => keywords[name]?.of)
    return (
      place.schema.$ref === undefined &&
      !groups.includes('object') &&
      !groups.includes('array') &&
      this.#checks.places.children(place).every((each) => this.#isWhole(each))
    )
  }

  /** Returns whether a schema only accepts or rejects objects, by these properties alone. */
  #isCondition(place: Place, names: readonly string[], depth = 0): boolean {
    const { properties = {}, required = [], dependentRequired, dependentSchemas } = place.schema
    const named = [
      ...Object.keys(properties),
      ...required,
      ...Object.keys(Object(dependentSchemas)),
    ]
    for (const each of Object.entries(Object(dependentRequired)))
      named.push(...each.flat().map(String))
    const rest = { ...place, schema: without(place.schema, ['properties']) }
    const allowed = depth === 0 ? ['maxProperties', ...assertions] : assertions
    // The type of an alternative with properties is narrower than that of the literal.
    const alternatives = depth === 0 ? this.#checks.places.parts(rest, combined) : []
    return (
      depth <= 8 &&
      alternatives.every(({ schema }) => schema.properties === undefined) &&
      isOnly(checkedIn(rest.schema), 'type', ...allowed) &&
      isOnly(named, ...names) &&
      this.#checks.places.children(place, 'properties').every((each) => this.#isWhole(each)) &&
      this.#checks.places.children(rest).every((each) => this.#isCondition(each, names, depth + 1))
    )
  }
}

type Source = OutlineSource & {
  nameOf(place: Place): string
  /** Returns a function that writes the type of the values of a schema, if there is a name for it. */
  typeOf(place: Place): (() => string) | undefined
}

/** Code that copies a value. It is written when it is used, so that nothing is written that is not. */
type Expression = {
  /** Returns an expression that evaluates to the checked copy of a variable. */
  of(v: string): string
  /** Returns the name of a function that does the same. */
  name?(): string
  /** Returns the body of that function, with `v` as its parameter, if it has one of its own. */
  body?(): string
}

const structure =
  'type properties required $ref allOf additionalProperties unevaluatedProperties'.split(' ')

/** Keywords that only accept or reject an object, if the schemas in them name no other properties. */
const assertions =
  'required dependentRequired if then else not allOf anyOf oneOf dependentSchemas'.split(' ')

/** Keywords whose schemas have a part in the type of a value. */
const combined = ['allOf', 'anyOf', 'oneOf']

function isOnly(names: readonly string[], ...allowed: string[]): boolean {
  return names.every((name) => allowed.includes(name))
}

function without(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))
}

function typesOf({ type = [] }: Schema): string[] {
  return [type].flat()
}

function isOpen({ schema }: Place): boolean {
  const { additionalProperties = false, unevaluatedProperties = false } = schema
  return additionalProperties !== false || unevaluatedProperties !== false
}

function functionOf(copy: Expression): string {
  return copy.name?.() ?? `(v: unknown) => ${copy.of('v')}`
}
