import type { Document, Schema } from '../model/document.ts'
import type { Report } from '../model/findings.ts'
import {
  type Content,
  type Operation,
  type RangeReply,
  type Reply,
  readOperations,
  readWebhooks,
  type Webhook,
} from '../model/model.ts'
import { identifier } from '../model/names.ts'
import { steps as readPointer } from '../model/pointer.ts'
import { partsIn } from '../model/walk-schemas.ts'
import * as check from '../runtime/check.ts'
import { Checks, type Direction } from '../schema/checks.ts'
import { Copies } from '../schema/copies.ts'
import { type Place, Places } from '../schema/places.ts'
import { type Schema as AnySchema, isSchema } from '../schema/schema.ts'
import { typeExpression, withoutEdgeParts } from './type-expression.ts'

const base = 'https://document.invalid/'
const components = `${base}#/components/schemas/`

const text = (value: unknown): string => JSON.stringify(value)
const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

type BodyContent = Pick<Content, 'contentType' | 'kind'> & { schema?: Schema | undefined }

/** What the outputs of a document share: the model, its checks, and the types of its schemas. */
export class Layer {
  readonly document: Document
  readonly operations: readonly Operation[]
  readonly webhooks: readonly Webhook[]
  readonly schemas: Readonly<Record<string, Schema>>
  readonly checks: Checks
  readonly report: Report
  /** Whether properties are `readOnly` or `writeOnly`, so that requests and responses differ. */
  readonly isDirected: boolean
  readonly #places = new Places()
  readonly #types = new Map<string, string>()
  #functions: Readonly<Record<string, check.Check>> | undefined

  constructor(document: Document, report: Report) {
    this.document = document
    this.report = report
    this.operations = readOperations(document, report)
    this.webhooks = readWebhooks(document, report)
    this.schemas = document.components?.schemas ?? {}
    this.#places.addDocument(base, document)
    let isDirected = false
    let root = ' '
    for (const { kind, value, pointer } of partsIn('document', document, '#')) {
      if (kind !== 'schema' || !isSchema(value)) continue
      if (typeof value === 'object' && (value.readOnly === true || value.writeOnly === true))
        isDirected = true
      if (pointer.startsWith(`${root}/`)) continue
      root = pointer
      this.#places.addSchema({ schema: value, base, uri: `${base}${pointer}` })
    }
    this.isDirected = isDirected
    this.checks = new Checks({
      places: this.#places,
      nameOf: (place) => this.#nameOf(place),
      typeOf: (place, direction) => this.#typeOf(place, direction),
      report: (what, { uri }) => report('error', what, uri.slice(base.length)),
    })
  }

  /** Returns the schema at a JSON pointer of the document, if there is one. */
  place(pointer: string): Place | undefined {
    try {
      return this.#places.resolve(pointer.replaceAll('%', '%25'), base)
    } catch {
      return undefined
    }
  }

  /** Returns the schema beneath another, if there is one. */
  child(place: Place, ...steps: string[]): Place | undefined {
    return this.#places.child(place, steps)
  }

  /** Returns a place for a schema that the document does not have. Its references start from the document. */
  madePlace(name: string, schema: AnySchema): Place {
    return { schema, base, uri: `made:${name}#` }
  }

  /** Sets the type of the values of a schema. */
  setType(place: Place, type: string): void {
    if (!place.uri.startsWith(components)) this.#types.set(place.uri, type)
  }

  /** Returns the type of a request body. */
  requestBodyType({ id }: Operation, content: Content): string {
    const path = `NonNullable<operations[${text(id)}]["requestBody"]>["content"]`
    return this.#bodyType(content, path, 'request')
  }

  /** Returns the schema of a response body that an operation may return, without what only the edge sends. */
  replyPlace({ id }: Operation, reply: Reply | RangeReply, content: Content): Place | undefined {
    const { schema } = content
    const own = schema && withoutEdgeParts(schema, this.schemas)
    const status = 'status' in reply ? reply.status : reply.range
    return own === undefined || own === schema
      ? this.place(content.pointer)
      : this.madePlace(`${id}/${status}`, own)
  }

  /** Returns the type of a response body that an operation may return. */
  replyBodyType({ id }: Operation, reply: Reply | RangeReply, content: Content): string {
    const status = 'status' in reply ? `${reply.status}` : text(reply.range)
    const path = `operations[${text(id)}]["responses"][${status}]["content"]`
    const own = content.schema && withoutEdgeParts(content.schema, this.schemas)
    return this.#bodyType({ ...content, schema: own }, path, 'response')
  }

