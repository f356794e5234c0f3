import type { Schema } from '../model/document.ts'
import { freeName, key } from '../model/names.ts'
import { flawOf, slow } from '../model/pattern-flaws.ts'
import * as check from '../runtime/check.ts'
import { alternativesOf } from './discriminator.ts'
import {
  checkedIn,
  failureMessage,
  type Keyword,
  keywords,
  messagesOf,
  type Names,
  type Site,
  text,
  typeTest,
} from './keyword-checks.ts'
import { isNothing, type Place, type Places } from './places.ts'

/** The way that a value goes: `readOnly` properties are not required in requests, `writeOnly` ones not in responses. */
export type Direction = 'request' | 'response'

/** Emits a function for each schema that is asked for, and for those that it refers to. */
export class Checks {
  readonly places: Places
  readonly #nameOf: (place: Place) => string
  readonly #report: CheckOptions['report']
  readonly #functions = new Map<string, Emitted>()
  readonly #waiting: Emitted[] = []
  readonly #names = new Set<string>()
  readonly #constants = new Map<string, string>()
  /** The constants of patterns that can take exponential time. */
  readonly #slow = new Set<string>()
  readonly #marked = new Map<string, boolean>()
  readonly #inlined = new Set<string>()

  constructor({ places, nameOf = () => '', report }: CheckOptions) {
    this.places = places
    this.#nameOf = nameOf
    this.#report = report
  }

  check(place: Place, direction?: Direction): string {
    const { name } = this.#function(this.target(place), direction, false, [])
    for (let of = this.#waiting.shift(); of; of = this.#waiting.shift()) {
      const { exempt, tracking } = of
      const evaluated = tracking ? '_e' : undefined
      of.body = this.#statements(of.place, { of, value: 'v', path: 'p', evaluated, exempt })
    }
    return name
  }

  /** Returns the function that checks a schema's values as code in another file. */
  checkIn({ use }: File, place: Place, direction?: Direction): string {
    return `${use('checks')}.${this.check(place, direction)}`
  }

