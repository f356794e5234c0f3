import { componentName, methods, type Schema } from '../model/document.ts'
import {
  type Content,
  inDependencyOrder,
  type Operation,
  type PlacedParameter,
} from '../model/model.ts'
import { identifier, key } from '../model/names.ts'
import { escapePointer } from '../model/pointer.ts'
import { failureMessage, isInherited, keywords, text } from '../schema/keyword-checks.ts'
import { schemasOf } from '../schema/walk-schemas.ts'
import { declaration } from './declarations.ts'
import { parameterType, placedParameters } from './emit-requests.ts'
import { componentType } from './inline-type.ts'
import type { Layer } from './layer.ts'
import { asType, docComment, listOf, Module, objectOf, operationDoc, type Type } from './module.ts'

/**
 * Emits `zod/schemas.ts` and `zod/routes.ts`. The first has a zod schema for each component schema, checked against
 * its type from openapi-typescript, and those of the operations. The second has a `createRoute` per
 * operation, for teams that use @hono/zod-openapi's own style. Reports the parts that these cannot express.
 */
export const emitZod = (layer: Layer) => {
  const { document, operations } = layer
  const zod = new ZodSchemas(layer)
  const ofParameters = operations.flatMap(({ parameters }) =>
    parameters.map((each) => each.pointer),
  )
  for (const { schema, where } of schemasOf(document)) {
    if (schema.readOnly || schema.writeOnly) zod.reject('`readOnly` and `writeOnly`', where)
    if (schema.default !== undefined && !ofParameters.includes(where))
      zod.reject('`default` outside a parameter', where)
  }
  for (const [name, schema] of inDependencyOrder(document)) {
    const pointer = `#/components/schemas/${escapePointer(name)}`
    const type = componentType(name)
    const is = `${zod.module.use('z')}.ZodType<${zod.module.type(type)}>`
    const expression = `${zod.schema(schema, pointer, type)} satisfies ${is}`
    zod.add(identifier(name), schema.description ?? '', expression, pointer)
  }
  const module = new Module('../')
  const routes = operations.map((operation) => routeOf(zod, module, layer, operation))
  const code = [...zod.constants.values()].join('\n\n')
  return {
    'zod/schemas.ts': zod.module.of(`${code}\n`),
    'zod/routes.ts': module.of(`${routes.join('\n\n')}\n`, {
      '@hono/zod-openapi': '{ createRoute }',
    }),
  }
}

/** The keywords of subschemas that are expressed beside a type. */
const structure: Readonly<Record<string, readonly string[]>> = {
  array: ['items'],
  object: ['properties', 'required', 'additionalProperties'],
}

const methodOf: Readonly<Record<string, string>> = {
  minimum: 'min',
  maximum: 'max',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
  minItems: 'min',
  maxItems: 'max',
}

/**
 * Emits zod expressions that accept the same JSON values as schemas. Where zod cannot express a schema,
 * its expression is the layer's check.
 */
class ZodSchemas {
  readonly constants = new Map<string, string>()
  readonly module = new Module('../')
  readonly #layer: Layer
  /** The module of an expression that may turn out to be none. */
  #trial = new Module()

  constructor(layer: Layer) {
    this.#layer = layer
  }

  reject(message: string, pointer: string): void {
    const what = `\`schemas.ts\` and \`routes.ts\` cannot express ${message}`
    this.#layer.report('error', what, pointer)
  }

  add(name: string, doc: string, expression: string, pointer: string): string {
    if (this.constants.has(name)) this.reject(`two schemas named ${name}`, pointer)
    const comment = doc === '' ? '' : `${docComment(doc)}\n`
    this.constants.set(name, `${comment}export const ${name} = ${expression}`)
    return name
  }

  /**
   * Returns an expression for a schema.
   * @param type that of its values, if zod cannot express it.
   */
  schema(schema: Schema, pointer: string, type: Type): string {
    this.#trial = new Module()
    const expression = this.#expression(schema, pointer)
    if (expression === undefined)
      return `${this.module.use('zodChecks')}.checked<${this.module.type(type)}>(${this.#check(pointer)})`
    this.module.include(this.#trial)
    return expression
  }

  #z(method: string, ...parameters: string[]): string {
    return `${this.#trial.use('z')}.${method}(${parameters.join(', ')})`
  }

