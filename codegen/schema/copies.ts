import type { Checks, Direction } from './checks.ts'
import { isInherited, keywords, ofTypes, property, text, typeTest } from './keywords.ts'
import type { Place, Places } from './places.ts'
import { forms, isObject, type SchemaObject, type TypeName } from './schema.ts'

type CopyOptions = {
  places: Places
  checks: Checks
  direction: Direction
  nameOf: (place: Place) => string | undefined
  /** Returns the type of the values of a schema, if there is a name for it. */
  typeOf: (place: Place, direction: Direction) => string | undefined
  /** Returns the default of a schema, if it has a valid one. */
  defaultOf: (place: Place) => unknown
}

/** Keywords that a copy has code for. */
const structure = ['type', 'properties', 'required', 'additionalProperties', 'allOf']
/** Keywords that only accept or reject an object, if the schemas in them name no other properties. */
const assertions = ['required', 'minProperties', 'maxProperties', 'dependentRequired']
assertions.push('if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas')

const checkedIn = (schema: SchemaObject): string[] =>
  Object.keys(schema).filter((name) => Object.hasOwn(keywords, name) && name !== '$defs')

const isOnly = (names: readonly string[], allowed: readonly string[]): boolean =>
  names.every((name) => allowed.includes(name))

const mismatch = 'check.mismatch()'

const typesOf = (schema: SchemaObject): TypeName[] =>
  forms.types(schema.type) ? [schema.type].flat() : []

/**
 * Emits functions that check a value and copy what its schema declares, in one pass. The compiler
 * compares what they return with the types. A schema that says more than a copy can express is
 * checked, and its value is passed as it is.
 */
export class Copies {
  readonly #options: CopyOptions
  readonly #names = new Map<string, string>()
  readonly #code: string[] = []
  readonly #values = new Map<string, string>()

  constructor(options: CopyOptions) {
    this.#options = options
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
    const target = this.#target(place)
    const known = this.#names.get(target.uri)
    if (known) return known
    const { nameOf, typeOf, direction } = this.#options
    const wanted = `copy${nameOf(target) ?? this.#names.size + 1}`
    const name = [...this.#names.values()].includes(wanted) ? `${wanted}_` : wanted
    this.#names.set(target.uri, name)
    const type = typeOf(target, direction)
    const own = this.#objectFunction(target) ?? this.#expression(target, 'v')
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
    return `checks.${this.#options.checks.check(place, this.#options.direction)}`
  }

  /** Returns a function that checks a value and passes it as it is. */
  #whole(place: Place, type: string | undefined): string {
    return `check.whole((v): v is ${type ?? 'unknown'} => ${this.#check(place)}(v))`
  }

