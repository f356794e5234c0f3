import { key } from '../model/names.ts'
import type { Checks, Direction } from './check-functions.ts'
import { property, text } from './keyword-checks.ts'
import { isNothing, type Place } from './places.ts'

/** Emits outlines: the declared properties and items of schemas, as a table that `outline.ts` reads. */
export class Outlines {
  readonly #source: OutlineSource
  readonly #checks: Checks
  readonly #direction: Direction
  readonly #table: string[] = ['{}']
  readonly #indices = new Map<string, number>()

  constructor(source: OutlineSource, direction: Direction) {
    this.#source = source
    this.#checks = source.checks
    this.#direction = direction
  }

  code(): string {
    return `\n${this.#table.join(',\n')}\n`
  }

  /** Returns the index of the outline of a schema. It is 0 for one that declares no properties or items. */
  indexOf(place: Place): number {
    const target = this.#checks.target(place)
    const known = this.#indices.get(target.uri)
    if (known !== undefined) return known
    const index = this.#table.push('{}') - 1
    this.#indices.set(target.uri, index)
    const fields = Object.entries(this.#fields(target)).flatMap(([name, code]) =>
      code ? [`${name}: ${code}`] : [],
    )
    const isLast = index === this.#table.length - 1
    if (fields.length === 0 && isLast) {
      this.#table.pop()
      this.#indices.set(target.uri, 0)
      return 0
    }
    this.#table[index] = `{ ${fields.join(', ')} }`
    return index
  }

  #fields(place: Place) {
    const { schema } = place
    const left = this.#checks.markedIn(place, this.#direction)
    return {
      ...this.#propertyFields(place, left),
      left: left.length > 0 && text(left),
      ...this.#itemFields(place),
      ...this.#applicators(place),
      closed:
        (schema.additionalProperties === false || schema.unevaluatedProperties === false) && 'true',
    }
  }

  #propertyFields(place: Place, left: readonly string[]) {
    const { schema } = place
    const names = Object.keys(schema.properties ?? {})
    const patterns = Object.keys(schema.patternProperties ?? {})
    const others = this.#open(place, 'additionalProperties', 'unevaluatedProperties')
    const defaults = names.flatMap((name) => {
      const inner = this.#checks.places.child(place, ['properties', name])
      const isApplied = this.#direction === 'request' && inner && !left.includes(name)
      const value = isApplied ? this.#source.defaultOf(inner) : undefined
      return value === undefined ? [] : [`${key(name)}: ${text(value)}`]
    })
    const dependent = Object.entries(Object(schema.dependentRequired)).flat(2).map(String)
    const alone = [...(schema.required ?? []), ...dependent].filter((name) => !names.includes(name))
    return {
      properties:
        names.length > 0 &&
        `{ ${names.map((name) => `${key(name)}: ${this.#at(place, 'properties', name)}`).join(', ')} }`,
      patterns:
        patterns.length > 0 &&
        list(
          patterns.map((pattern) =>
            list([
              this.#checks.namesOf(place, this.#source.use).pattern(pattern),
              `${this.#at(place, 'patternProperties', pattern)}`,
            ]),
          ),
        ),
      others: others && `${this.#at(place, others)}`,
      names: alone.length > 0 && text([...new Set(alone)]),
      defaults: defaults.length > 0 && `{ ${defaults.join(', ')} }`,
    }
  }

  #itemFields(place: Place) {
    const { schema } = place
    const prefix = this.#all(place, 'prefixItems')
    const items = this.#open(place, 'items', 'unevaluatedItems')
    const inContains = this.#at(place, 'contains')
    return {
      prefix: prefix.some(isDeclared) && text(prefix),
      items: items && isDeclared(this.#at(place, items)) && `${this.#at(place, items)}`,
      contains:
        schema.contains !== undefined &&
        isDeclared(inContains) &&
        list([this.#check(place, 'contains'), `${inContains}`]),
    }
  }

  #applicators(place: Place) {
    const { schema } = place
    const target = this.#checks.places.referred(place)
    const parts = [...(target ? [this.indexOf(target)] : []), ...this.#all(place, 'allOf')]
    const choices = ['anyOf', 'oneOf'].flatMap((keyword) => {
      const indices = this.#all(place, keyword)
      return indices.some(isDeclared)
        ? [list(indices.map((each, i) => list([this.#check(place, keyword, `${i}`), `${each}`])))]
        : []
    })
    const cases: [condition: () => string, passed: number, failed: number][] = []
    if (schema.if !== undefined) {
      const condition = () => this.#check(place, 'if')
      cases.push([condition, this.#at(place, 'if'), 0])
      cases.push([condition, this.#at(place, 'then'), this.#at(place, 'else')])
    }
    for (const name of Object.keys(Object(schema.dependentSchemas))) {
      const { call } = this.#checks.namesOf(place, this.#source.use)
      const isThere = () =>
        `(v) => ${call('isObject', 'v')} && ${property('v', name, call)} !== undefined`
      cases.push([isThere, this.#at(place, 'dependentSchemas', name), 0])
    }
    cases.push([() => '() => false', this.#at(place, 'not'), 0])
    const declared = cases.filter(([, ...indices]) => indices.some(isDeclared))
    return {
      parts: parts.some(isDeclared) && text(parts.filter(isDeclared)),
      choices: choices.length > 0 && list(choices),
      cases:
        declared.length > 0 &&
        list(
          declared.map(([condition, ...indices]) => list([condition(), ...indices.map(String)])),
        ),
    }
  }

  /** Returns the first of some keywords that a schema has, if its value is not false. */
  #open({ schema }: Place, ...names: string[]): string | undefined {
    const found = names.find((name) => schema[name] !== undefined)
    return found !== undefined && schema[found] !== false ? found : undefined
  }

  /** Returns the index of the outline of a subschema, 0 if there is none. */
  #at(place: Place, ...steps: string[]): number {
    const inner = this.#checks.places.child(place, steps)
    return inner && !isNothing(inner.schema) ? this.indexOf(inner) : 0
  }

  #all(place: Place, keyword: string): number[] {
    return this.#checks.places.children(place, keyword).map((each) => this.indexOf(each))
  }

  #check(place: Place, ...steps: string[]): string {
    const inner = this.#checks.places.child(place, steps)
    return inner
      ? this.#checks.checkIn(this.#source, inner, this.#direction)
      : `${this.#source.use('check')}.all`
  }
}

function isDeclared(index: number): boolean {
  return index !== 0
}

function list(members: readonly string[]): string {
  return `[${members.join(', ')}]`
}

/** What outlines need of a document, and of the file that they go to. */
export type OutlineSource = {
  checks: Checks
  /** Returns the default of a schema, if it has a valid one. */
  defaultOf(place: Place): unknown
  use(name: 'check' | 'checks' | 'outline'): string
}