  /**
   * The code of all functions and constants.
   * @param typed false for JavaScript.
   * @param isBrief tries patterns that can take exponential time with short texts alone.
   */
  code(typed: boolean, isBrief = false): string {
    const prefix = typed ? 'export ' : ''
    const constants = [...this.#constants].map(([value, name]) => {
      const isSlow = isBrief && this.#slow.has(value)
      const own = isSlow ? `{ test: (v) => v.length > 16 || ${value}.test(v) }` : value
      return `${prefix}const ${name} = ${own}\n`
    })
    const functions = [...this.#functions.values()].map(({ name, tracking, body }) =>
      body === ''
        ? `${prefix}const ${name}${typed ? `: check.${tracking ? 'Tracking' : 'Check'}` : ''} = check.all\n`
        : `${prefix}function ${name}${headOf(tracking, typed)} {\n${body}return true\n}\n`,
    )
    return `${constants.join('')}\n${functions.join('\n')}`
  }

  /** Returns all functions and constants as those of this process, by name. Examples must not keep it busy. */
  functions(): Readonly<Record<string, check.Check>> {
    const names = [...this.#names].join(', ')
    return new Function('check', `${this.code(false, true)}\nreturn { ${names} }`)(check)
  }

  /** Reports functions that call each other with one value, for ever. */
  reportCycles(): void {
    const done = new Set<Emitted>()
    const visit = (each: Emitted, trail: readonly Emitted[]): void => {
      if (trail.includes(each))
        this.#report('the schema refers to itself, so no value can be checked', each.place)
      else if (!done.has(each)) {
        for (const next of each.calls) visit(next, [...trail, each])
        done.add(each)
      }
    }
    for (const each of this.#functions.values()) visit(each, [])
  }

  /** Returns whether a schema, or one that it refers to, makes a difference between directions. */
  #isMarked(place: Place): boolean {
    const seen = new Set<string>()
    const visit = (each: Place): boolean => {
      const { schema, uri } = each
      const known = this.#marked.get(uri)
      if (known !== undefined || seen.has(uri)) return known ?? false
      seen.add(uri)
      const inner = [this.places.referred(each) ?? [], this.places.children(each)].flat()
      const found = schema.readOnly === true || schema.writeOnly === true || inner.some(visit)
      if (found) this.#marked.set(uri, true)
      return found
    }
    const found = visit(place)
    if (!found) for (const uri of seen) this.#marked.set(uri, false)
    return found
  }

  #function(
    place: Place,
    wanted: Direction | undefined,
    tracking: boolean,
    around: readonly string[],
  ): Emitted {
    const exempt = around.length > 0 ? this.#exemptIn(place, around, wanted) : []
    const isDirected = exempt.length > 0 || this.#isMarked(place)
    const direction = isDirected ? wanted : undefined
    const key = `${direction ?? ''} ${tracking} ${text(exempt)} ${place.uri}`
    const known = this.#functions.get(key)
    if (known) return known
    const way = { request: 'Request', response: 'Response', none: '' }[direction ?? 'none']
    const name = this.#free(`is${this.#nameOf(place)}${way}${tracking ? 'Tracking' : ''}`)
    const calls = new Set<Emitted>()
    const made = { name, place, direction, exempt, tracking, body: '', variables: 0, calls }
    this.#functions.set(key, made)
    this.#waiting.push(made)
    return made
  }

  #free(name: string): string {
    const free = freeName(name, this.#names)
    this.#names.add(free)
    return free
  }

  /** Follows schemas that are a `$ref` alone. */
  target(place: Place): Place {
    const chain = this.places.chain(place)
    return chain.find(({ schema }) => checkedIn(schema).length > 1) ?? chain.at(-1) ?? place
  }

  /** Returns the message of a missing property: its own, or that of the schema that it refers to. */
  #requiredMessage(place: Place | undefined): string {
    const messages = this.places.chain(place).map(({ schema }) => messagesOf(schema).required)
    return messages.find((each) => each !== undefined) ?? 'is required'
  }

  /** Returns statements that check a variable. They leave the function when a check fails and no reasons are recorded. */
  #statements(place: Place, vars: Vars): string {
    const { schema } = place
    if (isNothing(schema)) return failure(vars.path, 'is not allowed')
    for (const what of rejectedIn(schema)) this.#report(what, place)
    const keepsTrack = 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema
    const own = keepsTrack ? `a${++vars.of.variables}` : undefined
    const exempt = [...vars.exempt, ...this.markedIn(place, vars.of.direction)]
    const types = schema.type === undefined ? vars.types : [schema.type].flat()
    const site = this.#site(place, { ...vars, types, evaluated: own ?? vars.evaluated, exempt })
    const body = this.#rows(site, types)
    const before = own ? `const ${own} = check.nothing()\n` : ''
    const after =
      own && vars.evaluated ? `for (const each of ${own}) ${vars.evaluated}.add(each)\n` : ''
    const checked = `${before}${body}${after}`
    const test = keywords.type?.assert?.(schema.type, site, schema) ?? 'true'
    if (test === 'true') return checked
    if (checked === '') return site.unless(test, 'type')
    return `if (${test}) {\n${checked}} else ${site.unless('false', 'type')}`
  }

  /** Returns the statements of a schema's keywords. Keywords of one type are together, behind its test. */
  #rows(site: Site, types: Vars['types']): string {
    const { schema } = site
    const typed = types ? { ...schema, type: [...types] } : schema
    let code = ''
    let group = ''
    let of: Keyword['of']
    const [only, ...others] = [schema.type ?? []].flat()
    const close = () => {
      const isKnown = others.length === 0 && of === only?.replace('integer', 'number')
      code += of && !isKnown && group !== '' ? `if (${isOf(of, site)}) {\n${group}}\n` : group
      group = ''
    }
    for (const [name, keyword] of Object.entries(keywords)) {
      if (!(name in schema) || name === 'type') continue
      if (keyword.of !== of) close()
      of = keyword.of
      group +=
        keyword.check?.(schema[name], site) ??
        site.unless(keyword.assert?.(schema[name], site, typed) ?? 'true', name)
    }
    close()
    return code
  }

  /** Returns the name of a constant with an expression as value: that of the first schema that has it. */
  #constant(place: Place, kind: string, expression: string): string {
    const known = this.#constants.get(expression)
    const name = known ?? this.#free(`${kind}${this.#nameOf(place)}`)
    this.#constants.set(expression, name)
    return name
  }

  #site(place: Place, vars: Vars): Site {
    const { schema } = place
    const { of, value, path, evaluated, exempt } = vars
    const checkAt = (found: Place | undefined, tracking: boolean, isOfValue: boolean) =>
      found
        ? this.#called(found, tracking, of, isOfValue && value === 'v', isOfValue ? exempt : [])
        : 'check.all'
    const site: Site = {
      schema,
      value,
      path,
      evaluated,
      report: (reason, at) => failure(joined(path, at), reason),
      unless: (valid, keyword, name) => {
        if (valid === 'true') return ''
        const at = name === undefined ? path : joined(path, text(`.${name}`))
        const reason =
          name === undefined
            ? failureMessage(schema, keyword)
            : this.#requiredMessage(this.places.child(place, ['properties', name]))
        return failure(at, reason, valid)
      },
      within: (steps, inner) => {
        const found = this.places.child(place, steps)
        const [keyword = ''] = steps
        const group = keywords[keyword]?.of
        const types = vars.types ?? (group && [group])
        if (!inner) return found ? this.#statements(found, { ...vars, types }) : ''
        const mark = evaluated ? `${evaluated}.add(${inner.key})\n` : ''
        const at = joined(path, inner.at)
        const within = { of, value: inner.value, path: at, evaluated: undefined, exempt: [] }
        const code = found ? this.#statements(found, within) : ''
        if (code !== '' && found && !isNothing(found.schema)) inner.use()
        return `${mark}${code}`
      },
      refer: () => {
        const target = this.places.referred(place)
        if (!target) {
          this.#report(`the reference ${schema.$ref} leads nowhere`, place)
          return ''
        }
        const own = messagesOf(schema)
        if (Object.keys(own).length > 0 && !this.#inlined.has(target.uri)) {
          this.#inlined.add(target.uri)
          const messages = { ...target.schema['x-messages'], ...own }
          const renamed = { ...target, schema: { ...target.schema, 'x-messages': messages } }
          const code = this.#statements(renamed, vars)
          this.#inlined.delete(target.uri)
          return code
        }
        const name = this.#called(target, evaluated !== undefined, of, value === 'v', exempt)
        const rest = evaluated ? `${path}, ${evaluated}` : path === 'p' ? 'p' : `f && ${path}`
        return `if (!${name}(${value}, f, ${rest})) return false\n`
      },
      required: [...new Set(schema.required)].filter((name) => !exempt.includes(name)),
      check: (steps, tracking = false) => {
        const isOfValue = steps[0] !== 'contains' && steps[0] !== 'propertyNames'
        return checkAt(this.places.child(place, steps), tracking, isOfValue)
      },
      unlessChosen: (valid, keyword) => {
        if (messagesOf(schema)[keyword] !== undefined) return site.unless(valid, keyword)
        const named = alternativesOf(place, keyword, this.places)
        const reason = text(failureMessage(schema, keyword))
        if (!named) {
          const all = this.places.children(place, keyword).map((each) => checkAt(each, false, true))
          const choice = `[${all.join(', ')}], ${reason}`
          return `if (!(${valid}) && check.noneMatched(f, ${path}, ${value}, ${choice})) return false\n`
        }
        const checks = named.alternatives.map(
          ([tag, found]) => `${key(tag)}: ${checkAt(found, false, true)}`,
        )
        const other = named.other ? `, ${checkAt(named.other, false, true)}` : ''
        const choice = `${text(named.property)}, { ${checks.join(', ')} }, ${reason}${other}`
        return `if (!(${valid}) && check.noneChosen(f, ${path}, ${value}, ${choice})) return false\n`
      },
      fresh: () => `a${++of.variables}`,
      ...this.namesOf(place),
    }
    return site
  }

  #called(
    place: Place,
    tracking: boolean,
    of: Emitted,
    isSameValue: boolean,
    exempt: readonly string[],
  ): string {
    const made = this.#function(this.target(place), of.direction, tracking, exempt)
    if (isSameValue) of.calls.add(made)
    return made.name
  }

  /** Returns the properties of a value that only go in the other direction, by all schemas that apply to it. */
  markedIn(place: Place, direction: Direction | undefined): string[] {
    if (direction === undefined || !this.#isMarked(place)) return []
    const mark = direction === 'request' ? 'readOnly' : 'writeOnly'
    return this.places
      .parts(place)
      .flatMap((part) =>
        Object.keys(part.schema.properties ?? {}).filter((name) =>
          this.hasMark(this.places.child(part, ['properties', name]), mark),
        ),
      )
  }

  /** Returns the properties that a value must have, by all schemas that apply to it. */
  requiredIn(place: Place, direction: Direction): string[] {
    const marked = this.markedIn(place, direction)
    const required = this.places.parts(place).flatMap(({ schema }) => schema.required ?? [])
    return [...new Set(required)].filter((name) => !marked.includes(name))
  }

  /** Returns whether the values of a schema only go one way. */
  hasMark(place: Place | undefined, mark: 'readOnly' | 'writeOnly'): boolean {
    // Parameters only go in requests, so marks in their schemas have no effect.
    if (!place || place.uri.startsWith('parameters:')) return false
    return this.places.parts(place).some(({ schema }) => schema[mark] === true)
  }

  /** Returns those of some properties that a schema requires, and does not mark itself. */
  #exemptIn(
    place: Place,
    names: readonly string[],
    direction: Direction | undefined,
  ): readonly string[] {
    const parts = this.places.parts(place, ofSameValue)
    const required = new Set(parts.flatMap(({ schema }) => schema.required ?? []))
    const own = this.markedIn(place, direction)
    return [...new Set(names)].filter((name) => required.has(name) && !own.includes(name))
  }

  /**
   * Returns what code is made with.
   * @param use imports a file that the code needs. Default: the code is beside the checks.
   */
  namesOf(place: Place, use?: File['use']): Names {
    const prefix = () => (use ? `${use('checks')}.` : '')
    const constant = (kind: string, expression: string): string =>
      `${prefix()}${this.#constant(place, kind, expression)}`
    return {
      constant,
      // One that is no regular expression matches everything.
      pattern: (source) => {
        const flag = ['u', ''].find((each) => isPattern(source, each))
        const expression = `new RegExp(${text(source)}, '${flag}')`
        if (flawOf(source) === slow) this.#slow.add(expression)
        return flag === undefined ? '/(?:)/' : constant('pattern', expression)
      },
      call: (name, ...parameters) =>
        `${use?.('check') ?? 'check'}.${name}(${parameters.join(', ')})`,
    }
  }
}

