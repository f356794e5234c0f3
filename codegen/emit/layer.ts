import type { Document, Schema } from '../model/document.ts'
import type { Report } from '../model/findings.ts'
import {
  type Content,
  type Operation,
  type PlacedParameter,
  type RangeReply,
  type Reply,
  readOperations,
  readWebhooks,
  type Webhook,
} from '../model/model.ts'
import { identifier } from '../model/names.ts'
import { steps as readPointer } from '../model/pointer.ts'
import { schemasOf } from '../model/walk-schemas.ts'
import * as check from '../runtime/check.ts'
import { Checks, type Direction } from '../schema/checks.ts'
import { Copies } from '../schema/copies.ts'
import { type Place, Places } from '../schema/places.ts'
import type { Schema as AnySchema } from '../schema/schema.ts'
import { filesOf, isText } from './declarations.ts'
import { text } from './module.ts'
import { typeExpression, withoutEdgeParts } from './type-expression.ts'

const base = 'https://document.invalid/'
const components = `${base}#/components/schemas/`

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Returns the name of a component schema. */
const componentAt = ({ uri }: Place): string | undefined => {
  const step = uri.startsWith(components) ? uri.slice(components.length) : '/'
  return step.includes('/') ? undefined : readPointer(`/${step}`)[0]
}

const isForm = (kind: Content['kind']) => kind === 'form' || kind === 'multipart'

/** Returns the status code of a reply, or the range of codes. */
export const codeOf = (reply: Reply | RangeReply): number | string =>
  'status' in reply ? reply.status : reply.range

/** Returns the replies that an operation may return. Others are the edge's. */
export const ownReplies = ({ replies, ranges }: Operation): (Reply | RangeReply)[] =>
  [...replies, ...ranges].filter(({ edge }) => !edge)

/** What the outputs of a document share: the model, its checks, and the types of its schemas. */
export class Layer {
  readonly document: Document
  readonly operations: readonly Operation[]
  readonly webhooks: readonly Webhook[]
  readonly callbacks: readonly Webhook[]
  readonly schemas: Readonly<Record<string, Schema>>
  readonly checks: Checks
  readonly report: Report
  /** Whether properties are `readOnly` or `writeOnly`, so that requests and responses differ. */
  readonly isDirected: boolean
  readonly #places = new Places()
  readonly #types = new Map<string, string>()
  readonly #madeFrom = new Map<string, string>()
  #functions: ReadonlyMap<string, check.Check> = new Map()

