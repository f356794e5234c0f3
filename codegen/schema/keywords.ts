import { canonical } from '../runtime/check.ts'
import {
  type Form,
  type Formed,
  forms,
  isObject,
  type Schema,
  type SchemaObject,
  type TypeName,
} from './schema.ts'

/** A value within another: the variables that hold it and its name or index, and its path beneath the other. */
type Inner = { value: string; key: string; at: string }

/** What the code of an expression is made with. */
type Names = {
  /** The variable with the value. */
  readonly value: string
  /** Returns the name of a constant with an expression as value. */
  constant(expression: string): string
  /** Returns an expression for a regular expression. */
  pattern(source: string): string
}

/** Where the code of a keyword goes. */
export type Site = Names & {
  readonly schema: SchemaObject
  /** The variable with the set of evaluated properties and items, where one is kept. */
  readonly evaluated: string | undefined
  /** Returns a statement that reports the keyword, here or of a property, unless an expression is true. */
  unless(valid: string, keyword: string, property?: string): string
  /** Returns a statement that reports a reason at a place beneath the value. */
  report(reason: string, at: string): string
  /** Returns statements that check a value within this one, or this one, against a subschema. */
  within(steps: readonly string[], inner?: Inner): string
  /** Returns statements that check the value against the schema that a `$ref` names. */
  refer(): string
  /** Returns the name of a function that checks a value against a subschema, and records what it evaluates if tracking. */
  check(steps: readonly string[], tracking?: boolean): string
  /** The properties that a value must have, in the direction that it goes. */
  readonly required: readonly string[]
  /** Returns a name for a variable. */
  fresh(): string
}

type Group = 'string' | 'number' | 'array' | 'object'

/** A keyword of JSON Schema 2020-12. */
export type Keyword = {
  form: Form
  /** The type of the values that it constrains. It ignores others. */
  of?: Group | undefined
  /** Returns an expression that is true for valid values, where one expression is enough. */
  assert?: ((schema: SchemaObject, names: Names) => string) | undefined
  /** Returns statements that check a value. */
  check: (site: Site) => string
  message: (schema: SchemaObject) => string
}

type Row<F extends Form> = {
  form: F
  of?: Group
  assert?: (given: Formed<F>, names: Names, schema: SchemaObject) => string
  check?: (given: Formed<F>, site: Site) => string
  message?: string | ((given: Formed<F>) => string)
}

export const text = (value: unknown): string => JSON.stringify(value)

const row = <F extends Form>(
  name: string,
  { form, of, assert, check, message }: Row<F>,
): Keyword => {
  const is: (value: unknown) => boolean = forms[form]
  const isFormed = (value: unknown): value is Formed<F> => value !== undefined && is(value)
  /** Returns what is made of the keyword's value, if it has the form. */
  const withValue = (
    { [name]: value }: SchemaObject,
    make: (given: Formed<F>) => string,
    otherwise: string,
  ) => (isFormed(value) ? make(value) : otherwise)
  const asserted =
    assert &&
    ((schema: SchemaObject, names: Names) =>
      withValue(schema, (given) => assert(given, names, schema), 'true'))
  return {
    form,
    of,
    assert: asserted,
    check: (site) =>
      check
        ? withValue(site.schema, (given) => check(given, site), '')
        : site.unless(asserted?.(site.schema, site) ?? 'true', name),
    message: (schema) =>
      typeof message === 'function' ? withValue(schema, message, '') : (message ?? 'is not valid'),
  }
}

