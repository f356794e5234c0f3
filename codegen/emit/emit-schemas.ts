import { componentName, methods, type Schema } from '../model/document.ts'
import { failureMessage } from '../model/failure-messages.ts'
import { inDependencyOrder, type Operation, type PlacedParameter } from '../model/model.ts'
import { identifier, key, referred } from '../model/names.ts'
import { escapePointer } from '../model/pointer.ts'
import { isInherited, keywords } from '../schema/keywords.ts'
import type { Layer } from './layer.ts'
import { docComment, moduleOf, operationDoc, text } from './module.ts'

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** The messages for a value of the wrong type and, unless it is the default one, for a missing value. */
const reasons = (schema: Schema): string => {
  const missing = failureMessage(schema, 'required')
  const invalid = text(failureMessage(schema, 'type'))
  return missing === 'is required' ? invalid : `${invalid}, ${text(missing)}`
}

const wrong = (schema: Schema) => `zodChecks.messages(${reasons(schema)})`

/** Keywords for which zod has an exact method. */
const methodOf: Readonly<Record<string, string>> = {
  ...{ minimum: 'min', maximum: 'max', exclusiveMinimum: 'gt', exclusiveMaximum: 'lt' },
  ...{ minItems: 'min', maxItems: 'max' },
}

/** The keywords of subschemas that are expressed beside a type. */
const structure: Readonly<Record<string, readonly string[]>> = {
  array: ['items'],
  object: ['properties', 'required', 'additionalProperties', 'if', 'then'],
}

/** Returns whether a keyword is one expression that constrains scalars or arrays of a type. */
const isConstraint = (name: string, type: string | undefined): boolean =>
  keywords[name]?.assert !== undefined &&
  keywords[name].of === (type === 'integer' ? 'number' : type) &&
  type !== 'object'

/** A part of a document that the zod schemas cannot express, and its JSON pointer. */
type Unexpressed = { message: string; pointer: string }

