import { componentName, methods, type Schema } from '../model/document.ts'
import { failureMessage } from '../model/failure-messages.ts'
import {
  inDependencyOrder,
  type Operation,
  type PlacedParameter,
  type Reply,
} from '../model/model.ts'
import { identifier, key, referred } from '../model/names.ts'
import { escapePointer } from '../model/pointer.ts'
import { isInherited, keywords } from '../schema/keywords.ts'
import { banner } from './banner.ts'
import { docComment } from './doc-comment.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'

const text = (value: unknown): string => JSON.stringify(value)

/** The name of the constant that validates an operation's path or query, or none if it has none. */
export const parametersName = (
  operation: Operation,
  place: 'path' | 'query',
): string | undefined =>
  operation.parameters.some((parameter) => parameter.in === place)
    ? `${operation.id}${place === 'path' ? 'Path' : 'Query'}`
    : undefined

const named = (schema: Schema, inline: string) =>
  schema.$ref !== undefined && !schema['x-messages'] ? referred(schema.$ref) : inline

/** The name of the constant that validates an operation's body. */
export const bodyName = (operation: Operation): string | undefined =>
  operation.body && named(operation.body.schema, `${operation.id}Body`)

/** The name of the constant that validates a reply's body. */
export const replyName = (operation: Operation, reply: Reply): string | undefined =>
  reply.schema && named(reply.schema, `${operation.id}${reply.status}`)

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

/** The keywords that are expressed beside a type. */
const besides: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  integer: bounds,
  number: bounds,
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties', 'if', 'then'],
}

/** The messages for a value of the wrong type and, unless it is the default one, for a missing value. */
const reasons = (schema: Schema): string => {
  const missing = failureMessage(schema, 'required')
  const invalid = text(failureMessage(schema, 'type'))
  return missing === 'is required' ? invalid : `${invalid}, ${text(missing)}`
}

const wrong = (schema: Schema) => `check.messages(${reasons(schema)})`

/** Returns `.method(bound, message)` for each keyword that the schema has. */
const checks = (schema: Schema, methods: Partial<Record<keyof Schema, string>>): string =>
  Object.entries(methods)
    .filter(([keyword]) => keyword in schema)
    .map(([keyword, method]) => {
      const [, bound] = Object.entries(schema).find(([name]) => name === keyword) ?? []
      return `.${method}(${bound}, ${text(failureMessage(schema, keyword))})`
    })
    .join('')

const numberChecks = {
  ...{ minimum: 'min', maximum: 'max', exclusiveMinimum: 'gt', exclusiveMaximum: 'lt' },
} as const

/** Within safe bounds, zod's integers agree with JSON Schema if a larger one gets the bound's message. */
const integer = (schema: Schema): string => {
  const { minimum, maximum, exclusiveMinimum = Number.NaN, exclusiveMaximum = Number.NaN } = schema
  const least = Math.ceil(minimum ?? Math.floor(exclusiveMinimum) + 1)
  const most = Math.floor(maximum ?? Math.ceil(exclusiveMaximum) - 1)
  if (!(least >= Number.MIN_SAFE_INTEGER && most <= Number.MAX_SAFE_INTEGER))
    return `check.integer(${reasons(schema)})${checks(schema, numberChecks)}`
  const below = failureMessage(schema, minimum === undefined ? 'exclusiveMinimum' : 'minimum')
  const above = failureMessage(schema, maximum === undefined ? 'exclusiveMaximum' : 'maximum')
  return `check.safeInteger([${least}, ${text(below)}], [${most}, ${text(above)}], ${reasons(schema)})`
}

/** A part of a document that the zod schemas cannot express, and its JSON pointer. */
type Unexpressed = { message: string; pointer: string }

