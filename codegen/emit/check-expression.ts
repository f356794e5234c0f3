import { UnsupportedError } from '../checks/unsupported-error.ts'
import { allowsAnything } from '../model/allows-anything.ts'
import { componentName, type Schema } from '../model/document.ts'
import { access, key, referred } from '../model/names.ts'

const text = (value: unknown) => JSON.stringify(value)

const numberCheck = (schema: Schema, value: string, at: string, kind: 'integer' | 'number') => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const check =
    minimum === undefined && maximum === undefined
      ? `check.${kind}(${value}, ${text(at)})`
      : `check.${kind}Within(${value}, ${minimum ?? '-Infinity'}, ${maximum ?? 'Infinity'}, ${text(at)})`
  return exclusiveMinimum === undefined && exclusiveMaximum === undefined
    ? check
    : `check.between(${check}, ${exclusiveMinimum ?? '-Infinity'}, ${exclusiveMaximum ?? 'Infinity'}, ${text(at)})`
}

/** Returns whether a component's check is short enough to be emitted inline, with the field's own path. */
export const isInline = ({ type, pattern }: Schema): boolean =>
  type === 'string' && pattern === undefined

/** Emits checks. Functions for inline objects and patterns are collected in `functions`. */
export class CheckEmitter {
  readonly functions: string[] = []
  readonly #schemas: Record<string, Schema>

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
  }

  /**
   * Returns an expression that evaluates to the checked copy of `value`, or throws.
   * @param at the value's path, for the message of a violation.
   */
  expression(schema: Schema, value: string, at: string): string {
    if (schema.$ref !== undefined) return this.#reference(schema.$ref, value, at)
    if ('const' in schema) return `check.oneOf(${value}, ${text([schema.const])}, ${text(at)})`
    if (schema.enum) return `check.oneOf(${value}, ${text(schema.enum)}, ${text(at)})`
    if (schema.anyOf) return this.#union(schema.anyOf, value, at)
    const named = [schema.type].flat()
    const base = this.#ofType(named.find((type) => type !== 'null') ?? named[0], schema, value, at)
    return named.length > 1 && named.includes('null')
      ? `(${value} === null ? null : ${base})`
      : base
  }

  #reference(ref: string, value: string, at: string): string {
    const target = this.#schemas[componentName(ref)]
    return target && isInline(target)
      ? this.expression(target, value, at)
      : `${referred(ref)}(${value})`
  }

  #ofType(type: string | undefined, schema: Schema, value: string, at: string): string {
    switch (type) {
      case 'string':
        return this.#string(schema, value, at)
      case 'integer':
      case 'number':
        return numberCheck(schema, value, at, type)
      case 'boolean':
        return `check.boolean(${value}, ${text(at)})`
      case 'null':
        return `check.oneOf(${value}, [null], ${text(at)})`
      case 'array': {
        const item = this.#asFunction(schema.items ?? {}, `${at}[]`)
        return `check.array(${value}, ${item}, ${schema.minItems ?? 0}, ${schema.maxItems ?? 'Infinity'}, ${text(at)})`
      }
      case 'object':
        return this.#object(schema, value, at)
      default:
        return value
    }
  }

  #string({ minLength, maxLength, pattern }: Schema, value: string, at: string): string {
    const check =
      minLength === undefined && maxLength === undefined
        ? `check.string(${value}, ${text(at)})`
        : `check.stringOfLength(${value}, ${minLength ?? 0}, ${maxLength ?? 'Infinity'}, ${text(at)})`
    if (pattern === undefined) return check
    const name = `pattern${this.functions.length + 1}`
    this.functions.push(`const ${name} = new RegExp(${text(pattern)}, 'u')`)
    return `check.matching(${check}, ${name}, ${text(at)})`
  }

  #asFunction(schema: Schema, at: string): string {
    const inner = this.expression(schema, 'value', at)
    const [, name] = /^(\w+)\(value\)$/.exec(inner) ?? []
    return name ?? `(value: unknown) => ${inner}`
  }

  #object(schema: Schema, value: string, at: string): string {
    if (!schema.properties) {
      const { additionalProperties } = schema
      const item = typeof additionalProperties === 'object' ? additionalProperties : {}
      return `check.record(${value}, ${this.#asFunction(item, `${at}.*`)}, ${text(at)})`
    }
    const code = this.objectFunction(schema, at)
    const name = `inline${this.functions.length + 1}`
    this.functions.push(`const ${name} = ${code}`)
    return `${name}(${value})`
  }

  /** Returns a function that checks and copies an object, field by field. */
  objectFunction(schema: Schema, at: string, type?: string): string {
    if (schema.if) throw new UnsupportedError([`\`if\` in a response or payload, at ${at}`])
    const required = Object.entries(schema.properties ?? {}).filter(([name]) =>
      schema.required?.includes(name),
    )
    const optional = Object.entries(schema.properties ?? {}).filter(
      ([name]) => !schema.required?.includes(name),
    )
    const field = ([name, property]: [string, Schema]) =>
      this.expression(property, `o${access(name)}`, `${at}.${name}`)
    const requiredField = ([name, property]: [string, Schema]) =>
      allowsAnything(property, this.#schemas)
        ? `check.present(${field([name, property])}, ${text(`${at}.${name}`)})`
        : field([name, property])
    const literal = `{ ${required.map((entry) => `${key(entry[0])}: ${requiredField(entry)}`).join(', ')} }`
    const head = `(value: unknown)${type ? `: ${type}` : ''} => { const o = check.object(value, ${text(at)});`
    if (optional.length === 0) return `${head} return ${literal} }`
    const rest = optional.map(
      (entry) =>
        `...(o${access(entry[0])} === undefined ? undefined : { ${key(entry[0])}: ${field(entry)} })`,
    )
    return `${head} return { ...${literal}, ${rest.join(', ')} } }`
  }

  /** Distinguishes an alternative from later ones by a required field that they do not have. */
  #union(alternatives: Schema[], value: string, at: string): string {
    const [first, ...others] = alternatives
    if (!first) return value
    if (others.length === 0) return this.expression(first, value, at)
    const target = this.#target(first)
    const isClosed = ({ additionalProperties, properties }: Schema) =>
      additionalProperties === false && properties !== undefined
    const telling = target.required?.find((name) =>
      others.every((other) => this.#target(other).properties?.[name] === undefined),
    )
    const rest = this.#union(others, value, at)
    return telling &&
      target.type === 'object' &&
      others.every((other) => isClosed(this.#target(other)))
      ? `(check.hasProperty(${value}, ${text(telling)}) ? ${this.expression(first, value, at)} : ${rest})`
      : `check.either(() => ${this.expression(first, value, at)}, () => ${rest})`
  }

  #target(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.#schemas[componentName(schema.$ref)] ?? {})
  }
}