/** Emits zod expressions that accept the same JSON values as schemas, and notes what they cannot express. */
class ZodSchemas {
  readonly unexpressed: Unexpressed[] = []
  /** The statements of the constants so far, by name. */
  readonly constants = new Map<string, string>()
  readonly #schemas: Readonly<Record<string, Schema>>

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas
  }

  reject(message: string, pointer: string): void {
    this.unexpressed.push({ message, pointer })
  }

  /** Adds a constant. Returns its name. */
  add(name: string, doc: string, expression: string, pointer: string): string {
    if (this.constants.has(name)) this.reject(`two schemas named ${name}`, pointer)
    const comment = doc === '' ? '' : `${docComment(doc)}\n`
    this.constants.set(name, `${comment}export const ${name} = ${expression}`)
    return name
  }

  #target(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.#schemas[componentName(schema.$ref)] ?? {})
  }

  expression(schema: Schema, pointer: string): string {
    const reject = (message: string) => this.reject(message, pointer)
    const checked = Object.keys(schema).filter((name) => Object.hasOwn(keywords, name))
    const beside = (isAllowed: (name: string) => boolean) => {
      for (const name of checked) if (!isAllowed(name)) reject(`\`${name}\``)
    }
    if (schema.default !== undefined) reject('`default` outside a parameter')
    if (schema.readOnly || schema.writeOnly) reject('`readOnly` and `writeOnly`')
    if (schema.$ref !== undefined) {
      beside((name) => name === '$ref')
      const target = this.#schemas[componentName(schema.$ref)]
      if (schema['x-messages'] && target)
        return this.expression({ ...target, 'x-messages': schema['x-messages'] }, pointer)
      // Components are in the order of their dependencies.
      if (!this.constants.has(referred(schema.$ref))) reject('a schema that contains itself')
      return referred(schema.$ref)
    }
    const types = [schema.type ?? []].flat()
    const isNullable = types.includes('null') && types.length > 1
    if ('const' in schema || schema.enum) {
      beside((name) => ['type', 'enum', 'const'].includes(name))
      const values = 'const' in schema ? [schema.const] : (schema.enum ?? [])
      if (schema.const === null || !values.every(isScalar)) reject('values that are no scalars')
      if (schema.enum && (values.length === 0 || 'const' in schema)) reject('such an `enum`')
      if (isNullable && !values.includes(null)) reject('null beside an `enum` without it')
      const invalid = failureMessage(schema, 'const' in schema ? 'const' : 'enum')
      const error = `zodChecks.messages(${text(invalid)}, ${text(failureMessage(schema, 'required'))})`
      return `z.literal(${text(values.length === 1 ? values[0] : values)}, ${error})`
    }
    if (schema.anyOf) {
      beside((name) => name === 'anyOf')
      if (schema.anyOf.length === 0) reject('an empty `anyOf`')
      const all = schema.anyOf.map((each, i) => this.expression(each, `${pointer}/anyOf/${i}`))
      return `z.union([${all.join(', ')}], ${text(failureMessage(schema, 'anyOf'))})`
    }
    const [type, ...others] = types.filter((each) => !isNullable || each !== 'null')
    if (others.length > 0) reject('several types')
    const constraints = checked.filter((name) => isConstraint(name, type))
    const allowed = ['type', ...constraints, ...(structure[type ?? ''] ?? [])]
    beside((name) => allowed.includes(name))
    const all = constraints.map((name) => this.#constraint(name, schema, pointer))
    const base = `${this.#ofType(type, schema, pointer)}${all.join('')}`
    return isNullable ? `z.nullable(${base})` : base
  }

  #ofType(type: string | undefined, schema: Schema, pointer: string): string {
    if (type === undefined) return 'z.unknown()'
    if (type === 'integer') return `zodChecks.integer(${reasons(schema)})`
    if (type === 'object') return this.#object(schema, pointer)
    if (type !== 'array') return `z.${type}(${wrong(schema)})`
    if (!schema.items) this.reject('an array without `items`', pointer)
    return `z.array(${this.expression(schema.items ?? {}, `${pointer}/items`)}, ${wrong(schema)})`
  }

  /** Returns the call of a method that adds a constraint. */
  #constraint(name: string, schema: Schema, pointer: string): string {
    const message = text(failureMessage(schema, name))
    const [, bound] = Object.entries(schema).find(([each]) => each === name) ?? []
    if (methodOf[name]) return `.${methodOf[name]}(${bound}, ${message})`
    if (name === 'pattern') return `.regex(${this.#pattern(`${bound}`, pointer)}, ${message})`
    const site = { value: 'v', constant: text, pattern: text }
    const test = keywords[name]?.assert?.(bound, site, schema)
    return `.refine((v) => ${test}, zodChecks.first(${message}))`
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
    return `${object}.superRefine(zodChecks.ifThen(${when}, ${ensures}))`
  }

  /** Returns the properties of an object. One of any value is checked by its presence. */
  #shape({ properties = {}, required = [] }: Schema, pointer: string): string {
    const names = new Set([...Object.keys(properties), ...required])
    const entries = [...names].map((name) => {
      const property = properties[name] ?? {}
      const value = () => this.expression(property, `${pointer}/properties/${escapePointer(name)}`)
      if (!required.includes(name)) return `${key(name)}: ${value()}.exactOptional()`
      const missing = text(failureMessage(property, 'required'))
      return `${key(name)}: ${this.#allowsAnything(property) ? `zodChecks.present(${missing})` : value()}`
    })
    return `{ ${entries.join(', ')} }`
  }

  #allowsAnything(given: Schema): boolean {
    const schema = this.#target(given)
    if (schema.anyOf) return schema.anyOf.some((each) => this.#allowsAnything(each))
    return schema.type === undefined && !schema.enum && !('const' in schema) && !schema.$ref
  }

  /** Returns an expression that reads a parameter from a string, or several strings, into its type. */
  parameter(parameter: PlacedParameter): string {
    const { name, in: place, schema = {}, required, pointer, style, explode } = parameter
    const { default: fallback, ...rest } = schema
    const target = this.#target(schema)
    const { type, minimum = -1 } = target
    const item = this.#target(target.items ?? {}).type
    const isList = type === 'array' && place === 'query' && item === 'string'
    const isFlag = type === 'boolean' && !target.enum && !('const' in target)
    const isOne = isFlag || ['string', 'integer', 'number'].includes(`${type}`)
    const isPlain = ['form', 'simple'].includes(style) && explode === (place === 'query')
    if (parameter.contentType !== undefined || !isPlain || !(isList || isOne))
      this.reject(`the style or type of the parameter \`${name}\``, pointer)
    const missing = text(failureMessage(schema, 'required'))
    const value = this.expression(rest, pointer)
    const sign = minimum < 0 ? '-?' : ''
    const reads: Readonly<Record<string, string>> = {
      integer: `zodChecks.numberParameter(${value}, /^${sign}[0-9]+$/, 'must be a whole number in decimal digits', ${missing})`,
      number: `zodChecks.numberParameter(${value}, /^${sign}[0-9]+(?:\\.[0-9]+)?$/, 'must be a number in decimal digits', ${missing})`,
      boolean: `zodChecks.booleanParameter('must be true or false', ${missing})`,
      array: `zodChecks.arrayParameter(${value})`,
    }
    const read = reads[`${type}`] ?? value
    if (fallback !== undefined) return `${read}.default(${text(fallback)})`
    return required ? read : `${read}.exactOptional()`
  }
}

/** Whether some properties have constant values, and others are required then. */
const isSimpleCondition = ({ if: condition, then, properties = {} }: Schema): boolean => {
  const constants = Object.entries(condition?.properties ?? {})
  const required = condition?.required ?? []
  const names = Object.keys({ ...condition, ...then })
  return (
    names.every((name) => name === 'properties' || name === 'required') &&
    constants.every(
      ([name, { const: value }]) =>
        value !== undefined && isScalar(value) && required.includes(name),
    ) &&
    constants.length === required.length &&
    [...required, ...(then?.required ?? [])].every((name) => properties[name])
  )
}