/** Emits zod expressions that accept the same JSON values as schemas, and notes what they cannot express. */
class ZodSchemas {
  readonly unexpressed: Unexpressed[] = []
  /** The names of the constants so far. */
  readonly names = new Set<string>()
  readonly #schemas: Readonly<Record<string, Schema>>

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas
  }

  reject(message: string, pointer: string): void {
    this.unexpressed.push({ message, pointer })
  }

  /** Returns the statement of a constant. */
  constant(name: string, expression: string, pointer: string): string {
    if (this.names.has(name)) this.reject(`two schemas named ${name}`, pointer)
    this.names.add(name)
    return `export const ${name} = ${expression}`
  }

  target(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.#schemas[componentName(schema.$ref)] ?? {})
  }

  expression(schema: Schema, pointer: string): string {
    const reject = (message: string) => this.reject(message, pointer)
    const beside = (...allowed: string[]) => {
      for (const name of Object.keys(schema))
        if (Object.hasOwn(keywords, name) && !allowed.includes(name)) reject(`\`${name}\``)
    }
    if (schema.default !== undefined) reject('`default` outside a parameter')
    if (schema.readOnly || schema.writeOnly) reject('`readOnly` and `writeOnly`')
    if (schema.$ref !== undefined) {
      beside('$ref')
      const target = this.#schemas[componentName(schema.$ref)]
      if (schema['x-messages'] && target)
        return this.expression({ ...target, 'x-messages': schema['x-messages'] }, pointer)
      // Components are in the order of their dependencies.
      if (!this.names.has(referred(schema.$ref))) reject('a schema that contains itself')
      return referred(schema.$ref)
    }
    const types = [schema.type ?? []].flat()
    const isNullable = types.includes('null') && types.length > 1
    if ('const' in schema || schema.enum) {
      beside('type', 'enum', 'const')
      const values = 'const' in schema ? [schema.const] : (schema.enum ?? [])
      if (schema.const === null || !values.every(isScalar)) reject('values that are no scalars')
      if (schema.enum && (values.length === 0 || 'const' in schema)) reject('such an `enum`')
      if (isNullable && !values.includes(null)) reject('null beside an `enum` without it')
      const [keyword, given] = 'const' in schema ? ['const', schema.const] : ['enum', values]
      const error = `check.messages(${text(failureMessage(schema, keyword))}, ${text(failureMessage(schema, 'required'))})`
      return `z.literal(${text(values.length === 1 ? values[0] : given)}, ${error})`
    }
    if (schema.anyOf) {
      beside('anyOf')
      if (schema.anyOf.length === 0) reject('an empty `anyOf`')
      const all = schema.anyOf.map((each, i) => this.expression(each, `${pointer}/anyOf/${i}`))
      return `z.union([${all.join(', ')}], ${text(failureMessage(schema, 'anyOf'))})`
    }
    const [type, ...others] = types.filter((each) => !isNullable || each !== 'null')
    if (others.length > 0) reject('several types')
    beside('type', ...(besides[type ?? ''] ?? []))
    const base = this.#ofType(type, schema, pointer)
    return isNullable ? `z.nullable(${base})` : base
  }

  #ofType(type: string | undefined, schema: Schema, pointer: string): string {
    switch (type) {
      case 'string': {
        const { pattern } = schema
        const lengths = (['minLength', 'maxLength'] as const)
          .filter((keyword) => schema[keyword] !== undefined)
          .map(
            (keyword) =>
              `.refine(...check.${keyword}(${schema[keyword]}, ${text(failureMessage(schema, keyword))}))`,
          )
        const matches =
          pattern === undefined
            ? ''
            : `.regex(${this.#pattern(pattern, pointer)}, ${text(failureMessage(schema, 'pattern'))})`
        return `z.string(${wrong(schema)})${lengths.join('')}${matches}`
      }
      case 'integer':
      case 'number':
        for (const bound of ['Minimum', 'Maximum'])
          if (`exclusive${bound}` in schema && bound.toLowerCase() in schema)
            this.reject(`\`exclusive${bound}\` beside \`${bound.toLowerCase()}\``, pointer)
        return type === 'integer'
          ? integer(schema)
          : `z.number(${wrong(schema)})${checks(schema, numberChecks)}`
      case 'boolean':
      case 'null':
        return `z.${type}(${wrong(schema)})`
      case 'array': {
        if (!schema.items) this.reject('an array without `items`', pointer)
        const items = this.expression(schema.items ?? {}, `${pointer}/items`)
        const lengths = checks(schema, { minItems: 'min', maxItems: 'max' })
        return `z.array(${items}, ${wrong(schema)})${lengths}`
      }
      case 'object':
        return this.#object(schema, pointer)
      default:
        return 'z.unknown()'
    }
  }

  #pattern(pattern: string, pointer: string): string {
    // TypeScript checks literals and does not know the newest syntax.
    if (/\(\?(?![:=!]|<[=!])|\\[pPk]/.test(pattern)) return `new RegExp(${text(pattern)}, 'u')`
    try {
      return String(new RegExp(pattern, 'u'))
    } catch {
      this.reject(`the pattern ${pattern}`, pointer)
      return '/(?:)/u'
    }
  }

  #object(schema: Schema, pointer: string): string {
    const { properties, required = [], additionalProperties, if: condition, then } = schema
    if (!properties || Object.keys(properties).length === 0) {
      if (properties || !additionalProperties || required.length > 0 || condition)
        this.reject('an object without `properties`', pointer)
      const values = this.expression(
        typeof additionalProperties === 'object' ? additionalProperties : {},
        `${pointer}/additionalProperties`,
      )
      return `z.record(z.string(), ${values}, ${wrong(schema)})`
    }
    if (additionalProperties) this.reject('`additionalProperties` beside `properties`', pointer)
    for (const name of required)
      if (!properties[name]) this.reject(`\`required\` without the property \`${name}\``, pointer)
    for (const name of Object.keys(properties).filter(isInherited))
      this.reject(`the property \`${name}\``, pointer)
    const kind = additionalProperties === false ? 'strictObject' : 'object'
    const object = `z.${kind}(${this.#shape(schema, pointer)}, ${wrong(schema)})`
    if (!condition && !then) return object
    if (!condition || !then || !isSimpleCondition(schema)) {
      this.reject('such an `if`', pointer)
      return object
    }
    const [when, ensures] = [condition, then].map(
      (each) => `z.looseObject(${this.#shape(each, pointer)})`,
    )
    return `${object}.superRefine(check.ifThen(${when}, ${ensures}))`
  }

  /** Returns the properties of an object. One of any value is checked by its presence. */
  #shape({ properties = {}, required = [] }: Schema, pointer: string): string {
    const names = new Set([...Object.keys(properties), ...required])
    const entries = [...names].map((name) => {
      const property = properties[name] ?? {}
      if (!required.includes(name))
        return `${key(name)}: ${this.expression(property, `${pointer}/properties/${escapePointer(name)}`)}.exactOptional()`
      const value = this.#allowsAnything(property)
        ? `check.present(${text(failureMessage(property, 'required'))})`
        : this.expression(property, `${pointer}/properties/${escapePointer(name)}`)
      return `${key(name)}: ${value}`
    })
    return `{ ${entries.join(', ')} }`
  }

  #allowsAnything(given: Schema): boolean {
    const schema = this.target(given)
    if (schema.anyOf) return schema.anyOf.some((each) => this.#allowsAnything(each))
    return schema.type === undefined && !schema.enum && !('const' in schema) && !schema.$ref
  }

  /** Returns an expression that reads a parameter from a string, or several strings, into its type. */
  parameter(parameter: PlacedParameter): string {
    const { name, schema = {}, required, pointer } = parameter
    const { default: fallback, ...rest } = schema
    const target = this.target(schema)
    const { type, minimum = -1 } = target
    const scalars = ['string', 'integer', 'number', 'boolean']
    const isList =
      type === 'array' &&
      parameter.in === 'query' &&
      this.target(target.items ?? {}).type === 'string'
    if (parameter.contentType !== undefined || parameter.explode !== (parameter.in === 'query'))
      this.reject(`the style of the parameter \`${name}\``, pointer)
    else if (
      !['form', 'simple'].includes(parameter.style) ||
      !(isList || scalars.includes(`${type}`))
    )
      this.reject(`the type of the parameter \`${name}\``, pointer)
    if (type === 'boolean' && (target.enum || 'const' in target))
      this.reject(`the values of the parameter \`${name}\``, pointer)
    const value = this.expression(rest, pointer)
    const missing = text(failureMessage(schema, 'required'))
    const digits = `/^${minimum < 0 ? '-?' : ''}[0-9]+${type === 'number' ? '(?:\\.[0-9]+)?' : ''}$/`
    const kind = type === 'integer' ? 'whole number' : 'number'
    const read =
      type === 'integer' || type === 'number'
        ? `check.numberParameter(${value}, ${digits}, 'must be a ${kind} in decimal digits', ${missing})`
        : type === 'boolean'
          ? `check.booleanParameter('must be true or false', ${missing})`
          : type === 'array'
            ? `check.arrayParameter(${value})`
            : value
    if (fallback !== undefined) return `${read}.default(${text(fallback)})`
    return required ? read : `${read}.exactOptional()`
  }
}

