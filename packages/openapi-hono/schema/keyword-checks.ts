import { componentName, type Schema } from '../model/document.ts'
import { canonical, isNumber, isObject } from '../runtime/check.ts'

const typeTests: Readonly<Record<string, (value: string, call: Names['call']) => string>> = {
  string: (v) => `typeof ${v} === 'string'`,
  number: (v, call) => call('isNumber', v),
  integer: (v, call) => call('isInteger', v),
  boolean: (v) => `typeof ${v} === 'boolean'`,
  null: (v) => `${v} === null`,
  array: (v) => `Array.isArray(${v})`,
  object: (v, call) => call('isObject', v),
  // The schemas of forms get this type where a file is sent. Documents have `format: binary`.
  file: (v, call) => call('isFile', v),
}

/** The forms that the value of a keyword can have. */
export const forms = {
  anything: (_: unknown): _ is unknown => true,
  number: isNumber,
  'positive number': (value: unknown): value is number => isNumber(value) && value > 0,
  count: (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0,
  boolean: (value: unknown): value is boolean => typeof value === 'boolean',
  string: isString,
  strings: isListOf(isString),
  'lists of strings': isMapOf(isListOf(isString)),
  list: (value: unknown): value is unknown[] => Array.isArray(value),
  types: (value: unknown): value is string | string[] =>
    isTypeName(value) || isListOf(isTypeName)(value),
  schema: isSchema,
  schemas: isListOf(isSchema),
  'map of schemas': isMapOf(isSchema),
} as const

export type Form = keyof typeof forms

/** The type of the values of a form. */
export type Formed<F extends Form> = (typeof forms)[F] extends (value: unknown) => value is infer T
  ? T
  : never

/** Where the code of a keyword goes. */
export type Site = ValueNames & {
  readonly schema: Schema
  readonly path: string
  /** The variable with the set of evaluated properties and items, where one is kept. */
  readonly evaluated: string | undefined
  /** Returns a statement that reports the keyword, here or of a property, unless an expression is true. */
  unless(valid: string, keyword: string, property?: string): string
  /** Does the same for a list of alternatives. What is wrong with the one that a discriminator names, or else that came furthest, is reported. */
  unlessChosen(valid: string, keyword: string): string
  /** Returns a statement that reports a reason at a place beneath the value. */
  report(reason: string, at: string): string
  /** Returns statements that check a value within this one, or this one, against a subschema. */
  within(steps: readonly string[], inner?: Inner): string
  /** Returns statements that check the value against the schema that a `$ref` names. */
  refer(): string
  /** Returns the name of a function that checks a value against a subschema, and records the evaluated properties if tracking. */
  check(steps: readonly string[], tracking?: boolean): string
  /** The properties that a value must have, in the direction that it goes. */
  readonly required: readonly string[]
  fresh(): string
}

/** A keyword of JSON Schema 2020-12. Its functions take its value. They ignore one that is not of its form. */
export type Keyword = {
  form: Form
  /** The type of the values that it constrains. It ignores others. */
  of: Group | undefined
  /** Returns an expression that is true for valid values, where one expression is enough. */
  assert?: ((given: unknown, names: ValueNames, schema: Schema) => string) | undefined
  /** Returns statements that check a value, where one expression is not enough. */
  check?: ((given: unknown, site: Site) => string) | undefined
  message: (given: unknown) => string
}

const forAll = keywordsFor()

const forStrings = keywordsFor('string')

const forNumbers = keywordsFor('number')

const forArrays = keywordsFor('array')

const forObjects = keywordsFor('object')

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Every keyword that is checked, in the order of the checks. `type` comes before all. */
export const keywords: Readonly<Record<string, Keyword>> = {
  type: forAll('types', {
    assert: (given, { value, call }) => {
      const tests = [given].flat().map((type) => typeTest(type, value, call))
      return tests.length === 1 ? `${tests[0]}` : `(${tests.join(' || ') || 'false'})`
    },
    message: (given) =>
      `must be ${article([given].flat().find((each) => each !== 'null') ?? 'value')}`,
  }),
  $ref: forAll('string', { check: (_, site) => site.refer() }),
  enum: forAll('list', {
    assert: (values, site, schema) => isOneOf(ofTypes(values, schema), site),
    message: (values) => {
      const all = [...new Set(values)]
      const plain = all.map((each) => (isScalar(each) ? String(each) : text(each)))
      // 1 and "1" are two values.
      const shown = new Set(plain).size < all.length ? all.map(text) : plain
      return `must be one of ${shown.join(', ')}`
    },
  }),
  const: forAll('anything', {
    assert: (value, site, schema) => isOneOf(ofTypes([value], schema), site),
    message: (value) => `must be ${text(value)}`,
  }),

  minLength: forStrings('count', {
    assert: (n, { value, call }) => (n === 1 ? `${value} !== ''` : call('isLong', value, n)),
    message: atLeast('character'),
  }),
  maxLength: forStrings('count', {
    assert: (n, { value, call }) => call('isShort', value, n),
    message: atMost('character'),
  }),
  pattern: forStrings('string', {
    assert: (source, { value, pattern }) => `${pattern(source)}.test(${value})`,
    message: (source) => `must match ${source}`,
  }),

  minimum: bound('>=', 'at least'),
  maximum: bound('<=', 'at most'),
  exclusiveMinimum: bound('>', 'more than'),
  exclusiveMaximum: bound('<', 'less than'),
  multipleOf: forNumbers('positive number', {
    assert: (n, { value, call }) => call('isMultiple', value, n),
    message: (n) => `must be a multiple of ${n}`,
  }),

  prefixItems: forArrays('schemas', {
    check: (schemas, site) =>
      each(schemas, (_, i) => {
        const item = { key: `${i}`, at: text(`[${i}]`) }
        const body = reading(site, item, (inner) => site.within(['prefixItems', item.key], inner))
        return when(`${site.value}.length > ${i}`, body)
      }),
  }),
  items: forArrays('schema', {
    check: (_, site) => {
      const { prefixItems = [] } = site.schema
      return eachItem(site, (item) => site.within(['items'], item), prefixItems.length)
    },
  }),
  minItems: forArrays('count', {
    assert: (n, { value }) => `${value}.length >= ${n}`,
    message: atLeast('item'),
  }),
  maxItems: forArrays('count', {
    assert: (n, { value }) => `${value}.length <= ${n}`,
    message: atMost('item'),
  }),
  uniqueItems: forArrays('boolean', {
    assert: (isUnique, { value, call }) => (isUnique ? call('isUnique', value) : 'true'),
    message: 'must not have two equal items',
  }),
  contains: forArrays('schema', {
    check: (_, site) => {
      const count = site.fresh()
      const { minContains = 1, maxContains } = site.schema
      const check = site.check(['contains'])
      const loop = eachItem(site, ({ value, key, use }) => {
        use()
        return when(`${check}(${value})`, `${count}++\n${evaluate(site, key)}`)
      })
      const least = minContains === 1 ? 'contains' : 'minContains'
      const minimum = site.unless(`${count} >= ${minContains}`, least)
      const most =
        maxContains === undefined ? '' : site.unless(`${count} <= ${maxContains}`, 'maxContains')
      return `let ${count} = 0\n${loop}${minimum}${most}`
    },
    message: 'must have an item of the right kind',
  }),
  minContains: forArrays('count', {
    message: atLeast('item of the right kind', 'items of the right kind'),
  }),
  maxContains: forArrays('count', {
    message: atMost('item of the right kind', 'items of the right kind'),
  }),

  properties: forObjects('map of schemas', {
    check: (properties, site) => {
      const statements = Object.keys(properties).map((name) => {
        const value = site.fresh()
        const inner = { value, key: text(name), at: text(`.${name}`), use: () => {} }
        const present = site.within(['properties', name], inner)
        const missing = site.required.includes(name) ? site.unless('false', 'required', name) : ''
        if (present === '' && missing === '') return ''
        const read = `const ${value} = ${property(site.value, name, site.call)}\n`
        if (missing === '') return `${read}${when(`${value} !== undefined`, present)}`
        return `${read}if (${value} === undefined) {\n${missing}}${present && ` else {\n${present}}`}\n`
      })
      return inFunctions(statements)
    },
  }),
  required: forObjects('strings', {
    check: (_, site) => {
      const { properties = {} } = site.schema
      const names = site.required.filter((name) => !Object.hasOwn(properties, name))
      return each(names, (name) => site.unless(isPresent(site, name), 'required', name))
    },
    message: 'is required',
  }),
  patternProperties: forObjects('map of schemas', {
    check: (schemas, site) =>
      eachProperty(site, (inner) =>
        each(Object.keys(schemas), (pattern) =>
          when(
            `${site.pattern(pattern)}.test(${inner.key})`,
            site.within(['patternProperties', pattern], inner),
          ),
        ),
      ),
  }),
  additionalProperties: forObjects('schema', {
    check: (_, site) =>
      eachProperty(site, (inner) => {
        const body = site.within(['additionalProperties'], inner)
        return body && when(isUndeclared(site, inner.key), body)
      }),
  }),
  propertyNames: forObjects('schema', {
    check: (_, site) => {
      const check = site.check(['propertyNames'])
      return eachProperty(site, ({ key, at }) =>
        when(`!${check}(${key})`, site.report('must not have this name', at)),
      )
    },
  }),
  minProperties: forObjects('count', {
    assert: (n, { value }) => `Object.keys(${value}).length >= ${n}`,
    message: atLeast('property', 'properties'),
  }),
  maxProperties: forObjects('count', {
    assert: (n, { value }) => `Object.keys(${value}).length <= ${n}`,
    message: atMost('property', 'properties'),
  }),
  dependentRequired: forObjects('lists of strings', {
    check: (lists, site) =>
      each(Object.entries(lists), ([name, others]) =>
        when(
          isPresent(site, name),
          each(others, (other) => site.unless(isPresent(site, other), 'required', other)),
        ),
      ),
  }),
  dependentSchemas: forObjects('map of schemas', {
    check: (schemas, site) =>
      each(Object.keys(schemas), (name) =>
        when(isPresent(site, name), site.within(['dependentSchemas', name])),
      ),
  }),

  allOf: forAll('schemas', {
    check: (schemas, site) => each(schemas, (_, i) => site.within(['allOf', `${i}`])),
  }),
  anyOf: forAll('schemas', {
    check: (schemas, site) => {
      if (site.evaluated) return site.unlessChosen(`${passed(site, 'anyOf', schemas)} > 0`, 'anyOf')
      const tests = schemas.map((_, i) => passes(site, ['anyOf', `${i}`]))
      return site.unlessChosen(tests.join(' || ') || 'false', 'anyOf')
    },
    message: 'must match one of the alternatives',
  }),
  oneOf: forAll('schemas', {
    check: (schemas, site) => site.unlessChosen(`${passed(site, 'oneOf', schemas)} === 1`, 'oneOf'),
    message: 'must match exactly one of the alternatives',
  }),
  not: forAll('schema', {
    check: (_, site) => site.unless(`!${site.check(['not'])}(${site.value})`, 'not'),
    message: 'must not be of this kind',
  }),
  if: forAll('schema', {
    check: (_, site) => {
      const [then, otherwise] = ['then', 'else'].map((part) =>
        site.schema[part] === undefined ? '' : site.within([part]),
      )
      if (!then && !otherwise && !site.evaluated) return ''
      const condition = passes(site, ['if'])
      const branches = `if (${condition}) {\n${then}}${otherwise && ` else {\n${otherwise}}`}\n`
      // What the condition depends on may be wrong already.
      const names = text(propertiesIn(site.schema.if))
      return `if (check.isSound(f, ${site.path}, ${names})) {\n${branches}}\n`
    },
  }),
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: forAll('schema'),
  else: forAll('schema'),

  unevaluatedItems: forArrays('schema', { check: unevaluated('unevaluatedItems', eachItem) }),
  unevaluatedProperties: forObjects('schema', {
    check: unevaluated('unevaluatedProperties', eachProperty),
  }),

  $defs: forAll('map of schemas'),
}

/** Returns a JSON value as code. In a literal, a plain key `__proto__` would set the prototype. */
export function text(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(text).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  const codes = fields.map(
    ([name, each]) =>
      `${name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)}:${text(each)}`,
  )
  return `{${codes.join()}}`
}

export function typeTest(type: string, value: string, call: Names['call']): string {
  return typeTests[type]?.(value, call) ?? 'false'
}

/** Returns the values that are of a schema's types. The compiler rejects comparisons with others. */
export function ofTypes(values: readonly unknown[], { type }: Schema): unknown[] {
  return type === undefined
    ? [...values]
    : values.filter((value) => [type].flat().some((each) => isOfType(value, each)))
}

function each<T>(list: readonly T[], code: (member: T, i: number) => string): string {
  return list.map(code).join('')
}

function isOfType(value: unknown, type: string): boolean {
  const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return type === name || (type === 'integer' && Number.isInteger(value))
}

/** Returns whether every JavaScript object inherits a property of this name. */
export const isInherited = (name: string): boolean => inherited.has(name)

export function property(value: string, name: string, call: Names['call']): string {
  if (inherited.has(name)) return call('own', value, text(name))
  // Brackets: with `noPropertyAccessFromIndexSignature`, a dot does not compile.
  return `${value}[${text(name)}]`
}

/** The most statements that the compiler is given in one function. It follows 2,000 branches. */
const maxStatements = 100

/** Returns statements that return false or go on, in functions of their own if there are many. */
function inFunctions(statements: readonly string[]): string {
  if (statements.length <= maxStatements) return statements.join('')
  const groups: string[] = []
  for (let at = 0; at < statements.length; at += maxStatements)
    groups.push(statements.slice(at, at + maxStatements).join(''))
  return each(groups, (group) => `if (!(() => {\n${group}return true\n})()) return false\n`)
}

export const checkedIn = (schema: object): string[] =>
  Object.keys(schema).filter((name) => Object.hasOwn(keywords, name) && name !== '$defs')

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isTypeName(value: unknown): value is string {
  return isString(value) && Object.hasOwn(typeTests, value)
}

function isSchema(value: unknown): value is boolean | object {
  return typeof value === 'boolean' || isObject(value)
}

function isListOf<T>(is: (value: unknown) => value is T) {
  return (value: unknown): value is T[] => Array.isArray(value) && value.every(is)
}

function isMapOf<T>(is: (value: unknown) => value is T) {
  return (value: unknown): value is Record<string, T> =>
    isObject(value) && Object.values(value).every(is)
}

/** A value within another: the variables that hold it and its name or index, and its path beneath the other. */
type Inner = {
  value: string
  key: string
  at: string
  /** Called by code that uses the variable of the value. */
  use: () => void
}

/** What the code of an expression is made with. */
export type Names = {
  /** Returns the name of a constant of a kind with an expression as value. */
  constant(kind: string, expression: string): string
  pattern(source: string): string
  call(name: string, ...parameters: (string | number)[]): string
}

type ValueNames = Names & { readonly value: string }

type Group = 'string' | 'number' | 'array' | 'object'

type Row<F extends Form> = {
  assert?: (given: Formed<F>, names: ValueNames, schema: Schema) => string
  check?: (given: Formed<F>, site: Site) => string
  message?: string | ((given: Formed<F>) => string)
}

function keywordsFor(of?: Group) {
  return <F extends Form>(
    form: F,
    { assert, check, message = 'is not valid' }: Row<F> = {},
  ): Keyword => {
    const is: (value: unknown) => boolean = forms[form]
    const isFormed = (value: unknown): value is Formed<F> => value !== undefined && is(value)
    return {
      form,
      of,
      assert:
        assert &&
        ((given, names, schema) => (isFormed(given) ? assert(given, names, schema) : 'true')),
      check: check && ((given, site) => (isFormed(given) ? check(given, site) : '')),
      message: (given) =>
        typeof message === 'string' ? message : isFormed(given) ? message(given) : '',
    }
  }
}

const plural = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

function atLeast(one: string, many?: string) {
  return (n: number) =>
    n === 1 && many === undefined
      ? 'must not be empty'
      : `must have at least ${plural(n, one, many)}`
}

function atMost(one: string, many?: string) {
  return (n: number) => `must have at most ${plural(n, one, many)}`
}

export function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** Returns an expression that is true for the values that equal one of a list. */
function isOneOf(values: readonly unknown[], { value, constant, call }: ValueNames) {
  const scalars = [...new Set(values.filter(isScalar))]
  const others = values.filter((each) => !isScalar(each)).map((each) => text(canonical(each)))
  const tests =
    scalars.length > 12
      ? [`${constant('set', `check.setOf(${text(scalars)})`)}.has(${value})`]
      : scalars.map((each) => `${value} === ${text(each)}`)
  if (others.length > 0) tests.push(call('isAny', value, `[${others.join(', ')}]`))
  return tests.length > 1 ? `(${tests.join(' || ')})` : (tests[0] ?? 'false')
}

function isUndeclared(site: Site, key: string): string {
  const { properties = {}, patternProperties = {} } = site.schema
  const names = Object.keys(properties)
  const tests =
    names.length > 3
      ? [`!${site.constant('names', `check.setOf(${text(names)})`)}.has(${key})`]
      : names.map((name) => `${key} !== ${text(name)}`)
  for (const pattern of Object.keys(patternProperties))
    tests.push(`!${site.pattern(pattern)}.test(${key})`)
  return tests.join(' && ')
}

/** Returns code for a value within another, with a variable for the value if the code uses it. */
function reading(
  site: Site,
  { key, at }: Pick<Inner, 'key' | 'at'>,
  code: (inner: Inner) => string,
): string {
  const value = site.fresh()
  let isUsed = false
  const use = () => {
    isUsed = true
  }
  const body = code({ value, key, at, use })
  return isUsed ? `const ${value} = ${site.value}[${key}]\n${body}` : body
}

function eachProperty(site: Site, body: (property: Inner) => string): string {
  const key = site.fresh()
  const code = reading(site, { key, at: `"." + ${key}` }, body)
  return code && `for (const ${key} of Object.keys(${site.value})) {\n${code}}\n`
}

function eachItem(site: Site, body: (item: Inner) => string, from = 0): string {
  const key = site.fresh()
  const code = reading(site, { key, at: `"[" + ${key} + "]"` }, body)
  const head = `let ${key} = ${from}; ${key} < ${site.value}.length; ${key}++`
  return code && `for (${head}) {\n${code}}\n`
}

function evaluate({ evaluated }: Site, key: string): string {
  return evaluated ? `${evaluated}.add(${key})\n` : ''
}

function isPresent({ value, call }: Site, name: string): string {
  return `${property(value, name, call)} !== undefined`
}

/** Returns the properties that a condition depends on; none if it depends on the whole value. */
function propertiesIn(condition: unknown): string[] {
  const { properties = {}, required = [], ...rest }: Schema = Object(condition)
  return checkedIn(rest).every((name) => name === 'type')
    ? [...new Set([...Object.keys(properties), ...required])]
    : []
}

function when(condition: string, body: string) {
  return body === '' ? '' : condition === '' ? body : `if (${condition}) {\n${body}}\n`
}

/** Returns the check of properties or items that no other keyword has evaluated. */
function unevaluated(keyword: string, each: typeof eachProperty) {
  return (_: unknown, site: Site) =>
    each(site, (inner) =>
      when(`!${site.evaluated}.has(${inner.key})`, site.within([keyword], inner)),
    )
}

/** Returns an expression for how many of some subschemas a value passes; tracked, none is left out. */
function passed(site: Site, keyword: string, schemas: readonly unknown[]): string {
  const checks = schemas
    .map((_, i) => site.check([keyword, `${i}`], site.evaluated !== undefined))
    .join(', ')
  return site.evaluated
    ? `check.countTracking([${checks}], ${site.value}, ${site.evaluated})`
    : `check.count([${checks}], ${site.value})`
}

function passes(site: Site, steps: readonly string[]): string {
  const check = site.check(steps, site.evaluated !== undefined)
  return site.evaluated
    ? `check.passes(${check}, ${site.value}, ${site.evaluated})`
    : `${check}(${site.value})`
}

function bound(operator: string, words: string) {
  return forNumbers('number', {
    assert: (n, { value }) => `${value} ${operator} ${n}`,
    message: (n) => `must be ${words} ${n}`,
  })
}

export function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}

/** Returns the messages that the document has for values that fail keywords, by keyword. */
export const messagesOf = (schema: Schema): Record<string, string> => ({
  ...schema['x-reasons'],
  ...schema['x-messages'],
})

/** Returns the message for a value that fails a keyword: from the document, else a standard one. */
export const failureMessage = (schema: Schema, keyword: string): string =>
  messagesOf(schema)[keyword] ?? keywords[keyword]?.message(schema[keyword]) ?? 'is not valid'

/** Returns every whole message (`x-messages`) of a schema, at any depth, `$ref`s followed. */
export const fixedMessages = (
  part: unknown,
  schemas: Readonly<Record<string, Schema>>,
  seen = new Set<unknown>(),
): string[] => {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'x-messages') return Object.values(Object(value)).map(String)
    const inner = key === '$ref' ? schemas[componentName(String(value))] : value
    return fixedMessages(inner, schemas, seen)
  })
}