/** A file that code goes to. */
export type File = {
  use(name: 'check' | 'checks'): string
}

export type CheckOptions = {
  places: Places
  /** Returns the name of a schema in those of its check and its constants. */
  nameOf?: (place: Place) => string
  report: (what: string, place: Place) => void
}

type Emitted = {
  name: string
  place: Place
  direction: Direction | undefined
  /** The properties that other schemas of the same value mark, so that they are not required. */
  exempt: readonly string[]
  /** Whether it records evaluated properties and items. */
  tracking: boolean
  body: string
  variables: number
  /** The functions that it calls with the same value. */
  calls: Set<Emitted>
}

/** Where statements go: the function, its variables, and an expression for the path of the value. */
type Vars = {
  of: Emitted
  value: string
  path: string
  /** The types of the value, where a test has narrowed them: those of this schema, or of one that it is a part of. */
  types?: readonly string[] | undefined
  evaluated: string | undefined
  exempt: readonly string[]
}

/** Keywords whose schemas apply to the value itself. */
const ofSameValue = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']

/** Projects may reject unused parameters. Those that begin with an underscore are accepted. */
function headOf(tracking: boolean, typed: boolean): string {
  if (!typed) return tracking ? '(v, f, p, _e)' : "(v, f, p = '')"
  return tracking
    ? '(v: unknown, f: check.Failure[] | undefined, p: string, _e: check.Evaluated): boolean'
    : "(v: unknown, f?: check.Failure[], p = ''): boolean"
}

