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

/** Where the code of a keyword goes: its schema, and the variable that holds the value. */
export type Site = {
  readonly schema: SchemaObject
  /** The variable with the value. */
  readonly value: string
  /** The variable with the set of evaluated properties and items, where one is kept. */
  readonly evaluated: string | undefined
  /** Returns a statement that reports the keyword unless an expression is true. */
  unless(valid: string, keyword: string, at?: string): string
  /** Returns a statement that reports a reason at a place beneath the value. */
  report(reason: string, at: string): string
  /** Returns statements that check a value beneath the schema's own, or the same value. */
  within(steps: readonly string[], value?: string, at?: string): string
  /** Returns statements that check the value against the schema that a `$ref` names. */
  refer(): string
  /** Returns the name of a function that checks a value against a subschema, and records what it evaluates if tracking. */
  check(steps: readonly string[], tracking?: boolean): string
  /** The properties that a value must have, in the direction that it goes. */
  readonly required: readonly string[]
  /** Returns a name for a variable. */
  fresh(): string
  /** Returns the name of a constant with an expression as value. */
  constant(expression: string): string
  /** Returns an expression for a regular expression. */
  pattern(source: string): string
}

/** A keyword of JSON Schema 2020-12. */
export type Keyword = {
  form: Form
  /** The type of the values that it constrains. It ignores others. */
  of?: 'string' | 'number' | 'array' | 'object' | undefined
  /** Returns an expression that is true for valid values, where one expression is enough. */
  assert?: (schema: SchemaObject, site: Pick<Site, 'value' | 'constant' | 'pattern'>) => string
  /** Returns statements that check a value. */
  check: (site: Site) => string
  message: (schema: SchemaObject) => string
}