  constructor(document: Document, report: Report) {
    this.document = document
    this.report = report
    this.operations = readOperations(document, report)
    this.webhooks = readWebhooks(document, report)
    this.callbacks = this.operations.flatMap(({ callbacks }) => callbacks)
    this.schemas = document.components?.schemas ?? {}
    this.#places.addDocument(base, document)
    this.isDirected = [...schemasOf(document)].some(
      ({ schema }) => schema.readOnly === true || schema.writeOnly === true,
    )
    this.checks = new Checks({
      places: this.#places,
      nameOf: (place) => this.#nameOf(place),
      report: (what, place) => report('error', what, this.#pointerOf(place)),
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

  /** Returns the default of a parameter, if it has one. */
  parameterDefault({ pointer }: PlacedParameter): unknown {
    const place = this.place(pointer)
    return place && this.defaultOf(place)
  }

  /**
   * Returns a place for a schema that the document does not have. Its references start from the document.
   * @param name makes it a place of its own. The properties of `parameters:…` have no direction.
   * @param pointer the part of the document that it is made from.
   */
  madePlace(name: string, schema: AnySchema, pointer: string): Place {
    const uri = `${name}#`
    this.#madeFrom.set(uri, pointer)
    return { schema, base, uri }
  }

  #pointerOf({ uri }: Place): string {
    return uri.startsWith(base)
      ? uri.slice(base.length)
      : (this.#madeFrom.get(uri.slice(0, uri.indexOf('#') + 1)) ?? '#')
  }

  /** Sets the type of the values of a schema. */
  setType(place: Place, type: string): void {
    this.#types.set(place.uri, type)
  }

  /** Returns whether the values of a body are checked. Others are streams, or texts of another form. */
  isChecked({ kind, schema, pointer, contentType }: Content, way: Direction): boolean {
    if (schema === undefined || kind === 'bytes') return false
    if (kind === 'multipart' || kind === 'events')
      return (kind === 'multipart') === (way === 'request')
    if (kind !== 'text' || isText(this, this.place(pointer)))
      return this.place(pointer) !== undefined
    this.report('warning', `the schema of ${contentType} is not of texts, and is ignored`, pointer)
    return false
  }

  /** Returns the type of a request body. */
  requestBodyType({ id }: Operation, content: Content): string {
    const path = `NonNullable<operations[${text(id)}]["requestBody"]>["content"]`
    if (content.kind === 'events') return 'ReadableStream<Uint8Array>'
    const type = this.#bodyType(content, path, 'request')
    const files = [...filesOf(this, content)]
    if (files.length === 0) return type
    const required = content.schema === undefined ? undefined : this.place(content.pointer)
    const names = required ? this.checks.required(this.checks.target(required), 'request') : []
    const fields = files.map(
      ([name, kind]) =>
        `${text(name)}${names.includes(name) ? '' : '?'}: ${kind === 'file' ? 'File' : 'File[]'}`,
    )
    return `Omit<${type}, ${files.map(([name]) => text(name)).join(' | ')}> & { ${fields.join('; ')} }`
  }

  /** Returns the schema of a response body that an operation may return, without what only the edge sends. */
  replyPlace({ id }: Operation, reply: Reply | RangeReply, content: Content): Place | undefined {
    const { schema } = content
    const own = schema && withoutEdgeParts(schema, this.schemas)
    return own === undefined || own === schema
      ? this.place(content.pointer)
      : this.madePlace(`reply:${id}/${codeOf(reply)}`, own, content.pointer)
  }

  /** Returns the type of a response body that an operation may return. */
  replyBodyType(operation: Operation, reply: Reply | RangeReply, content: Content): string {
    const type = this.replyValueType(operation, reply, content)
    return content.kind === 'events' ? `AsyncIterable<${type}>` : type
  }

  /** Returns the type of a response body, or of the items of a stream of events. */
  replyValueType({ id }: Operation, reply: Reply | RangeReply, content: Content): string {
    const path = `operations[${text(id)}]["responses"][${text(codeOf(reply))}]["content"]`
    const own = content.schema && withoutEdgeParts(content.schema, this.schemas)
    return this.#bodyType({ ...content, schema: own }, path, 'response')
  }

  /** Returns the type of the payload of a webhook or a callback. */
  payloadType({ id, body }: Webhook): string {
    const [content] = body?.contents ?? []
    if (!content) return 'undefined'
    const path = `NonNullable<operations[${text(id)}]["requestBody"]>["content"]`
    return this.#bodyType(content, path, 'response')
  }

  copies(direction: Direction): Copies {
    return new Copies({
      places: this.#places,
      checks: this.checks,
      direction,
      nameOf: (place) => this.#nameOf(place),
      typeOf: (place) => this.#typeOf(place, direction),
      defaultOf: (place) => this.defaultOf(place),
    })
  }

  /** Returns the type of a schema in a direction: without what only goes the other way. */
  directed(type: string, direction: Direction | undefined): string {
    if (!this.isDirected || direction === undefined) return type
    return `${direction === 'request' ? 'Writable' : 'Readable'}<${type}>`
  }

  /** Returns the failures of a value, as the emitted check finds them. */
  failuresOf(place: Place, direction: Direction | undefined, value: unknown): check.Failure[] {
    const name = this.checks.check(place, direction)
    if (!this.#functions.has(name)) {
      const names = this.checks.names()
      const made = evaluate(this.checks, names)
      this.#functions = new Map(names.map((each, i) => [each, made[i] ?? check.all]))
    }
    return check.failuresOf(this.#functions.get(name) ?? check.all, value)
  }

  /** @param path the place of the body among openapi-typescript's types, without its content type. */
  #bodyType(content: Content, path: string, way: Direction): string {
    const { contentType, kind, schema, pointer } = content
    if (kind === 'bytes' || (kind === 'multipart' && way === 'response'))
      return way === 'request' ? 'ReadableStream<Uint8Array>' : 'check.Bytes'
    if (kind === 'text' && !isText(this, this.place(pointer))) return 'string'
    if (!schema)
      return kind === 'json' ? 'unknown' : isForm(kind) ? 'Record<string, unknown>' : 'string'
    return this.directed(typeExpression(schema) ?? `${path}[${text(contentType)}]`, way)
  }

  #nameOf(place: Place): string | undefined {
    const name = componentAt(place)
    return name === undefined ? undefined : capitalised(identifier(name))
  }

  #typeOf(place: Place, direction: Direction): string | undefined {
    const name = componentAt(place)
    return name === undefined
      ? this.#types.get(place.uri)
      : this.directed(`S[${text(name)}]`, direction)
  }

  /** Returns the default of a schema, or of the one that it refers to, if it is one of its values. */
  defaultOf(place: Place): unknown {
    const target = this.checks.target(place)
    for (const each of [place, target])
      if (typeof each.schema === 'object' && each.schema.default !== undefined)
        return this.#isValidDefault(each, each.schema.default) ? each.schema.default : undefined
    return undefined
  }

  #isValidDefault(place: Place, value: unknown): boolean {
    // Checks of its own: those of the layer are evaluated once, when all of them are known.
    const checks = new Checks({ places: this.#places, report: () => {} })
    const is = evaluate(checks, [checks.check(place, 'request')])[0]
    const [failure] = is ? check.failuresOf(is, value) : []
    if (failure)
      this.report(
        'warning',
        `the \`default\` ${text(value)} ${failure.reason}, and is ignored`,
        this.#pointerOf(place),
      )
    return failure === undefined
  }
}

/** Returns emitted checks as functions of this process. */
const evaluate = (checks: Checks, names: readonly string[]): check.Check[] => {
  const made: check.Check[] = new Function(
    'check',
    `${checks.code(false)}\nreturn [${names.join(', ')}]`,
  )(check)
  return made
}