  #target(place: Place): Place {
    return this.#options.checks.target(place)
  }

  #child(place: Place, ...steps: string[]): Place | undefined {
    return this.#options.places.child(place, steps)
  }

  /** Returns an expression that evaluates to the checked copy of a variable, or undefined if there is none. */
  #expression(place: Place, v: string): string | undefined {
    const { schema } = place
    if (typeof schema === 'boolean') return schema ? v : undefined
    const names = checkedIn(schema)
    if (names.length === 0) return v
    if (names.length === 1 && names[0] === '$ref') return `${this.copy(place)}(${v})`
    if ('const' in schema || 'enum' in schema) return this.#value(schema, names, v)
    if (isOnly(names, ['anyOf']) || isOnly(names, ['oneOf'])) return this.#union(place, schema, v)
    const types = typesOf(schema)
    const [type, other] = types
    if (type === undefined) return undefined
    if (types.includes('null') && types.length === 2) {
      // A function of its own returns null, too: it can be that of a component.
      if (this.#objectFunction(place)) return `${this.copy(place)}(${v})`
      const rest = { ...schema, type: types.find((each) => each !== 'null') }
      const inner = this.#expression({ ...place, schema: rest }, v)
      return inner === undefined ? undefined : `(${v} === null ? null : ${inner})`
    }
    if (other !== undefined) return names.length === 1 ? this.#scalar(types, schema, v) : undefined
    switch (type) {
      case 'array':
        return this.#array(place, schema, v)
      case 'object':
        return this.#object(place, names, v)
      default:
        return names.every((name) => name === 'type' || keywords[name]?.of === group(type))
          ? this.#scalar(types, schema, v)
          : undefined
    }
  }

  #scalar(types: readonly TypeName[], schema: SchemaObject, v: string): string {
    const test = types.map((each) => typeTest(each, v)).join(' || ')
    return `(${types.length > 1 ? `(${test})` : test}${this.#asserts(schema, v)} ? ${v} : ${mismatch})`
  }

  /** Returns the conditions of the keywords of a schema, besides its type. */
  #asserts(schema: SchemaObject, v: string): string {
    return checkedIn(schema)
      .filter((name) => name !== 'type')
      .map((name) => {
        const { checks } = this.#options
        const ofChecks = (expression: string) =>
          expression.startsWith('constant') ? `checks.${expression}` : expression
        const site = {
          value: v,
          constant: (expression: string) => ofChecks(checks.constant(expression)),
          pattern: (source: string) => ofChecks(checks.pattern(source)),
        }
        const test = keywords[name]?.assert?.(schema, site) ?? 'true'
        return test === 'true' ? '' : ` && ${test}`
      })
      .join('')
  }

  #value(schema: SchemaObject, names: readonly string[], v: string): string | undefined {
    if (!isOnly(names, ['type', 'enum']) && !isOnly(names, ['type', 'const'])) return undefined
    const values = 'const' in schema ? [schema.const] : schema.enum
    if (!Array.isArray(values) || values.length === 0) return undefined
    const isPlain = values.every((each) => typeof each !== 'object' || each === null)
    if (!isPlain || ofTypes(values, schema).length !== values.length) return undefined
    const list = text(values)
    const name = this.#values.get(list) ?? `values${this.#values.size + 1}`
    this.#values.set(list, name)
    return `check.oneOf(${v}, ${name})`
  }

  #union(place: Place, schema: SchemaObject, v: string): string | undefined {
    const keyword = 'anyOf' in schema ? 'anyOf' : 'oneOf'
    const given = schema[keyword]
    if (!forms.schemas(given)) return undefined
    const branches = given.map((_, i) => this.#child(place, keyword, `${i}`))
    // A value of several alternatives has the properties of all of them.
    if (keyword === 'anyOf' && branches.filter((each) => each && !this.#isScalar(each)).length > 1)
      return undefined
    const tests: string[] = []
    const copies: string[] = []
    for (const branch of branches) {
      const copy = branch && this.#expression(branch, v)
      if (!branch || copy === undefined) return undefined
      tests.push(this.#check(branch))
      copies.push(copy)
    }
    const choice = copies.reduceRight(
      (rest, copy, i) => `${tests[i]}(${v}) ? ${copy} : ${rest}`,
      mismatch,
    )
    return keyword === 'anyOf'
      ? `(${choice})`
      : `(check.count([${tests.join(', ')}], ${v}) !== 1 ? ${mismatch} : ${choice})`
  }

  /** Returns whether no value of a schema is an object or an array. */
  #isScalar(place: Place): boolean {
    const { schema } = this.#target(place)
    if (typeof schema === 'boolean') return false
    const types = typesOf(schema)
    return types.length > 0 && !types.includes('object') && !types.includes('array')
  }

  #array(place: Place, { items: _, ...bounds }: SchemaObject, v: string): string | undefined {
    const allowed = ['type', 'minItems', 'maxItems', 'uniqueItems']
    if (!isOnly(checkedIn(bounds), allowed)) return undefined
    const item = this.#child(place, 'items')
    const test = `Array.isArray(${v})${this.#asserts(bounds, v)}`
    if (!item) return `(${test} ? ${v} : ${mismatch})`
    const copy = this.#function(item)
    return copy === undefined ? undefined : `(${test} ? check.items(${v}, ${copy}) : ${mismatch})`
  }

  /** Returns an expression for a function that copies a schema's values, or undefined if there is none. */
  #function(place: Place): string | undefined {
    const inner = this.#field(place, 'v')
    const [, name] = (inner && /^([\w.]+|check\.whole\(.*\))\(v\)$/.exec(inner)) || []
    return name ?? (inner && `(v: unknown) => ${inner}`)
  }

  #object(place: Place, names: readonly string[], v: string): string | undefined {
    if (isOnly(names, ['type', 'additionalProperties'])) {
      const inner = this.#child(place, 'additionalProperties')
      if (inner?.schema === false) return undefined
      const copy = isObject(inner?.schema) ? inner && this.#function(inner) : 'check.itself'
      return copy && `check.record(${v}, ${copy})`
    }
    return this.#objectFunction(place) && `${this.copy(place)}(${v})`
  }

  /** Returns the names of the properties that a schema declares, if it is an object that a copy can express. */
  #declared(place: Place, depth = 0): Set<string> | undefined {
    const { schema } = this.#target(place)
    if (typeof schema === 'boolean' || depth > 20) return undefined
    const own = isObject(schema.properties) ? Object.keys(schema.properties) : []
    const names = new Set(own)
    const { allOf } = schema
    for (const i of forms.schemas(allOf) ? allOf.keys() : []) {
      const member = this.#child(this.#target(place), 'allOf', `${i}`)
      for (const name of (member && this.#declared(member, depth + 1)) ?? []) names.add(name)
    }
    return names
  }

  /** Returns whether a schema only accepts or rejects objects: it names no properties but these. */
  #isCondition(place: Place, names: ReadonlySet<string>, depth = 0): boolean {
    const { schema } = place
    if (typeof schema === 'boolean') return true
    const { properties = {}, not: _, ...rest } = schema
    return (
      depth <= 8 &&
      isOnly(checkedIn(rest), ['type', ...assertions]) &&
      Object.keys(Object(properties)).every((name) => names.has(name)) &&
      this.#options.places
        .children({ ...place, schema: rest })
        .every((each) => this.#isCondition(each, names, depth + 1))
    )
  }

  /** Returns the body of a function that copies an object, or undefined if a copy cannot express its schema. */
  #objectFunction(place: Place): string | undefined {
    const { schema } = place
    if (typeof schema === 'boolean') return undefined
    const { allOf, properties, additionalProperties } = schema
    const types = typesOf(schema).toSorted().join()
    const isObjectType = types === 'object' || types === 'null,object'
    const isMerge = forms.schemas(allOf) && (schema.type === undefined || isObjectType)
    if (!isMerge && !(isObjectType && isObject(properties) && Object.keys(properties).length > 0))
      return undefined
    if (additionalProperties !== undefined && (additionalProperties !== false || isMerge))
      return undefined
    const declared = this.#declared(place)
    if (!declared || declared.size === 0) return undefined
    const others = Object.fromEntries(
      Object.entries(schema).filter(([name]) => !structure.includes(name)),
    )
    if (!this.#isCondition({ ...place, schema: others }, declared)) return undefined
    // What an object requires of the properties of others is not known where those are copied.
    const required = forms.strings(schema.required) ? schema.required : []
    const isOwn = (name: string) => isObject(properties) && Object.hasOwn(properties, name)
    if (isMerge && !required.every(isOwn)) return undefined
    const members = isMerge ? this.#members(place, allOf.length) : []
    if (!members) return undefined
    const fields = isObject(properties) ? this.#fields(place, properties) : ''
    if (fields === undefined) return undefined
    const spreads = members.map((member) => `...${this.copy(member)}(v)`)
    const isChecked = isMerge || checkedIn(others).length > 0
    const first = isChecked ? `if (!${this.#check(place)}(v)) return ${mismatch}\n` : ''
    const parts = [...spreads, ...(fields === '' ? [] : [fields])].join(', ')
    const none = types === 'null,object' ? 'if (v === null) return null\n' : ''
    return `{\n${first}${none}if (!check.isObject(v)) return ${mismatch}\nreturn { ${parts} }\n}`
  }

  /** Returns the members of an `allOf` that are objects with different properties. */
  #members(place: Place, count: number): Place[] | undefined {
    const { schema } = place
    const own = isObject(schema) ? Object.keys(Object(schema.properties)) : []
    const seen = new Set(own)
    const members: Place[] = []
    for (let i = 0; i < count; i++) {
      const member = this.#child(place, 'allOf', `${i}`)
      const target = member && this.#target(member)
      const declared = target && this.#declared(target)
      if (!declared || typeof target.schema === 'boolean') return undefined
      if (declared.size === 0 && checkedIn(target.schema).length === 0) continue
      if (target.schema.additionalProperties === false || !this.#objectFunction(target))
        return undefined
      if ([...declared].some((name) => seen.has(name))) return undefined
      for (const name of declared) seen.add(name)
      members.push(target)
    }
    return members
  }

  /** Returns the fields of an object literal. */
  #fields(place: Place, properties: SchemaObject): string | undefined {
    const required = this.#options.checks.required(place, this.#options.direction)
    const [own, optional]: [string[], string[]] = [[], []]
    const isMarked = (name: string, mark: string) => {
      const property = this.#child(place, 'properties', name)
      return property !== undefined && this.#options.checks.hasMark(property, mark)
    }
    const left = this.#options.direction === 'request' ? 'readOnly' : 'writeOnly'
    for (const name of Object.keys(properties)) {
      if (isInherited(name)) return undefined
      if (isMarked(name, left)) continue
      const inner = this.#child(place, 'properties', name)
      const value = property('v', name)
      const copy = inner && this.#field(inner, value)
      if (copy === undefined) return undefined
      const fallback = inner && this.#default(inner)
      if (fallback !== undefined)
        own.push(`${text(name)}: ${value} === undefined ? ${fallback} : ${copy}`)
      else if (required.includes(name))
        own.push(`${text(name)}: ${copy === value ? `check.present(${value})` : copy}`)
      else optional.push(`...(${value} === undefined ? undefined : { ${text(name)}: ${copy} })`)
    }
    return [...own, ...optional].join(', ')
  }

  /** Returns an expression for the copy of a value, or for the value itself, checked. */
  #field(place: Place, value: string): string | undefined {
    const copy = this.#expression(place, value)
    if (copy !== undefined) return copy
    const type = this.#options.typeOf(place, this.#options.direction)
    return type && `${this.#whole(place, type)}(${value})`
  }

  /** Returns the default of a request's property. */
  #default(place: Place): string | undefined {
    const value = this.#options.direction === 'request' ? this.#options.defaultOf(place) : undefined
    return value === undefined ? undefined : text(value)
  }
}

const group = (type: TypeName): string => (type === 'integer' ? 'number' : type)
