import { componentName, type Document, type Schema } from '../model/document.ts'
import type { Report } from '../model/findings.ts'
import {
  type Content,
  type Operation,
  type RangeReply,
  type Reply,
  type ReplyHeader,
  readOperations,
  readWebhooks,
  type Webhook,
} from '../model/model.ts'
import { steps as readPointer, stepInto } from '../model/pointer.ts'
import * as check from '../runtime/check.ts'
import { copied } from '../runtime/outline.ts'
import { Checks, type Direction } from '../schema/check-functions.ts'
import { Copies } from '../schema/copies.ts'
import { text } from '../schema/keyword-checks.ts'
import { Outlines } from '../schema/outlines.ts'
import { type Place, Places } from '../schema/places.ts'
import { type Schemas, schemasOf, typesIn } from '../schema/walk-schemas.ts'
import { withData, withFiles } from './body-schemas.ts'
import { isText, type Source } from './declarations.ts'
import { componentType, inlineType } from './inline-type.ts'
import { asType, type FileName, type Module, type Type } from './module.ts'

const base = 'https://document.invalid/'

/** What the outputs of a document share: the model, its checks, and the types of its schemas. */
export class Layer {
  readonly document: Document
  readonly operations: readonly Operation[]
  readonly webhooks: readonly Webhook[]
  readonly callbacks: readonly Webhook[]
  readonly schemas: Schemas
  readonly checks: Checks
  readonly report: Report
  /** Whether properties are `readOnly` or `writeOnly`, so that requests and responses differ. */
  readonly isDirected: boolean
  /** The files of the runtime that not every layer needs. */
  readonly runtime = new Set<string>()
  /** The schemas of forms with files, in which files have their type. */
  readonly fileForms = new Map<string, Schema>()
  readonly #places = new Places()
  readonly #types = new Map<string, Type>()
  #functions: Readonly<Record<string, check.Check>> = {}

  constructor(document: Document, report: Report) {
    this.document = document
    this.report = report
    this.operations = readOperations(document, report)
    this.webhooks = readWebhooks(document, report)
    const callbacks = this.operations.flatMap((each) => each.callbacks)
    // Operations may share a callback.
    this.callbacks = [...new Map(callbacks.map((each) => [each.id, each])).values()]
    this.schemas = document.components?.schemas ?? {}
    this.#places.addDocument(base, document)
    for (const { id, body } of this.operations)
      for (const content of body?.contents ?? []) this.#addForm(id, content)
    this.isDirected = schemasOf(document).some(
      ({ schema }) => schema.readOnly === true || schema.writeOnly === true,
    )
    this.checks = new Checks({
      places: this.#places,
      nameOf: (place) => this.nameOf(place),
      report: (what, place) => this.#reportAt(place, 'error', what),
    })
  }