/** Whether some properties have constant values, and others are required then. */
const isSimpleCondition = ({ if: condition, then, properties = {} }: Schema): boolean => {
  const constants = Object.entries(condition?.properties ?? {})
  const required = condition?.required ?? []
  return (
    constants.every(([, property]) => isScalar(property.const) && property.const !== undefined) &&
    constants
      .map(([name]) => name)
      .toSorted()
      .join() === required.toSorted().join() &&
    [...required, ...(then?.required ?? [])].every((name) => properties[name])
  )
}

const operationSchemas = (zod: ZodSchemas, operation: Operation): string[] => {
  const { id, method, path, parameters, body, replies, ranges } = operation
  const pointer = `#/paths/${escapePointer(path)}/${method}`
  if (!methods.some((each) => each === method) || method === 'query')
    zod.reject(`the method ${method.toUpperCase()}`, pointer)
  if (ranges.length > 0) zod.reject('ranges of status codes', pointer)
  for (const { contents } of [...replies, ...(body ? [body] : [])])
    if (
      contents.length > 1 ||
      contents.some(({ kind, schema }) => !schema || (kind !== 'json' && kind !== 'text'))
    )
      zod.reject('such content types', pointer)
  for (const { name, in: place } of parameters)
    if (place !== 'path' && place !== 'query')
      zod.reject(`the ${place} parameter \`${name}\``, pointer)
  const ofParameters = (['path', 'query'] as const).flatMap((place) => {
    const name = parametersName(operation, place)
    if (!name) return []
    const entries = parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => `${key(parameter.name)}: ${zod.parameter(parameter)}`)
    const doc = `/** ${place === 'path' ? 'Path' : 'Query'} parameters of \`${id}\`. */`
    return [`${doc}\n${zod.constant(name, `z.object({ ${entries.join(', ')} })`, pointer)}`]
  })
  const inline = [
    { name: bodyName(operation), contents: body?.contents, what: 'Body' },
    ...replies.map((reply) => {
      const what = `Reply ${reply.status}`
      return { name: replyName(operation, reply), contents: reply.contents, what }
    }),
  ].flatMap(({ name, contents: [content] = [], what }) => {
    const { schema } = content ?? {}
    if (!content || !schema || !name) return []
    if (schema.$ref !== undefined && name === referred(schema.$ref)) return []
    const expression = zod.expression(schema, content.pointer)
    return [`/** ${what} of \`${id}\`. */\n${zod.constant(name, expression, pointer)}`]
  })
  return [...ofParameters, ...inline]
}