/** Adds the schemas of an operation. Returns its `createRoute`. */
const routeOf = (zod: ZodSchemas, operation: Operation): string => {
  const { id, method, path, parameters, body, replies } = operation
  const pointer = `#/paths/${escapePointer(path)}/${method}`
  if (!methods.some((each) => each === method) || method === 'query')
    zod.reject(`the method ${method.toUpperCase()}`, pointer)
  if (operation.ranges.length > 0) zod.reject('ranges of status codes', pointer)
  for (const { name, in: place } of parameters)
    if (place !== 'path' && place !== 'query')
      zod.reject(`the ${place} parameter \`${name}\``, pointer)
  /** Returns the content of a body or a reply, for a route. */
  const content = (
    name: string,
    doc: string,
    contents: Operation['replies'][number]['contents'],
  ) => {
    const [only, ...others] = contents
    if (!only) return ''
    const { schema, kind, contentType } = only
    if (others.length > 0 || !schema || (kind !== 'json' && kind !== 'text'))
      zod.reject('such content types', pointer)
    const isNamed = schema?.$ref !== undefined && !schema['x-messages']
    const expression = zod.expression(schema ?? {}, only.pointer)
    const constant = isNamed ? expression : zod.add(name, doc, expression, pointer)
    return `content: { ${text(contentType)}: { schema: schemas.${constant} } }`
  }
  const request = (['path', 'query'] as const).flatMap((place) => {
    const entries = parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => `${key(parameter.name)}: ${zod.parameter(parameter)}`)
    if (entries.length === 0) return []
    const [name, field] =
      place === 'path' ? (['Path', 'params'] as const) : (['Query', 'query'] as const)
    const object = `z.object({ ${entries.join(', ')} })`
    return [
      `${field}: schemas.${zod.add(`${id}${name}`, `${name} parameters of \`${id}\`.`, object, pointer)}`,
    ]
  })
  if (body)
    request.push(
      `body: { required: ${body.required}, ${content(`${id}Body`, `Body of \`${id}\`.`, body.contents)} }`,
    )
  // Without the responses of the edge: one that is not JSON makes Hono accept any response.
  const responses = replies.flatMap(({ status, description, edge, contents }) => {
    const of = content(`${id}${status}`, `Reply ${status} of \`${id}\`.`, contents)
    const fields = [`description: ${text(description)}`, ...(of === '' ? [] : [of])]
    return edge ? [] : [`${status}: { ${fields.join(', ')} }`]
  })
  const fields = [
    `operationId: ${text(id)}`,
    `method: ${text(method)}`,
    `path: ${text(path)}`,
    `summary: ${text(operation.summary)}`,
    `description: ${text(operation.description)}`,
    `tags: ${text(operation.tags)}`,
    ...(operation.security.length > 0 ? [`security: ${text(operation.security)}`] : []),
    ...(request.length > 0 ? [`request: { ${request.join(', ')} }`] : []),
    `responses: { ${responses.join(', ')} }`,
  ]
  return `${operationDoc(operation)}\nexport const ${id} = createRoute({ ${fields.join(', ')} })`
}

/**
 * Emits `schemas.ts`: a zod schema for each component schema, checked against its type from
 * openapi-typescript, and those of the operations; and `routes.ts`: a `createRoute` per operation, for
 * teams that use @hono/zod-openapi's own style.
 */
export const emitSchemas = ({ document, schemas, operations }: Layer) => {
  const zod = new ZodSchemas(schemas)
  const agreements = inDependencyOrder(document).map(([name, schema]) => {
    const pointer = `#/components/schemas/${escapePointer(name)}`
    const expression = `${zod.expression(schema, pointer)} satisfies z.ZodType<S[${text(name)}]>`
    const constant = zod.add(identifier(name), schema.description ?? '', expression, pointer)
    return `  Agree<z.output<typeof ${constant}>, S[${text(name)}]>,`
  })
  const routes = operations.map((operation) => routeOf(zod, operation))
  const constants = [...zod.constants.values()].join('\n\n')
  const usesSchemas = operations.some(
    ({ body, parameters, replies }) =>
      body || parameters.length > 0 || replies.some(({ schema, edge }) => schema && !edge),
  )
  return {
    schemas: moduleOf(
      `${constants}\n${agreements.length > 0 ? agreement(agreements) : ''}`,
      "import { z } from 'zod'",
      "import * as zodChecks from './schema-checks.ts'",
    ),
    routes: moduleOf(
      `${routes.join('\n\n')}\n`,
      "import { createRoute } from '@hono/zod-openapi'",
      ...(usesSchemas ? ["import * as schemas from './schemas.ts'"] : []),
    ),
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