  /** Returns the type of a webhook's payload. */
  payloadType(name: string): string {
    const webhook = this.webhooks.find((each) => each.name === name)
    const [content] = webhook?.body?.contents ?? []
    if (!webhook || !content) return 'undefined'
    const path = `NonNullable<operations[${text(webhook.id)}]["requestBody"]>["content"]`
    return this.#bodyType(content, path, 'request')
  }

  copies(direction: Direction): Copies {
    return new Copies({
      places: this.#places,
      checks: this.checks,
      direction,
      nameOf: (place) => this.#nameOf(place),
      typeOf: (place) => this.#typeOf(place, direction),
      hasValidDefault: (place) => this.#hasValidDefault(place),
    })
  }

  /** Returns the type of a schema in a direction: without what only goes the other way. */
  directed(type: string, direction: Direction | undefined): string {
    if (!this.isDirected || direction === undefined) return type
    return `${direction === 'request' ? 'Writable' : 'Readable'}<${type}>`
  }

  /** Returns the failures of a value, as the emitted check finds them. */
  failuresOf(place: Place, direction: Direction, value: unknown): check.Failure[] {
    const name = this.checks.check(place, direction)
    if (!this.#functions?.[name]) this.#functions = evaluate(this.checks)
    const is = this.#functions[name]
    return is ? check.failuresOf(is, value) : []
  }

  /** @param path the place of the body among openapi-typescript's types, without its content type. */
  #bodyType({ contentType, kind, schema }: BodyContent, path: string, way: Direction): string {
    if (kind === 'bytes' || kind === 'events') return 'check.Bytes'
    if (!schema) return kind === 'json' ? 'unknown' : kind === 'text' ? 'string' : 'check.Bytes'
    return this.directed(typeExpression(schema) ?? `${path}[${text(contentType)}]`, way)
  }

  #nameOf({ uri }: Place): string | undefined {
    if (!uri.startsWith(components)) return undefined
    const name = uri.slice(components.length)
    return name.includes('/')
      ? undefined
      : capitalised(identifier(readPointer(`/${name}`)[0] ?? ''))
  }

  #typeOf({ uri }: Place, direction: Direction | undefined): string | undefined {
    const parts = uri.slice(uri.indexOf('#') + 1).split('/')
    for (let length = parts.length; length > 0; length--) {
      const prefix = `${uri.slice(0, uri.indexOf('#') + 1)}${parts.slice(0, length).join('/')}`
      const known =
        this.#types.get(prefix) ??
        (uri.startsWith(components) && length === 4
          ? this.directed(`S[${text(readPointer(`/${parts[3]}`)[0])}]`, direction)
          : undefined)
      if (known !== undefined) return typeBeneath(known, parts.slice(length))
    }
    return undefined
  }

  #hasValidDefault(place: Place): boolean {
    if (typeof place.schema === 'boolean') return false
    const { default: value, ...schema } = place.schema
    const [failure] = this.failuresOf({ ...place, schema }, 'request', value)
    if (failure)
      this.report(
        'warning',
        `the \`default\` ${text(value)} ${failure.reason}, and is ignored`,
        place.uri.slice(base.length),
      )
    return failure === undefined
  }
}

/** Returns the type of a schema beneath another, if the steps to it have a type. */
const typeBeneath = (type: string, steps: readonly string[]): string | undefined => {
  const [step, name, ...rest] = steps
  if (step === undefined) return type
  const inner = `NonNullable<${type}>`
  if (step === 'properties' && name !== undefined)
    return typeBeneath(`Exclude<${inner}[${text(readPointer(`/${name}`)[0])}], undefined>`, rest)
  const others = steps.slice(1)
  if (step === 'items') return typeBeneath(`${inner}[number]`, others)
  if (step === 'additionalProperties') return typeBeneath(`${inner}[string]`, others)
  return undefined
}

/** Returns the emitted checks as functions of this process. */
const evaluate = (checks: Checks): Record<string, check.Check> => {
  const code = `${checks.code(false)}\nreturn { ${checks.names().join(', ')} }`
  const made: Record<string, check.Check> = new Function('check', code)(check)
  return made
}