  /** Keeps the schema of a form with files, and reports one that no form matches. */
  #addForm(id: string, content: Content): void {
    const { kind, contentType, schema, pointer } = content
    if ((kind !== 'form' && kind !== 'multipart') || !schema) return
    const types = typesIn(schema, this.schemas)
    if (types.size > 0 && !types.has('object')) {
      const what = `the schema of ${contentType} is not of objects, so no form is valid. Describe its fields as \`properties\``
      this.report('warning', what, pointer, 'form that is no object')
    }
    const form = kind === 'multipart' ? withFiles(content, this.schemas) : schema
    if (form !== schema) this.fileForms.set(formName(id, content), form)
  }

  place(pointer: string): Place | undefined {
    return this.#places.resolve(pointer.replaceAll('%', '%25'), base)
  }

  /** Returns the schema of a body; of events, with the schema of JSON that their data are. */
  contentPlace({ kind, isItem, schema = {}, pointer }: Content): Place | undefined {
    const opened = kind === 'events' && isItem ? withData(schema, this.schemas) : schema
    return opened === schema ? this.place(pointer) : this.madePlace(`events:${pointer}`, opened)
  }

  /** Returns a place of its own for a schema that is made from parts of the document. */
  madePlace(name: string, schema: Schema): Place {
    return { schema, base, uri: `${name}#` }
  }

  sourceFor(module: Module): Source {
    return {
      schemas: this.schemas,
      checkOf: (schema, name) => {
        const place = this.madePlace(`reading:${name} ${text(schema)}`, schema)
        return this.checks.checkIn(module, place, 'request')
      },
    }
  }

  setType(place: Place, type: Type): void {
    this.#types.set(this.checks.target(place).uri, type)
  }

  /** Returns whether the values of a body are checked. Others are streams, or texts of another form. */
  isChecked({ kind, schema, pointer, contentType }: Content, way: Direction): boolean {
    if (schema === undefined) return false
    const isStream = kind === 'events' || kind === 'lines'
    if (kind === 'bytes' || (way === 'request' ? isStream : kind === 'multipart')) {
      const what = `bodies of ${contentType || 'no content type'} are passed as bytes, and are not checked with the schema`
      if (!isText(schema, this.schemas)) this.report('warning', what, pointer, 'schema of bytes')
      return false
    }
    if (kind === 'multipart' || isStream) return true
    if (kind !== 'text' || isText(schema, this.schemas)) return this.place(pointer) !== undefined
    const what = `the schema of ${contentType} is not of texts, and is ignored`
    this.report('warning', what, pointer, 'schema that is not of texts')
    return false
  }

  copiesIn(module: Module, direction: Direction): Copies {
    const use = (name: FileName): string => {
      if (name === 'outline') this.runtime.add('outline.ts')
      return module.use(name)
    }
    return new Copies(
      {
        checks: this.checks,
        nameOf: (place) => this.nameOf(place),
        defaultOf: (place) => this.defaultOf(place),
        typeOf: (place) => {
          const type = this.#typeOf(place, direction)
          return type && (() => module.type(type))
        },
        use,
      },
      direction,
    )
  }

  requestBodyType({ id }: Operation, content: Content): Type {
    if (content.kind === 'events' || content.kind === 'lines') return bytes
    const form = this.fileForms.get(formName(id, content))
    if (form === undefined) return this.#bodyType(content, requestPath(id), 'request')
    return this.directed(asType(`forms[${text(formName(id, content))}]`, 'forms'), 'request')
  }

  /** Returns the schema of a request body. In that of a form, files have their type. */
  bodyPlace({ id }: Operation, content: Content): Place | undefined {
    const name = formName(id, content)
    const form = this.fileForms.get(name)
    return form ? this.madePlace(`form:${name}`, form) : this.place(content.pointer)
  }

  /** Returns the schema of a response body that an operation may return, without fields that only the edge sends. */
  replyPlace({ id }: Operation, reply: Reply | RangeReply, content: Content): Place | undefined {
    const target = this.#target(content)
    const fields = edgeFields(target)
    if (fields.length === 0) return this.contentPlace(content)
    const isOwn = (name: string) => !fields.includes(name)
    const { properties = {}, required = [] } = target
    return this.madePlace(`reply:${id}/${codeOf(reply)}`, {
      ...target,
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name))),
      required: required.filter(isOwn),
    })
  }

  replyBodyType(operation: Operation, reply: Reply | RangeReply, content: Content): Type {
    const type = this.replyValueType(operation, reply, content)
    if (content.kind === 'lines') return { ...type, code: `AsyncIterable<${type.code}>` }
    if (content.kind !== 'events') return type
    const events = content.isItem ? 'WholeEvents' : 'Events'
    return asType(`check.${events}<${type.code}>`, ...type.names, 'check')
  }

  /** Returns the type of a response body, or of the items of a stream of events. */
  replyValueType({ id }: Operation, reply: Reply | RangeReply, content: Content): Type {
    const path = `operations[${text(id)}]["responses"][${text(codeOf(reply))}]["content"]`
    return omitting(this.#bodyType(content, path, 'response'), edgeFields(this.#target(content)))
  }

  payloadType({ id, body }: Webhook): Type {
    const [content] = body?.contents ?? []
    return content ? this.#bodyType(content, requestPath(id), 'response') : asType('undefined')
  }

  #target({ schema = {} }: Content): Schema {
    return (schema.$ref === undefined ? schema : this.schemas[componentName(schema.$ref)]) ?? {}
  }

  /** @param path the place of the body among openapi-typescript's types, without its content type. */
  #bodyType(
    { contentType, kind, isItem, schema, pointer }: Content,
    path: string,
    way: Direction,
  ): Type {
    if (kind === 'bytes' || (kind === 'multipart' && way === 'response'))
      return way === 'request' ? bytes : asType('check.Bytes', 'check')
    if (kind === 'text' && !isText(schema ?? {}, this.schemas)) return asType('string')
    if (!schema) return withoutSchema[kind] ?? asType('string')
    const isEvent = kind === 'events' && isItem
    const whole = `${path}[${text(contentType)}]`
    const inner = pointer.endsWith('/schema/items') ? `${whole}[number]` : whole
    const expression = isEvent ? undefined : inlineType(schema)
    return this.directed(expression ?? asType(inner, 'operations'), way)
  }

  /** Returns a type without what is only written, or only read. */
  directed(type: Type, direction: Direction): Type {
    if (!this.isDirected || type.names.length === 0) return type
    const name = direction === 'request' ? 'Writable' : 'Readable'
    return asType(`${name}<${type.code}>`, ...type.names, name)
  }

  /**
   * Returns the name of a schema's functions and constants: that of its component or operation, and the last names on
   * the way from there, such as `OrderProductsSku`.
   */
  nameOf({ uri }: Place): string {
    const [made = '', ...pointer] = uri
      .replace(base, '')
      .replace(/\{.*\}/s, '')
      .split('#')
    const path = readPointer(pointer.join(''))
    let part: unknown = made === '' ? this.document : undefined
    let words = made.replace(/^\w+:/, '').split('/')
    for (const [i, step] of path.entries()) {
      part = stepInto(part, step)
      const { operationId, name } = check.isObject(part) ? part : {}
      if (typeof operationId === 'string') words = [operationId]
      else if (path[i - 1] === 'schemas' && path[i - 2] === 'components') words = [step]
      else if (path[i - 1] === 'parameters' && typeof name === 'string') words.push(name)
      else if (path[i - 1] === 'properties' || !isUnnamed(path, i)) words.push(step)
    }
    const [first = '', ...rest] = words
    return [first, ...rest.slice(-3)].map(capitalised).join('')
  }

  #typeOf(place: Place, direction: Direction): Type | undefined {
    const name = componentAt(place)
    return name === undefined
      ? this.#types.get(place.uri)
      : this.directed(componentType(name), direction)
  }

  /** Returns the failures of a value, as the emitted check finds them. */
  failuresOf(place: Place, direction: Direction | undefined, value: unknown): check.Failure[] {
    const name = this.checks.check(place, direction)
    if (!Object.hasOwn(this.#functions, name)) this.#functions = this.checks.functions()
    return check.failuresOf(this.#functions[name] ?? check.all, value)
  }

  /** Returns the declared parts of a value, as a response has them. */
  declaredOf(place: Place, value: unknown): unknown {
    // Checks of its own: a layer needs no conditions that only examples meet.
    const checks = new Checks({ places: this.#places, report: () => {} })
    const source = { checks, defaultOf: () => undefined, use: (name: FileName) => name }
    const outlines = new Outlines(source, 'response')
    const index = outlines.indexOf(place)
    const table = new Function('check', 'checks', `return [${outlines.code()}]`)
    const isAny = (_: unknown): _ is unknown => true
    return copied(value, isAny, table(check, checks.functions()), index)
  }

  /** Returns the default of a schema, or of the one that it refers to, if it is one of its values. */
  defaultOf(place: Place): unknown {
    const found = [place, this.checks.target(place)].find(
      ({ schema }) => typeof schema === 'object' && schema.default !== undefined,
    )
    if (typeof found?.schema !== 'object') return undefined
    const value = found.schema.default
    // Checks of its own: those of the layer are evaluated once, when all of them are known.
    const checks = new Checks({ places: this.#places, report: () => {} })
    const name = checks.check(found, 'request')
    const [failure] = check.failuresOf(checks.functions()[name] ?? check.all, value)
    if (!failure) return value
    const what = `the \`default\` ${text(value)} ${failure.reason}, and is ignored`
    this.#reportAt(found, 'warning', what, 'default that is not valid')
    return undefined
  }

  #reportAt({ uri }: Place, severity: 'error' | 'warning', what: string, kind?: string): void {
    // A made schema has parts of the document, which are reported there.
    if (uri.startsWith(base)) this.report(severity, what, uri.slice(base.length), kind)
  }
}

export type CopyContext = { layer: Layer; module: Module; copies: Copies }

const bytes = asType('ReadableStream<Uint8Array>')

/** The types of bodies that have no schema. Others are strings. */
const withoutSchema: { [Kind in Content['kind']]?: Type } = {
  json: asType('unknown'),
  events: asType('unknown'),
  lines: asType('unknown'),
  form: asType('Record<string, unknown>'),
  multipart: asType('Record<string, unknown>'),
}

function formName(id: string, { contentType }: Content): string {
  return `${id} ${contentType}`
}

function requestPath(id: string) {
  return `NonNullable<operations[${text(id)}]["requestBody"]>["content"]`
}

function omitting(type: Type, fields: readonly string[]): Type {
  return fields.length > 0
    ? { ...type, code: `Omit<${type.code}, ${fields.map(text).join(' | ')}>` }
    : type
}

function edgeFields({ properties = {} }: Schema): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.['x-answered-by'] === 'edge')
}

/** Whether a step on the way to a schema says nothing of it. */
function isUnnamed(path: readonly string[], i: number): boolean {
  const silent = /^(?:paths|components|schema|responses|content|properties|items)$/
  return path[i - 1] === 'content' || silent.test(path[i] ?? '')
}

/** Returns words as an identifier: `sold by` becomes `SoldBy`. */
function capitalised(words: string): string {
  const parts = words.split(/[^\p{ID_Continue}$]+/u)
  return parts.map((each) => each.charAt(0).toUpperCase() + each.slice(1)).join('')
}

const components = `${base}#/components/schemas/`

function componentAt({ uri }: Place): string | undefined {
  const step = uri.startsWith(components) ? uri.slice(components.length) : '/'
  return step.includes('/') ? undefined : readPointer(`/${step}`)[0]
}

export function codeOf(reply: Reply | RangeReply): number | string {
  return 'status' in reply ? reply.status : reply.range
}

/**
 * Returns the headers that an operation gives. Those of a fixed value are sent without it, and OpenAPI ignores
 * `Content-Type`: the content has it.
 */
export const ownHeaders = ({ headers }: Reply | RangeReply): ReplyHeader[] =>
  headers.filter(
    ({ name, edge, schema }) =>
      !edge && !('const' in schema) && name.toLowerCase() !== 'content-type',
  )

/** Returns the replies that an operation may return. Others are the edge's. */
export const ownReplies = (operation: Operation): (Reply | RangeReply)[] =>
  allReplies(operation).filter(({ edge }) => !edge)

export const allReplies = ({ replies, ranges }: Operation): (Reply | RangeReply)[] => [
  ...replies,
  ...ranges,
]
