import { type Keyword, keywords, type Site, text, typeTest } from './keywords.ts'
import { type Place, type Places, UnresolvedReference } from './places.ts'
import { forms, isObject, type Schema, type SchemaObject, type TypeName } from './schema.ts'

/** The way that a value goes: `readOnly` properties are not required in requests, `writeOnly` ones not in responses. */
export type Direction = 'request' | 'response'

export type CheckOptions = {
  places: Places
  /** Returns the name of a schema's check. Without one, the check gets a number. */
  nameOf?: (place: Place) => string | undefined
  /** Called with what cannot be carried. */
  report: (what: string, place: Place) => void
}

const rejected = ['$dynamicRef', '$dynamicAnchor', '$vocabulary']

const dialects: readonly unknown[] = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
]

/** Returns what no check can be emitted for: keywords that depend on the path of evaluation, and other dialects. */
export const rejectedIn = (schema: SchemaObject): string[] => [
  ...rejected.filter((keyword) => keyword in schema).map((keyword) => `the keyword \`${keyword}\``),
  ...(schema.$schema === undefined || dialects.includes(String(schema.$schema).replace(/#$/, ''))
    ? []
    : [`the dialect ${String(schema.$schema)}`]),
]

type Messages = Readonly<Record<string, unknown>>

type Vars = {
  value: string
  /** An expression for the path of the value. */
  path: string
  evaluated: string | undefined
  /** Messages that replace the schema's own. */
  messages?: Messages | undefined
}

type Function = { name: string; place: Place; direction: Direction | undefined; tracking: boolean }

const ofGroup: Record<NonNullable<Keyword['of']>, (value: string) => string> = {
  string: (value) => typeTest('string', value),
  number: (value) => `typeof ${value} === 'number'`,
  array: (value) => typeTest('array', value),
  object: (value) => typeTest('object', value),
}

/** Joins expressions of strings. Adjacent literals become one. */
const joined = (a: string, b: string): string => {
  if (b === '') return a
  return a.endsWith('"') && b.startsWith('"') ? `${a.slice(0, -1)}${b.slice(1)}` : `${a} + ${b}`
}

const messagesOf = (schema: Schema | undefined): Messages =>
  isObject(schema)
    ? {
        ...(isObject(schema['x-reasons']) ? schema['x-reasons'] : {}),
        ...(isObject(schema['x-messages']) ? schema['x-messages'] : {}),
      }
    : {}

/** The parameters and the result of functions: with types or without, tracking or not. */
const heads = {
  true: {
    true: '(v: unknown, f: check.Failure[] | undefined, p: string, e: check.Evaluated): boolean',
    false: "(v: unknown, f?: check.Failure[], p = ''): boolean",
  },
  false: { true: '(v, f, p, e)', false: "(v, f, p = '')" },
}

/** Emits a function for each schema that is asked for, and for those that it refers to. */
export class Checks {
  readonly #options: CheckOptions
  readonly #functions = new Map<string, Function>()
  readonly #names = new Set<string>()
  readonly #constants = new Map<string, string>()
  readonly #code: { function: Function; body: string }[] = []
  readonly #queue: Function[] = []
  /** For each function, the functions that it calls with the same value. */
  readonly #calls = new Map<Function, Set<Function>>()
  readonly #marked = new Map<string, boolean>()
  #current: Function | undefined
  #variables = 0

  constructor(options: CheckOptions) {
    this.#options = options
  }

  /** Returns the name of the function that checks a schema's values. */
  check(place: Place, direction?: Direction): string {
    const { name } = this.#function(this.target(place), direction, false)
    this.#drain()
    return name
  }

  /**
   * The code of all functions and constants.
   * @param typed false for JavaScript.
   */
  code(typed: boolean): string {
    const prefix = typed ? 'export ' : ''
    const constants = [...this.#constants].map(
      ([value, name]) => `${prefix}const ${name} = ${value}\n`,
    )
    const functions = this.#code.map(
      ({ function: each, body }) =>
        `${prefix}function ${each.name}${heads[`${typed}`][`${each.tracking}`]} {\n${body}return true\n}\n`,
    )
    return `${constants.join('')}\n${functions.join('\n')}`
  }

  /** The names of all functions. */
  names(): string[] {
    return this.#code.map(({ function: { name } }) => name)
  }

  /** Reports functions that call each other with one value, for ever. */
  reportCycles(): void {
    const done = new Set<Function>()
    const visit = (each: Function, trail: readonly Function[]): void => {
      if (trail.includes(each)) this.#options.report('a schema that refers to itself', each.place)
      else if (!done.has(each)) {
        for (const next of this.#calls.get(each) ?? []) visit(next, [...trail, each])
        done.add(each)
      }
    }
    for (const each of this.#calls.keys()) visit(each, [])
  }

  #drain(): void {
    if (this.#current) return
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      this.#current = next
      this.#variables = 0
      const evaluated = next.tracking ? 'e' : undefined
      const body = this.#statements(next.place, { value: 'v', path: 'p', evaluated })
      this.#code.push({ function: next, body })
    }
    this.#current = undefined
  }

  /** Returns whether a schema, or one that it refers to, makes a difference between directions. */
  #isMarked(place: Place): boolean {
    const seen = new Set<string>()
    const visit = (each: Place): boolean => {
      const known = this.#marked.get(each.uri)
      if (known !== undefined) return known
      if (seen.has(each.uri) || typeof each.schema === 'boolean') return false
      seen.add(each.uri)
      const { readOnly, writeOnly, $ref } = each.schema
      const target = typeof $ref === 'string' ? this.resolve($ref, each) : undefined
      const found =
        readOnly === true ||
        writeOnly === true ||
        (target !== undefined && visit(target)) ||
        this.#options.places.children(each).some(visit)
      if (found) this.#marked.set(each.uri, true)
      return found
    }
    const found = visit(place)
    if (!found) for (const uri of seen) this.#marked.set(uri, false)
    return found
  }

  #function(place: Place, direction: Direction | undefined, tracking: boolean): Function {
    const way = direction && this.#isMarked(place) ? direction : undefined
    const key = `${way ?? ''} ${tracking} ${place.uri}`
    const known = this.#functions.get(key)
    if (known) return known
    const wanted = this.#options.nameOf?.(place)
    const base =
      wanted === undefined
        ? `check${this.#functions.size + 1}`
        : `is${wanted}${way === 'request' ? 'Request' : way === 'response' ? 'Response' : ''}`
    let name = `${base}${tracking ? 'Tracking' : ''}`
    while (this.#names.has(name)) name += '_'
    this.#names.add(name)
    const made = { name, place, direction: way, tracking }
    this.#functions.set(key, made)
    this.#queue.push(made)
    return made
  }

  /** Follows schemas that are a `$ref` alone. */
  target(place: Place, depth = 0): Place {
    const { schema } = place
    if (typeof schema === 'boolean' || typeof schema.$ref !== 'string' || depth > 20) return place
    const checked = Object.keys(schema).filter((name) => name in keywords && name !== '$defs')
    const found = checked.length === 1 ? this.resolve(schema.$ref, place) : undefined
    return found ? this.target(found, depth + 1) : place
  }

  /** Returns the schema that a `$ref` leads to, and reports one that leads nowhere. */
  resolve(reference: string, place: Place): Place | undefined {
    try {
      return this.#options.places.resolve(reference, place.base)
    } catch (error) {
      if (!(error instanceof UnresolvedReference)) throw error
      this.#options.report(error.message, place)
      return undefined
    }
  }

  /** Returns the messages of a missing property: its own, or those of the schema that it refers to. */
  #requiredMessage(place: Place | undefined, depth = 0): string {
    const { required } = messagesOf(place?.schema)
    if (typeof required === 'string') return required
    if (!place || typeof place.schema === 'boolean' || depth > 20) return 'is required'
    const { $ref } = place.schema
    return typeof $ref === 'string'
      ? this.#requiredMessage(this.resolve($ref, place), depth + 1)
      : 'is required'
  }

  /** Returns statements that check a variable. They leave the function when a check fails that nobody wants the reason of. */
  #statements(place: Place, vars: Vars): string {
    const { schema } = place
    if (schema === true) return ''
    const report = (reason: string, at = '') =>
      `if (check.no(f, ${joined(vars.path, at)}, ${text(reason)})) return false\n`
    if (schema === false) return report('is not allowed')
    for (const what of rejectedIn(schema)) this.#options.report(what, place)
    const keepsTrack = 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema
    const own = keepsTrack ? this.#fresh() : undefined
    const site = this.#site(place, { ...vars, evaluated: own ?? vars.evaluated }, report)
    const types = forms.types(schema.type) ? [schema.type].flat() : undefined
    const body = this.#rows(schema, site, types)
    const before = own ? `const ${own} = check.nothing()\n` : ''
    const after =
      own && vars.evaluated ? `for (const each of ${own}) ${vars.evaluated}.add(each)\n` : ''
    const checked = `${before}${body}${after}`
    if (!types) return checked
    const test = keywords.type?.assert?.(schema, site) ?? 'true'
    if (checked === '') return site.unless(test, 'type')
    return `if (${test}) {\n${checked}} else ${site.unless('false', 'type')}`
  }

  /** Returns the statements of a schema's keywords. Keywords of one type are together, behind its test. */
  #rows(schema: SchemaObject, site: Site, types: readonly TypeName[] | undefined): string {
    let code = ''
    let group = ''
    let of: Keyword['of']
    const only = types?.length === 1 ? types[0]?.replace('integer', 'number') : undefined
    const close = () => {
      if (group !== '' && of)
        code += of === only ? group : `if (${ofGroup[of](site.value)}) {\n${group}}\n`
      else code += group
      group = ''
    }
    for (const [name, keyword] of Object.entries(keywords)) {
      if (!(name in schema) || name === 'type') continue
      if (keyword.of !== of) close()
      of = keyword.of
      group += keyword.check(site)
    }
    close()
    return code
  }

  #fresh(): string {
    this.#variables += 1
    return `a${this.#variables}`
  }

  /** Returns the name of a constant with an expression as value. */
  readonly constant = (expression: string): string => {
    const known = this.#constants.get(expression)
    if (known) return known
    const name = `constant${this.#constants.size + 1}`
    this.#constants.set(expression, name)
    return name
  }

  #site(place: Place, vars: Vars, report: (reason: string, at?: string) => string): Site {
    const schema: SchemaObject = typeof place.schema === 'object' ? place.schema : {}
    const { value, evaluated } = vars
    const { places } = this.#options
    const child = (steps: readonly string[]) => places.child(place, steps)
    const messages = { ...messagesOf(schema), ...vars.messages }
    const messageOf = (keyword: string, name?: string): string => {
      if (name !== undefined) return this.#requiredMessage(child(['properties', name]))
      const own = messages[keyword]
      return typeof own === 'string' ? own : (keywords[keyword]?.message(schema) ?? 'is not valid')
    }
    return {
      schema,
      value,
      evaluated,
      report,
      unless: (valid, keyword, name) => {
        if (valid === 'true') return ''
        const call = report(messageOf(keyword, name), name === undefined ? '' : text(`.${name}`))
        return valid === 'false' ? call : call.replace('if (', () => `if (!(${valid}) && `)
      },
      within: (steps, inner = value, at = '') => {
        const found = child(steps)
        if (!found) return ''
        const same = inner === value
        return this.#statements(found, {
          value: inner,
          path: joined(vars.path, at),
          evaluated: same ? evaluated : undefined,
        })
      },
      refer: (reference) => {
        const target = this.resolve(reference, place)
        if (!target) return ''
        const own = messagesOf(schema)
        if (Object.keys(own).length === 0 || this.#inlined.has(target.uri))
          return this.#call(target, vars)
        this.#inlined.add(target.uri)
        const code = this.#statements(target, { ...vars, messages: own })
        this.#inlined.delete(target.uri)
        return code
      },
      required: this.required(place, this.#current?.direction),
      check: (steps, tracking = false) => {
        const found = child(steps)
        if (!found) return 'check.all'
        const isOfItems = steps[0] === 'contains' || steps[0] === 'propertyNames'
        return this.#called(found, tracking, value === 'v' && !isOfItems)
      },
      fresh: () => this.#fresh(),
      constant: this.constant,
      pattern: this.pattern,
    }
  }

  #call(target: Place, { value, path, evaluated }: Vars): string {
    if (this.target(target).schema === true) return ''
    const name = this.#called(target, evaluated !== undefined, value === 'v')
    const rest = evaluated ? `${path}, ${evaluated}` : path === 'p' ? 'p' : `f && ${path}`
    return `if (!${name}(${value}, f, ${rest})) return false\n`
  }

  readonly #inlined = new Set<string>()

  /** Returns the properties that must be present in a direction. */
  required(place: Place, direction: Direction | undefined): string[] {
    if (typeof place.schema === 'boolean' || !forms.strings(place.schema.required)) return []
    const names = [...new Set(place.schema.required)]
    if (direction === undefined) return names
    const mark = direction === 'request' ? 'readOnly' : 'writeOnly'
    return names.filter((name) => {
      const property = this.#options.places.child(place, ['properties', name])
      return !property || !this.hasMark(property, mark)
    })
  }

  /** Returns whether a schema, or the one that it refers to, is `readOnly` or `writeOnly`. */
  hasMark(place: Place, mark: string, depth = 0): boolean {
    // Parameters go one way only, whatever their schemas say.
    if (place.uri.startsWith('parameters:')) return false
    if (typeof place.schema === 'boolean' || depth > 20) return false
    if (place.schema[mark] === true) return true
    const { $ref } = place.schema
    const target = typeof $ref === 'string' ? this.resolve($ref, place) : undefined
    return target !== undefined && this.hasMark(target, mark, depth + 1)
  }

  /** Returns the name of the function for a schema, called with the value of the current function or another. */
  #called(place: Place, tracking: boolean, isSameValue: boolean): string {
    const current = this.#current
    const made = this.#function(this.target(place), current?.direction, tracking)
    if (current && isSameValue)
      this.#calls.set(current, (this.#calls.get(current) ?? new Set()).add(made))
    return made.name
  }

  /** Returns an expression for a regular expression. One that is none matches everything. */
  readonly pattern = (source: string): string => {
    const flag = ['u', ''].find((each) => {
      try {
        return Boolean(new RegExp(source, each))
      } catch {
        return false
      }
    })
    return flag === undefined ? '/(?:)/' : this.constant(`new RegExp(${text(source)}, '${flag}')`)
  }
}