type Row<F extends Form> = {
  form: F
  of?: Keyword['of']
  assert?: (
    given: Formed<F>,
    site: Pick<Site, 'value' | 'constant' | 'pattern'>,
    schema: SchemaObject,
  ) => string
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
    otherwise = '',
  ) => (isFormed(value) ? make(value) : otherwise)
  return {
    form,
    of,
    message: (schema) =>
      typeof message === 'function' ? withValue(schema, message) : (message ?? 'is not valid'),
    ...(assert && {
      assert: (schema, site) => withValue(schema, (given) => assert(given, site, schema), 'true'),
    }),
    check: (site) =>
      withValue(site.schema, (given) => {
        if (check) return check(given, site)
        return assert ? site.unless(assert(given, site, site.schema), name) : ''
      }),
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
const isOneOf = (
  values: readonly unknown[],
  { value, constant }: Pick<Site, 'value' | 'constant'>,
) => {
  const scalars = [...new Set(values.filter(isScalar))]
  const others = values.filter((each) => !isScalar(each)).map((each) => text(canonical(each)))
  const tests = [
    ...(scalars.length > 12
      ? [`${constant(`check.setOf(${text(scalars)})`)}.has(${value})`]
      : scalars.map((each) => `${value} === ${text(each)}`)),
    ...(others.length > 0 ? [`check.isAny(${value}, [${others.join(', ')}])`] : []),
  ]
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

const ofProperty = (name: string) => text(`.${name}`)
const ofKey = (key: string) => `"." + ${key}`
const ofItem = (index: string) => `"[" + ${index} + "]"`

const evaluate = ({ evaluated }: Site, what: string) =>
  evaluated ? `${evaluated}.add(${what})\n` : ''

/** Returns an expression that is true for keys that a schema does not name. */
const isUndeclared = (site: Site, key: string): string => {
  const { properties, patternProperties } = site.schema
  const names = isObject(properties) ? Object.keys(properties) : []
  const tests = [
    ...(names.length > 3
      ? [`!${site.constant(`check.setOf(${text(names)})`)}.has(${key})`]
      : names.map((name) => `${key} !== ${text(name)}`)),
    ...(isObject(patternProperties) ? Object.keys(patternProperties) : []).map(
      (pattern) => `!${site.pattern(pattern)}.test(${key})`,
    ),
  ]
  return tests.join(' && ')
}

/** Returns code with a variable that it may use. */
const reading = (variable: string, expression: string, code: string): string =>
  new RegExp(`\\b${variable}\\b`).test(code) ? `const ${variable} = ${expression}\n${code}` : code

/** Returns a loop over the properties of an object. */
const eachProperty = (site: Site, body: (key: string, value: string) => string): string => {
  const [key, value] = [site.fresh(), site.fresh()]
  const code = reading(value, `${site.value}[${key}]`, body(key, value))
  return code && `for (const ${key} of Object.keys(${site.value})) {\n${code}}\n`
}

/** Returns a loop over the items of an array. */
const eachItem = (
  site: Site,
  from: number,
  body: (index: string, item: string) => string,
): string => {
  const [index, item] = [site.fresh(), site.fresh()]
  const code = reading(item, `${site.value}[${index}]`, body(index, item))
  return (
    code &&
    `for (let ${index} = ${from}; ${index} < ${site.value}.length; ${index}++) {\n${code}}\n`
  )
}

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

const rows = {
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
      schemas
        .map((_, i) => {
          const item = site.fresh()
          const body = `${evaluate(site, `${i}`)}${site.within(['prefixItems', `${i}`], item, text(`[${i}]`))}`
          return when(`${site.value}.length > ${i}`, reading(item, `${site.value}[${i}]`, body))
        })
        .join(''),
  }),
  items: row('items', {
    form: 'schema',
    of: 'array',
    check: (_, site) => {
      const { prefixItems } = site.schema
      return eachItem(
        site,
        Array.isArray(prefixItems) ? prefixItems.length : 0,
        (index, item) => `${evaluate(site, index)}${site.within(['items'], item, ofItem(index))}`,
      )
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
      const loop = eachItem(site, 0, (index, item) =>
        when(`${check}(${item})`, `${count}++\n${evaluate(site, index)}`),
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
      Object.keys(properties)
        .map((name) => {
          const value = site.fresh()
          const present = `${evaluate(site, text(name))}${site.within(['properties', name], value, ofProperty(name))}`
          const missing = site.required.includes(name) ? site.unless('false', 'required', name) : ''
          if (present === '' && missing === '') return ''
          const read = `const ${value} = ${property(site.value, name)}\n`
          if (missing === '') return `${read}${when(`${value} !== undefined`, present)}`
          return `${read}if (${value} === undefined) {\n${missing}}${present && ` else {\n${present}}`}\n`
        })
        .join(''),
  }),
  required: row('required', {
    form: 'strings',
    of: 'object',
    check: (_, site) => {
      const { properties } = site.schema
      return site.required
        .filter((name) => !isObject(properties) || !Object.hasOwn(properties, name))
        .map((name) => site.unless(`${property(site.value, name)} !== undefined`, 'required', name))
        .join('')
    },
    message: 'is required',
  }),
  patternProperties: row('patternProperties', {
    form: 'map of schemas',
    of: 'object',
    check: (schemas, site) =>
      eachProperty(site, (key, value) =>
        Object.keys(schemas)
          .map((pattern) =>
            when(
              `${site.pattern(pattern)}.test(${key})`,
              `${evaluate(site, key)}${site.within(['patternProperties', pattern], value, ofKey(key))}`,
            ),
          )
          .join(''),
      ),
  }),
  additionalProperties: row('additionalProperties', {
    form: 'schema',
    of: 'object',
    check: (_, site) =>
      eachProperty(site, (key, value) => {
        const body = `${evaluate(site, key)}${site.within(['additionalProperties'], value, ofKey(key))}`
        return body && when(isUndeclared(site, key), body)
      }),
  }),
  propertyNames: row('propertyNames', {
    form: 'schema',
    of: 'object',
    check: (schema, site) =>
      schema === true
        ? ''
        : eachProperty(site, (key) =>
            when(
              `!${site.check(['propertyNames'])}(${key})`,
              site.report('must not have this name', ofKey(key)),
            ),
          ),
  }),
  minProperties: size('minProperties', 'object', '>=', atLeast('property', 'properties')),
  maxProperties: size('maxProperties', 'object', '<=', atMost('property', 'properties')),
  dependentRequired: row('dependentRequired', {
    form: 'lists of strings',
    of: 'object',
    check: (lists, site) =>
      Object.entries(lists)
        .map(([name, others]) =>
          when(
            `${property(site.value, name)} !== undefined`,
            others
              .map((other) =>
                site.unless(`${property(site.value, other)} !== undefined`, 'required', other),
              )
              .join(''),
          ),
        )
        .join(''),
  }),
  dependentSchemas: row('dependentSchemas', {
    form: 'map of schemas',
    of: 'object',
    check: (schemas, site) =>
      Object.keys(schemas)
        .map((name) =>
          when(
            `${property(site.value, name)} !== undefined`,
            site.within(['dependentSchemas', name]),
          ),
        )
        .join(''),
  }),

  allOf: row('allOf', {
    form: 'schemas',
    check: (schemas, site) => schemas.map((_, i) => site.within(['allOf', `${i}`])).join(''),
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
      eachItem(site, 0, (index, item) =>
        when(
          `!${site.evaluated}.has(${index})`,
          `${evaluate(site, index)}${site.within(['unevaluatedItems'], item, ofItem(index))}`,
        ),
      ),
  }),
  unevaluatedProperties: row('unevaluatedProperties', {
    form: 'schema',
    of: 'object',
    check: (_, site) =>
      eachProperty(site, (key, value) =>
        when(
          `!${site.evaluated}.has(${key})`,
          `${evaluate(site, key)}${site.within(['unevaluatedProperties'], value, ofKey(key))}`,
        ),
      ),
  }),

  $defs: row('$defs', { form: 'map of schemas' }),
}

/** Every keyword that is checked, in the order of the checks. `type` comes before all. */
export const keywords: Readonly<Record<string, Keyword>> = rows