const plural = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`
const atLeast = (one: string, many?: string) => (n: number) =>
  n === 1 && many === undefined ? 'must not be empty' : `must have at least ${plural(n, one, many)}`
const atMost = (one: string, many?: string) => (n: number) =>
  `must have at most ${plural(n, one, many)}`

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

const typeTests: Record<TypeName, (value: string) => string> = {
  string: (v) => `typeof ${v} === 'string'`,
  number: (v) => `check.isNumber(${v})`,
  integer: (v) => `check.isInteger(${v})`,
  boolean: (v) => `typeof ${v} === 'boolean'`,
  null: (v) => `${v} === null`,
  array: (v) => `Array.isArray(${v})`,
  object: (v) => `check.isObject(${v})`,
}

/** Returns an expression that is true for values of a type. */
export const typeTest = (type: TypeName, value: string): string => typeTests[type](value)

const isOfType = (value: unknown, type: TypeName): boolean => {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}

/** Returns the values that are of a schema's types. The compiler rejects comparisons with others. */
export const ofTypes = (values: readonly unknown[], { type }: SchemaObject): unknown[] =>
  forms.types(type)
    ? values.filter((value) => [type].flat().some((each) => isOfType(value, each)))
    : [...values]

/** Returns an expression that is true for the values that equal one of a list. */
const isOneOf = (values: readonly unknown[], { value, constant }: Names) => {
  const scalars = [...new Set(values.filter(isScalar))]
  const others = values.filter((each) => !isScalar(each)).map((each) => text(canonical(each)))
  const tests =
    scalars.length > 12
      ? [`${constant(`check.setOf(${text(scalars)})`)}.has(${value})`]
      : scalars.map((each) => `${value} === ${text(each)}`)
  if (others.length > 0) tests.push(`check.isAny(${value}, [${others.join(', ')}])`)
  return tests.length > 1 ? `(${tests.join(' || ')})` : (tests[0] ?? 'false')
}

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))
/** Returns whether every JavaScript object inherits a property of this name. */
export const isInherited = (name: string): boolean => inherited.has(name)

const isIdentifier = (name: string) => /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name)

/** Returns the access to a property of an object. */
export const property = (value: string, name: string): string => {
  if (inherited.has(name)) return `check.own(${value}, ${text(name)})`
  return isIdentifier(name) ? `${value}.${name}` : `${value}[${text(name)}]`
}

/** Returns the code for each member of a list. */
const each = <T>(list: readonly T[], code: (member: T, i: number) => string): string =>
  list.map(code).join('')

/** Returns an expression that is true for keys that a schema does not name. */
const isUndeclared = (site: Site, key: string): string => {
  const { properties, patternProperties } = site.schema
  const names = Object.keys(Object(properties))
  const tests =
    names.length > 3
      ? [`!${site.constant(`check.setOf(${text(names)})`)}.has(${key})`]
      : names.map((name) => `${key} !== ${text(name)}`)
  for (const pattern of Object.keys(Object(patternProperties)))
    tests.push(`!${site.pattern(pattern)}.test(${key})`)
  return tests.join(' && ')
}

/** Returns code with a variable that it may use. */
const reading = (variable: string, expression: string, code: string): string =>
  new RegExp(`\\b${variable}\\b`).test(code) ? `const ${variable} = ${expression}\n${code}` : code

/** Returns a loop over the properties of an object. */
const eachProperty = (site: Site, body: (property: Inner) => string): string => {
  const [key, value] = [site.fresh(), site.fresh()]
  const code = reading(value, `${site.value}[${key}]`, body({ value, key, at: `"." + ${key}` }))
  return code && `for (const ${key} of Object.keys(${site.value})) {\n${code}}\n`
}

/** Returns a loop over the items of an array. */
const eachItem = (site: Site, from: number, body: (item: Inner) => string): string => {
  const [key, value] = [site.fresh(), site.fresh()]
  const at = `"[" + ${key} + "]"`
  const code = reading(value, `${site.value}[${key}]`, body({ value, key, at }))
  const head = `let ${key} = ${from}; ${key} < ${site.value}.length; ${key}++`
  return code && `for (${head}) {\n${code}}\n`
}

const evaluate = ({ evaluated }: Site, key: string): string =>
  evaluated ? `${evaluated}.add(${key})\n` : ''

const isEvaluated = ({ evaluated }: Site, { key }: Inner): string => `${evaluated}.has(${key})`

/** Returns an expression that is true if an object has a property. */
const isPresent = ({ value }: Site, name: string): string =>
  `${property(value, name)} !== undefined`

const when = (condition: string, body: string) =>
  body === '' ? '' : condition === '' ? body : `if (${condition}) {\n${body}}\n`

/** Returns an expression for how many of some subschemas a value passes; tracked, none is left out. */
const passed = (site: Site, keyword: string, schemas: readonly Schema[]): string => {
  const checks = schemas
    .map((_, i) => site.check([keyword, `${i}`], site.evaluated !== undefined))
    .join(', ')
  return site.evaluated
    ? `check.countTracking([${checks}], ${site.value}, ${site.evaluated})`
    : `check.count([${checks}], ${site.value})`
}

/** Returns an expression that is true for values that pass a subschema. */
const passes = (site: Site, steps: readonly string[]): string => {
  const check = site.check(steps, site.evaluated !== undefined)
  return site.evaluated
    ? `check.passes(${check}, ${site.value}, ${site.evaluated})`
    : `${check}(${site.value})`
}

/** A row of a bound for numbers. */
const bound = (name: string, operator: string, words: string) =>
  row(name, {
    form: 'number',
    of: 'number',
    assert: (n, { value }) => `${value} ${operator} ${n}`,
    message: (n) => `must be ${words} ${n}`,
  })

/** A row of a bound for the number of items or properties. */
const size = (
  name: string,
  of: 'array' | 'object',
  operator: string,
  message: (n: number) => string,
) =>
  row(name, {
    form: 'count',
    of,
    assert: (n, { value }) =>
      `${of === 'array' ? value : `Object.keys(${value})`}.length ${operator} ${n}`,
    message,
  })

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`)