/**
 * Emits `schemas.ts`: a zod schema for each component schema, checked against its type from
 * openapi-typescript, and one for the path and the query of each operation.
 */
export const emitSchemas = ({ document, schemas, operations }: Layer) => {
  const zod = new ZodSchemas(schemas)
  const components = inDependencyOrder(document).map(([name, schema]) => {
    const pointer = `#/components/schemas/${escapePointer(name)}`
    const doc = schema.description?.trim()
    const expression = `${zod.expression(schema, pointer)} satisfies z.ZodType<S[${text(name)}]>`
    return `${doc ? `${docComment(doc)}\n` : ''}${zod.constant(identifier(name), expression, pointer)}`
  })
  const agreements = inDependencyOrder(document).map(
    ([name]) => `  Agree<z.output<typeof ${identifier(name)}>, S[${text(name)}]>,`,
  )
  const all = [...components, ...operations.flatMap((each) => operationSchemas(zod, each))]
  const code = `
${all.join('\n\n')}
${agreements.length > 0 ? agreement(agreements) : ''}`
  const imports = importsFor(code, {
    z: "import { z } from 'zod'",
    check: "import * as check from './schema-checks.ts'",
  })
  return {
    code:
      all.length > 0
        ? `${banner}\n${imports}${schemaTypes(code)}${code}`
        : `${banner}\nexport {}\n`,
    unexpressed: zod.unexpressed,
  }
}

/** Makes the compiler compare the types of two generators, component by component. */
const agreement = (agreements: readonly string[]) => `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Agree<A, B> = Same<A, B> extends true ? true : { differ: [A, B] }
type AllAgree<T extends true[]> = T

/** Does not compile where these schemas differ from the types of openapi-typescript. */
export type Agreements = AllAgree<[
${agreements.join('\n')}
]>
`