/** Returns a statement that reports a reason unless an expression is true. */
function failure(path: string, reason: string, valid = 'false'): string {
  const condition = valid === 'false' ? '' : `!(${valid}) && `
  return `if (${condition}check.no(f, ${path}, ${text(reason)})) return false\n`
}

function isPattern(source: string, flag: string): boolean {
  try {
    return Boolean(new RegExp(source, flag))
  } catch {
    return false
  }
}

function isOf(of: NonNullable<Keyword['of']>, { value, call }: Site): string {
  return of === 'number' ? `typeof ${value} === 'number'` : typeTest(of, value, call)
}

/** Joins expressions of strings. Adjacent literals become one. */
function joined(a: string, b: string): string {
  return a.endsWith('"') && b.startsWith('"') ? `${a.slice(0, -1)}${b.slice(1)}` : `${a} + ${b}`
}

const rejected = ['$dynamicRef', '$dynamicAnchor', '$vocabulary']

export const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** The dialects of OpenAPI, which have annotations besides (OpenAPI 3.1.1 §4.8.24.5). */
const ofOpenApi = /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+$/

/** Other drafts of JSON Schema. Their keywords are read as those of 2020-12. */
export const otherDraft = /^https?:\/\/json-schema\.org\/(?:draft-0[3-7]|draft\/2019-09)\/schema#?$/

/** Returns what no check can be emitted for: keywords that depend on the path of evaluation, and other dialects. */
export function rejectedIn(schema: Schema): string[] {
  const found = rejected.filter((keyword) => keyword in schema)
  const { $schema = dialect } = schema
  const name = String($schema).replace(/#$/, '')
  const isKnown = name === dialect || ofOpenApi.test(name) || otherDraft.test(name)
  return [
    ...found.map((each) => `the keyword \`${each}\` is not carried`),
    ...(isKnown ? [] : [`the dialect ${$schema} is not carried`]),
  ]
}