/** Every keyword that is checked, in the order of the checks. `type` comes before all. */
export const keywords: Readonly<Record<string, Keyword>> = {
  type: row('type', {
    form: 'types',
    assert: (given, { value }) => {
      const tests = [given].flat().map((type) => typeTest(type, value))
      return tests.length === 1 ? `${tests[0]}` : `(${tests.join(' || ') || 'false'})`
    },
    message: (given) =>
      `must be ${article([given].flat().find((each) => each !== 'null') ?? 'value')}`,
  }),
  $ref: row('$ref', { form: 'string', check: (_, site) => site.refer() }),
  enum: row('enum', {
    form: 'list',
    assert: (values, site, schema) => isOneOf(ofTypes(values, schema), site),
    message: (values) =>
      `must be one of ${values.map((each) => (isScalar(each) ? String(each) : text(each))).join(', ')}`,
  }),
  const: row('const', {
    form: 'anything',
    assert: (value, site, schema) => isOneOf(ofTypes([value], schema), site),
    message: (value) => `must be ${text(value)}`,
  }),

  minLength: row('minLength', {
    form: 'count',
    of: 'string',
    assert: (n, { value }) => (n === 1 ? `${value} !== ''` : `check.isLong(${value}, ${n})`),
    message: atLeast('character'),
  }),
  maxLength: row('maxLength', {
    form: 'count',
    of: 'string',
    assert: (n, { value }) => `check.isShort(${value}, ${n})`,
    message: atMost('character'),
  }),
  pattern: row('pattern', {
    form: 'string',
    of: 'string',
    assert: (source, { value, pattern }) => `${pattern(source)}.test(${value})`,
    message: (source) => `must match ${source}`,
  }),

  minimum: bound('minimum', '>=', 'at least'),
  maximum: bound('maximum', '<=', 'at most'),
  exclusiveMinimum: bound('exclusiveMinimum', '>', 'more than'),
  exclusiveMaximum: bound('exclusiveMaximum', '<', 'less than'),
  multipleOf: row('multipleOf', {
    form: 'positive number',
    of: 'number',
    assert: (n, { value }) => `check.isMultiple(${value}, ${n})`,
    message: (n) => `must be a multiple of ${n}`,
  }),

  prefixItems: row('prefixItems', {
    form: 'schemas',
    of: 'array',
    check: (schemas, site) =>
      each(schemas, (_, i) => {
        const item = { value: site.fresh(), key: `${i}`, at: text(`[${i}]`) }
        const body = site.within(['prefixItems', item.key], item)
        return when(`${site.value}.length > ${i}`, reading(item.value, `${site.value}[${i}]`, body))
      }),
  }),
  items: row('items', {
    form: 'schema',
    of: 'array',
    check: (_, site) => {
      const { prefixItems } = site.schema
      const from = Array.isArray(prefixItems) ? prefixItems.length : 0
      return eachItem(site, from, (item) => site.within(['items'], item))
    },
  }),
  minItems: size('minItems', 'array', '>=', atLeast('item')),
  maxItems: size('maxItems', 'array', '<=', atMost('item')),
  uniqueItems: row('uniqueItems', {
    form: 'boolean',
    of: 'array',
    assert: (isUnique, { value }) => (isUnique ? `check.isUnique(${value})` : 'true'),
    message: 'must not have two equal items',
  }),
  contains: row('contains', {
    form: 'schema',
    of: 'array',
    check: (_, site) => {
      const count = site.fresh()
      const { minContains = 1, maxContains } = site.schema
      const check = site.check(['contains'])
      const loop = eachItem(site, 0, ({ value, key }) =>
        when(`${check}(${value})`, `${count}++\n${evaluate(site, key)}`),
      )
      const least = forms.count(minContains) ? minContains : 1
      const most = forms.count(maxContains)
        ? site.unless(`${count} <= ${maxContains}`, 'maxContains')
        : ''
      const minimum = site.unless(`${count} >= ${least}`, least === 1 ? 'contains' : 'minContains')
      return `let ${count} = 0\n${loop}${minimum}${most}`
    },
    message: 'must have an item of the right kind',
  }),
  minContains: row('minContains', {
    form: 'count',
    of: 'array',
    message: atLeast('item of the right kind', 'items of the right kind'),
  }),
  maxContains: row('maxContains', {
    form: 'count',
    of: 'array',
    message: atMost('item of the right kind', 'items of the right kind'),
  }),

  properties: row('properties', {
    form: 'map of schemas',
    of: 'object',
    check: (properties, site) =>
      each(Object.keys(properties), (name) => {
        const value = site.fresh()
        const inner = { value, key: text(name), at: text(`.${name}`) }
        const present = site.within(['properties', name], inner)
        const missing = site.required.includes(name) ? site.unless('false', 'required', name) : ''
        if (present === '' && missing === '') return ''
        const read = `const ${value} = ${property(site.value, name)}\n`
        if (missing === '') return `${read}${when(`${value} !== undefined`, present)}`
        return `${read}if (${value} === undefined) {\n${missing}}${present && ` else {\n${present}}`}\n`
      }),
  }),
  required: row('required', {
    form: 'strings',
    of: 'object',
    check: (_, site) => {
      const names = site.required.filter(
        (name) => !Object.hasOwn(Object(site.schema.properties), name),
      )
      return each(names, (name) => site.unless(isPresent(site, name), 'required', name))
    },
    message: 'is required',
  }),
  patternProperties: row('patternProperties', {
    form: 'map of schemas',
    of: 'object',
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
  additionalProperties: row('additionalProperties', {
    form: 'schema',
    of: 'object',
    check: (_, site) =>
      eachProperty(site, (inner) => {
        const body = site.within(['additionalProperties'], inner)
        return body && when(isUndeclared(site, inner.key), body)
      }),
  }),
  propertyNames: row('propertyNames', {
    form: 'schema',
    of: 'object',
    check: (schema, site) => {
      if (schema === true) return ''
      const check = site.check(['propertyNames'])
      return eachProperty(site, ({ key, at }) =>
        when(`!${check}(${key})`, site.report('must not have this name', at)),
      )
    },
  }),
  minProperties: size('minProperties', 'object', '>=', atLeast('property', 'properties')),
  maxProperties: size('maxProperties', 'object', '<=', atMost('property', 'properties')),
  dependentRequired: row('dependentRequired', {
    form: 'lists of strings',
    of: 'object',
    check: (lists, site) =>
      each(Object.entries(lists), ([name, others]) =>
        when(
          isPresent(site, name),
          each(others, (other) => site.unless(isPresent(site, other), 'required', other)),
        ),
      ),
  }),
  dependentSchemas: row('dependentSchemas', {
    form: 'map of schemas',
    of: 'object',
    check: (schemas, site) =>
      each(Object.keys(schemas), (name) =>
        when(isPresent(site, name), site.within(['dependentSchemas', name])),
      ),
  }),

  allOf: row('allOf', {
    form: 'schemas',
    check: (schemas, site) => each(schemas, (_, i) => site.within(['allOf', `${i}`])),
  }),
  anyOf: row('anyOf', {
    form: 'schemas',
    check: (schemas, site) => {
      if (site.evaluated) return site.unless(`${passed(site, 'anyOf', schemas)} > 0`, 'anyOf')
      const tests = schemas.map((_, i) => passes(site, ['anyOf', `${i}`]))
      return site.unless(tests.join(' || ') || 'false', 'anyOf')
    },
    message: 'must match one of the alternatives',
  }),
  oneOf: row('oneOf', {
    form: 'schemas',
    check: (schemas, site) => site.unless(`${passed(site, 'oneOf', schemas)} === 1`, 'oneOf'),
    message: 'must match exactly one of the alternatives',
  }),
  not: row('not', {
    form: 'schema',
    check: (_, site) => site.unless(`!${site.check(['not'])}(${site.value})`, 'not'),
    message: 'must not be of this kind',
  }),
  if: row('if', {
    form: 'schema',
    check: (_, site) => {
      const [then, otherwise] = ['then', 'else'].map((part) =>
        site.schema[part] === undefined ? '' : site.within([part]),
      )
      if (!then && !otherwise && !site.evaluated) return ''
      const condition = passes(site, ['if'])
      const branches = `if (${condition}) {\n${then}}${otherwise && ` else {\n${otherwise}}`}\n`
      // What is wrong already is reported first: the condition may depend on it.
      return `if (!f?.length) {\n${branches}}\n`
    },
  }),
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: row('then', { form: 'schema' }),
  else: row('else', { form: 'schema' }),

  unevaluatedItems: row('unevaluatedItems', {
    form: 'schema',
    of: 'array',
    check: (_, site) =>
      eachItem(site, 0, (item) =>
        when(`!${isEvaluated(site, item)}`, site.within(['unevaluatedItems'], item)),
      ),
  }),
  unevaluatedProperties: row('unevaluatedProperties', {
    form: 'schema',
    of: 'object',
    check: (_, site) =>
      eachProperty(site, (inner) =>
        when(`!${isEvaluated(site, inner)}`, site.within(['unevaluatedProperties'], inner)),
      ),
  }),

  $defs: row('$defs', { form: 'map of schemas' }),
}