  #zodChecks(name: string, ...parameters: string[]): string {
    return `${this.#trial.use('zodChecks')}.${name}(${parameters.join(', ')})`
  }

  #messages(schema: Schema, keyword?: string): string {
    return this.#zodChecks('messages', reasons(schema, keyword))
  }

  #check(pointer: string): string {
    const place = this.#layer.place(pointer)
    return place
      ? this.#layer.checks.checkIn(this.module, place)
      : `${this.module.use('check')}.all`
  }

  #expression(schema: Schema | boolean, pointer: string): string | undefined {
    if (typeof schema === 'boolean') return schema ? this.#expression({}, pointer) : undefined
    const { $ref, anyOf } = schema
    if ($ref !== undefined) {
      const name = identifier(componentName($ref))
      // Components are in the order of their dependencies, so one that contains itself is not there yet.
      if (!this.constants.has(name)) return undefined
      const target = this.#layer.schemas[componentName($ref)]
      if (schema['x-messages'] && target)
        return this.#expression({ ...target, 'x-messages': schema['x-messages'] }, pointer)
      return isOnly(schema, '$ref') ? name : undefined
    }
    if ('const' in schema || schema.enum) return this.#literal(schema)
    if (anyOf) return isOnly(schema, 'anyOf') ? this.#union(schema, anyOf, pointer) : undefined
    const types = [schema.type ?? []].flat()
    const isNullable = types.includes('null') && types.length > 1
    const [type, ...others] = types.filter((each) => !isNullable || each !== 'null')
    const names = Object.keys(schema).filter((name) => isConstraint(name, type))
    const isKnown = isOnly(schema, 'type', ...names, ...(structure[type ?? ''] ?? []))
    const base = this.#ofType(type, schema, pointer)
    if (others.length > 0 || !isKnown || base === undefined) return undefined
    const whole = `${base}${names.map((name) => this.#constraint(name, schema, pointer)).join('')}`
    return isNullable ? this.#z('nullable', whole) : whole
  }

  #literal(schema: Schema): string | undefined {
    const keyword = 'const' in schema ? 'const' : 'enum'
    const values = 'const' in schema ? [schema.const] : (schema.enum ?? [])
    const isPlain = values.every((each) => typeof each !== 'object' || each === null)
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null')
    if (!isPlain || values.length === 0 || !isOnly(schema, 'type', keyword)) return undefined
    if (isNullable && !values.includes(null)) return undefined
    const value = text(values.length === 1 ? values[0] : values)
    return this.#z('literal', value, this.#messages(schema, keyword))
  }

  #union(schema: Schema, anyOf: readonly Schema[], pointer: string): string | undefined {
    const all = anyOf.map((each, i) => this.#expression(each, `${pointer}/anyOf/${i}`))
    if (all.length === 0 || all.includes(undefined)) return undefined
    return this.#z('union', `[${all.join(', ')}]`, text(failureMessage(schema, 'anyOf')))
  }

  #ofType(type: string | undefined, schema: Schema, pointer: string): string | undefined {
    // zod's own would accept a missing property.
    if (type === undefined)
      return this.#zodChecks('present', text(failureMessage(schema, 'required')))
    if (type === 'integer') return this.#zodChecks('integer', reasons(schema))
    if (type === 'object') return this.#object(schema, pointer)
    if (type !== 'array') return this.#z(type, this.#messages(schema))
    const item = schema.items && this.#expression(schema.items, `${pointer}/items`)
    return item && this.#z('array', item, this.#messages(schema))
  }

  #constraint(name: string, schema: Schema, pointer: string): string {
    const message = text(failureMessage(schema, name))
    const [, bound] = Object.entries(schema).find(([each]) => each === name) ?? []
    const place = this.#layer.madePlace(pointer, schema)
    const site = { value: 'v', ...this.#layer.checks.namesOf(place, this.#trial.use) }
    if (methodOf[name]) return `.${methodOf[name]}(${bound}, ${message})`
    if (name === 'pattern') return `.regex(${site.pattern(`${bound}`)}, ${message})`
    const valid = keywords[name]?.assert?.(bound, site, schema)
    return `.refine((v) => ${valid}, ${this.#zodChecks('first', message)})`
  }

  #object(schema: Schema, pointer: string): string | undefined {
    const { properties, required = [], additionalProperties: others } = schema
    if (!properties) {
      const values = others && this.#expression(others, `${pointer}/additionalProperties`)
      return values && isOnly(schema, 'type', 'additionalProperties')
        ? this.#z('record', this.#z('string'), values, this.#messages(schema))
        : undefined
    }
    const shape = this.#shape(schema, pointer)
    if (!shape || others || required.some((name) => !properties[name])) return undefined
    return this.#z(others === false ? 'strictObject' : 'object', shape, this.#messages(schema))
  }

  #shape({ properties = {}, required = [] }: Schema, pointer: string): string | undefined {
    const entries = Object.entries(properties).map(([name, property]) => {
      const value = this.#expression(property, `${pointer}/properties/${escapePointer(name)}`)
      if (value === undefined || isInherited(name)) return undefined
      return `${key(name)}: ${value}${required.includes(name) ? '' : '.exactOptional()'}`
    })
    return entries.length === 0 || entries.includes(undefined)
      ? undefined
      : `{ ${entries.join(', ')} }`
  }

  /** Returns an expression that reads a parameter from a string, or several strings, into its type. */
  parameter(id: string, parameter: PlacedParameter): string {
    const { name, in: place, schema = {}, required, pointer, style, explode } = parameter
    const { default: _, ...rest } = schema
    const at = this.#layer.place(pointer)
    const fallback = at && this.#layer.defaultOf(at)
    const { type } =
      schema.$ref === undefined ? schema : (this.#layer.schemas[componentName(schema.$ref)] ?? {})
    const isPlain = ['form', 'simple'].includes(style) && explode === (place === 'query')
    const isRead = type === 'array' ? place === 'query' : type !== 'object'
    if (parameter.contentType !== undefined || !isPlain || !isRead)
      this.reject(`the style or type of the parameter \`${name}\``, pointer)
    const value = this.schema(rest, pointer, parameterType(this.#layer, id, parameter))
    const missing = text(failureMessage(schema, 'required'))
    const declared = () => declaration(parameter, schema, this.#layer.sourceFor(this.module))
    const read =
      type === 'string'
        ? value
        : `${this.module.use('zodChecks')}.parameter(${declared()}, ${value}, ${missing})`
    if (fallback !== undefined) return `${read}.default(${text(fallback)})`
    return required ? read : `${read}.exactOptional()`
  }

  content(
    module: Module,
    name: string,
    doc: string,
    contents: readonly Content[],
    [type = asType('unknown')]: readonly Type[],
  ) {
    const [only, ...others] = contents
    if (!only) return undefined
    const { schema = {}, kind, contentType, pointer } = only
    if (others.length > 0 || !only.schema || (kind !== 'json' && kind !== 'text'))
      this.reject('such content types', pointer)
    const expression = this.schema(schema, pointer, type)
    const isNamed = this.constants.has(expression)
    const constant = isNamed ? expression : this.add(name, doc, expression, pointer)
    return `{ ${text(contentType)}: { schema: ${module.use('schemas')}.${constant} } }`
  }
}

function isOnly(schema: Schema, ...allowed: string[]): boolean {
  return Object.keys(schema).every(
    (name) => !Object.hasOwn(keywords, name) || allowed.includes(name),
  )
}

/** Returns whether a keyword is one expression that constrains scalars or arrays of a type. */
function isConstraint(name: string, type: string | undefined): boolean {
  return (
    keywords[name]?.assert !== undefined &&
    keywords[name].of === (type === 'integer' ? 'number' : type) &&
    type !== 'object'
  )
}

/** The messages for a value of the wrong type and, unless it is the default one, for a missing value. */
function reasons(schema: Schema, keyword = 'type'): string {
  const missing = failureMessage(schema, 'required')
  const invalid = text(failureMessage(schema, keyword))
  return missing === 'is required' ? invalid : `${invalid}, ${text(missing)}`
}

function routeOf(zod: ZodSchemas, module: Module, layer: Layer, operation: Operation): string {
  const { id, method, path, body, replies, security } = operation
  const pointer = `#/paths/${escapePointer(path)}/${method}`
  if (!methods.some((each) => each === method) || method === 'query')
    zod.reject(`the method ${method.toUpperCase()}`, pointer)
  if (operation.ranges.length > 0) zod.reject('ranges of status codes', pointer)
  const parameters = placedParameters(operation).map(({ place, parameters }) => {
    if (place !== 'path' && place !== 'query') zod.reject(`${place} parameters`, pointer)
    const entries = parameters.map((each) => `${key(each.name)}: ${zod.parameter(id, each)}`)
    const name = place === 'path' ? 'Path' : 'Query'
    const object = `${zod.module.use('z')}.object({ ${entries.join(', ')} })`
    const constant = zod.add(`${id}${name}`, `${name} parameters of \`${id}\`.`, object, pointer)
    return [place === 'path' ? 'params' : place, `${module.use('schemas')}.${constant}`]
  })
  const contents = body?.contents ?? []
  const types = contents.map((each) => layer.requestBodyType(operation, each))
  const bodyContent = zod.content(module, `${id}Body`, `Body of \`${id}\`.`, contents, types)
  const request = {
    ...Object.fromEntries(parameters),
    ...(bodyContent && { body: `{ required: ${body?.required}, content: ${bodyContent} }` }),
  }
  // Without the responses of the edge: one that is not JSON makes Hono accept any response.
  const responses = replies.flatMap((reply) => {
    const { status, description, edge } = reply
    if (edge) return []
    const types = reply.contents.map((each) => layer.replyBodyType(operation, reply, each))
    const doc = `Reply ${status} of \`${id}\`.`
    const content = zod.content(module, `${id}${status}`, doc, reply.contents, types)
    return [`${status}: ${objectOf({ description: text(description), content })}`]
  })
  const route = objectOf({
    operationId: text(id),
    method: text(method),
    path: text(path),
    summary: text(operation.summary),
    description: text(operation.description),
    tags: text(operation.tags),
    security: listOf(security),
    request: Object.keys(request).length > 0 && objectOf(request),
    responses: `{ ${responses.join(', ')} }`,
  })
  return `${operationDoc(operation)}\nexport const ${id} = createRoute(${route})`
}
