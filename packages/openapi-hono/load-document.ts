import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  BaseResolver,
  bundle,
  createConfig,
  type Document,
  getLineColLocation,
  type LocationObject,
  parseYaml,
  Source,
} from '@redocly/openapi-core'
import { parse as parseIndented } from 'yaml'
import { checkShape } from './check-shape.ts'
import { at, escapePointer, stepInto, steps } from './model/pointer.ts'
import { isObject } from './runtime/check.ts'
import { percentDecoded } from './runtime/readings.ts'
import { resolveUri } from './schema/places.ts'

/**
 * Reads a file and those that it refers to. Addresses on the network are not read.
 * @param externalRefResolver reads the other files, and knows them.
 * @returns the document as one object, findings about the shape of its files, whether it was converted from Swagger
 *   2.0, the paths of the files, and a function that returns `file:line:column` of a JSON pointer.
 * @throws {Error} when a file cannot be read, is neither YAML nor JSON, or needs a converter.
 */
export const loadDocument = async (file: string, externalRefResolver: FileResolver) => {
  const source = new Source(resolve(file), await readUtf8(file))
  const document = { source, parsed: parseFile(source) }
  localise(document.parsed)
  externalRefResolver.cache.set(source.absoluteRef, Promise.resolve(document))
  const { parsed, findings } = await bundled(document, externalRefResolver).catch(
    (error: unknown) => {
      throwCircularReference([document, ...externalRefResolver.documents])
      throw error
    },
  )
  const isSwagger =
    isObject(parsed) && parsed.openapi === undefined && /^2\b/.test(String(parsed.swagger))
  return {
    parsed: isSwagger ? await upgradeSwagger(structuredClone(parsed)) : parsed,
    findings,
    isSwagger,
    files: [...externalRefResolver.getFiles()],
    locate: (pointer: string, isOfKey = false): string => {
      const [path = '', own = ''] = pointer.split(/(?=#)/)
      const other = externalRefResolver.documents.find((each) => each.source.absoluteRef === path)
      if (other) return placeOf(other.source, own, isOfKey)
      const found = originOf(isSwagger ? pointerInSwagger(pointer) : pointer, parsed, source)
      return placeOf(found.source, found.pointer, isOfKey)
    },
  }
}

async function bundled(document: Document, externalRefResolver: FileResolver) {
  const { source, parsed } = document
  const findings = await checkShape(document, externalRefResolver)
  const hasOtherFiles = /"\$ref":"[^#]/.test(JSON.stringify(parsed))
  if (!hasOtherFiles) {
    rename(parsed, hidden, '$ref')
    return { parsed, findings }
  }
  const config = await createConfig({})
  const { problems, bundle: whole } = await bundle({ doc: document, config, externalRefResolver })
  const error = problems.find(({ severity }) => severity === 'error')
  if (error) throw new Error(problemLine(error.message, error.location[0]))
  escapeReferences(whole.parsed)
  rename(whole.parsed, hidden, '$ref')
  // Paths that refer to one file share its operations.
  return { parsed: withoutAliases(whole.parsed, source), findings }
}

type Origin = { source: Source; pointer: string }

/** The places of objects in their files. The bundler keeps the objects of other files. */
const origins = new WeakMap<object, Origin>()

/** Returns the place of a part of a document that was bundled from several files. */
function originOf(pointer: string, document: unknown, source: Source): Origin {
  let origin: Origin = { source, pointer: '#' }
  let part = document
  for (const step of steps(pointer)) {
    part = stepInto(part, step)
    const own = isObject(part) ? origins.get(part) : undefined
    origin = own ?? { ...origin, pointer: `${origin.pointer}/${escapePointer(step)}` }
  }
  return origin
}

/** Throws for a reference that leads to itself, with its place. The bundler names none. */
function throwCircularReference(documents: readonly Document[]): void {
  const isCircular = (own: Document | undefined, part: unknown, before: unknown[]): boolean => {
    if (!own || !isObject(part) || typeof part.$ref !== 'string') return false
    if (before.includes(part)) return true
    const [file = '', fragment = ''] = part.$ref.split('#')
    const path = pathFrom(own.source.absoluteRef, file)
    const other = documents.find(({ source }) => source.absoluteRef === path)
    const target = file === '' ? own : other
    return isCircular(target, at(target?.parsed, percentDecoded(fragment) ?? ''), [...before, part])
  }
  for (const { source, parsed } of documents)
    eachObject(parsed, (part, pointer) => {
      if (isCircular({ source, parsed }, part, []))
        throw new Error(problemLine('the reference leads to itself', { source, pointer }))
    })
}

/** Writes references as URIs. The bundler has written the names of components as they are. */
function escapeReferences(whole: unknown): void {
  eachObject(whole, (part) => {
    const [, section = '', name = ''] =
      /^(#\/components\/\w+)\/(.*[~%].*)$/.exec(String(part.$ref)) ?? []
    if (stepInto(at(whole, section), name) !== undefined)
      part.$ref = `${section}/${escapePointer(name).replaceAll('%', '%25')}`
  })
}

/** Returns what is wrong with a reference to another file, with its place. */
function problemLine(
  message: string,
  location: Pick<LocationObject, 'source' | 'pointer'> | undefined,
): string {
  if (!location) return message
  const { source, pointer = '#' } = location
  const [, why = message] = /^Can't resolve \$ref:? ?(.*)/s.exec(message) ?? []
  const [, missing] = /^ENOENT.*'(.*)'$/s.exec(why) ?? []
  const what = missing === undefined ? why : `there is no file ${relative('', missing)}`
  return `${relative('', placeOf(source, pointer))}: ${what || 'the reference leads nowhere'}`
}

const dataFile = /\.(?:ya?ml|json)$/

export class FileResolver extends BaseResolver {
  readonly documents: Document[] = []

  override resolveExternalRef(base: string | null, ref: string): string {
    const isFile = !URL.canParse(ref) || ref.startsWith('file:')
    if (base === null || !isFile) return super.resolveExternalRef(base, ref)
    return pathFrom(base, ref)
  }

  override async loadExternalRef(ref: string): Promise<Source> {
    if (/^https?:/.test(ref))
      throw new Error(`${ref} is on the network. Save it as a file, and refer to that`)
    return new Source(ref, await readUtf8(ref))
  }

  override parseDocument(source: Source, isRoot?: boolean) {
    const isData = isRoot || dataFile.test(source.absoluteRef)
    if (!isData) return super.parseDocument(source, isRoot)
    const document = { source, parsed: parsePart(source) }
    this.documents.push(document)
    return document
  }
}

function parsePart(source: Source): unknown {
  try {
    return parseFile(source)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${relative('', source.absoluteRef)} cannot be read: ${reason}`)
  }
}

/** The tags of values that JSON does not have. Without them, these are a text and an object. */
const foreignTags = /(?<=[:[,-] *)!!(?:binary|set)(?=\s)/g

/** Reads a file. In another encoding than UTF-8, it would lose letters. Blanks leave each place as it is. */
async function readUtf8(file: string): Promise<string> {
  const bytes = await readFile(file)
  if (isUtf8(bytes))
    return bytes.toString().replaceAll(foreignTags, (tag) => ' '.repeat(tag.length))
  throw new Error(`${relative('', file)} is not UTF-8. Save it in this encoding`)
}

/** Parses a file. References in examples are no references. Those to schemas with an `$id` lead to no other file. */
function parseFile(source: Source): unknown {
  const { absoluteRef, body } = source
  const shared = parse(body)
  const parsed = anchor.test(body) ? withoutAliases(shared, source) : shared
  hideReferences(parsed, (reference) =>
    existsSync(pathFrom(absoluteRef, reference.replace(/#.*$/, ''))),
  )
  const ids = new Set<string>()
  const references: { part: Record<string, unknown>; target: string | undefined }[] = []
  eachObject(parsed, (part, pointer, base) => {
    origins.set(part, { source, pointer })
    if (typeof part.$id === 'string') ids.add(base)
    const { $ref: reference } = part
    // A property may have this name.
    if (!('$ref' in part) || isObject(reference)) return
    const flawed = (message: string) => new Error(problemLine(message, { source, pointer }))
    if (typeof reference !== 'string') throw flawed('`$ref` must be a text')
    if (percentDecoded(reference.replace(/^[^#]*/, '')) === undefined)
      throw flawed(`the reference ${reference} has \`%\` without two digits of UTF-8 after it`)
    references.push({ part, target: resolveUri(reference, base)?.split('#')[0] })
  })
  for (const { part, target } of references) {
    if (!ids.has(target ?? '')) continue
    part[hidden] = part.$ref
    delete part.$ref
  }
  return parsed
}

/** What an alias of YAML leads to. */
const anchor = /(?:^|[\s:,[{])&[^\s,[\]{}]/

/** Aliases of aliases can repeat a few lines a billion times. The largest public documents have half a million parts. */
const maxParts = 2_000_000

/**
 * Returns a copy in which each part is its own. Aliases of YAML share theirs.
 * @throws {Error} for an alias of a part that it is in, and for too many parts.
 */
function withoutAliases(
  part: unknown,
  source: Source,
  pointer = '#',
  around: readonly unknown[] = [],
  made = { parts: 0 },
): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (++made.parts > maxParts)
    throw new Error(problemLine('the aliases repeat too many parts', { source, pointer: '#' }))
  if (around.includes(part))
    throw new Error(problemLine('the alias leads to a part that it is in', { source, pointer }))
  const copies = Object.entries(part).map(([name, inner]) => {
    const within = `${pointer}/${escapePointer(name)}`
    return [name, withoutAliases(inner, source, within, [...around, part], made)] as const
  })
  if (Array.isArray(part)) return copies.map(([, copy]) => copy)
  const copy = Object.fromEntries(copies)
  const origin = origins.get(part)
  if (origin) origins.set(copy, origin)
  return copy
}

/** Calls a function with each object, and with the URI that its references start from (JSON Schema 2020-12 §8.2.1). */
function eachObject(
  part: unknown,
  found: (part: Record<string, unknown>, pointer: string, base: string) => void,
  pointer = '#',
  base = 'https://document.invalid/',
): void {
  if (typeof part !== 'object' || part === null) return
  const own = isObject(part) && typeof part.$id === 'string' ? resolveUri(part.$id, base) : base
  if (isObject(part)) found(part, pointer, own ?? base)
  for (const [name, inner] of Object.entries(part))
    eachObject(inner, found, `${pointer}/${escapePointer(name)}`, own)
}

/** Rewrites references of a document to itself by its `$self` (OpenAPI 3.2 §4.1.2.2). */
function localise(parsed: unknown): void {
  const self = isObject(parsed) ? parsed.$self : undefined
  const own = typeof self === 'string' && resolveUri(self, 'https://document.invalid/')
  if (!own) return
  eachObject(parsed, (part) => {
    const [document, fragment = ''] = resolveUri(String(part.$ref), own)?.split('#') ?? []
    if (document === own && !`${part.$ref}`.startsWith('#')) part.$ref = `#${fragment}`
  })
}

/** Parses YAML, and JSON, which looks like YAML's flow style. A repeated name is an error with its place. */
function parse(text: string): unknown {
  try {
    return parseYaml(text)
  } catch (error) {
    // js-yaml rejects a closing bracket that is indented as its key is, and more than 100 levels.
    if (/indentation|maxDepth/.test(String(error)))
      try {
        return parseIndented(text, { merge: true })
      } catch {}
    if (!String(error).includes('single document')) throw error
    const line = text.slice(0, text.lastIndexOf('\n---') + 1).split('\n').length
    throw new Error(`a second document begins in line ${line}. Remove it`)
  }
}

/**
 * Converts a document of Swagger 2.0 to OpenAPI 3.0 with @scalar/openapi-upgrader, which projects that need
 * it install.
 * @throws {Error} when it is not installed.
 */
async function upgradeSwagger(document: Record<string, unknown>): Promise<unknown> {
  const converter = await import('@scalar/openapi-upgrader/2.0-to-3.0').catch(() => {
    throw new Error(
      'Swagger 2.0 needs a converter. Install it: npm install --save-dev @scalar/openapi-upgrader@0.4.9',
    )
  })
  inlineBodies(document)
  // YAML reads 2.0 without quotes as a number.
  const converted = converter.upgradeFromTwoToThree({ ...document, swagger: '2.0' })
  requireForms(converted)
  return converted
}

/**
 * Writes the parameters of bodies and forms at each operation that has them. The converter reads no references
 * to them, and loses those of paths.
 */
function inlineBodies(document: Record<string, unknown>): void {
  const inlined = (parameter: unknown): unknown => {
    const target = at(document, percentDecoded(referenceOf(parameter) ?? '') ?? '')
    return isOfBody(target) ? target : parameter
  }
  const parametersOf = ({ parameters }: Record<string, unknown>): unknown[] =>
    Array.isArray(parameters) ? parameters.filter(isObject).map(inlined) : []
  for (const path of Object.values(isObject(document.paths) ? document.paths : {})) {
    if (!isObject(path)) continue
    const shared = parametersOf(path)
    for (const operation of Object.values(path))
      if (isObject(operation))
        operation.parameters = [...shared.filter(isOfBody), ...parametersOf(operation)]
    path.parameters = shared.filter((parameter) => !isOfBody(parameter))
  }
}

function isOfBody(parameter: unknown): boolean {
  return isObject(parameter) && (parameter.in === 'body' || parameter.in === 'formData')
}

/** Requires forms with required fields. The converter makes every form optional. */
function requireForms(converted: unknown): void {
  eachObject(converted, ({ requestBody }) => {
    for (const type of ['multipart/form-data', 'application/x-www-form-urlencoded']) {
      const names = at(requestBody, `#/content/${escapePointer(type)}/schema/required`)
      if (isObject(requestBody) && Array.isArray(names) && names.length > 0)
        requestBody.required = true
    }
  })
}

/** The sections of Swagger 2.0 that are elsewhere in OpenAPI 3.0. */
const sections: Readonly<Record<string, string>> = {
  '#/components/schemas': '#/definitions',
  '#/components/parameters': '#/parameters',
  '#/components/requestBodies': '#/parameters',
  '#/components/responses': '#/responses',
  '#/components/securitySchemes': '#/securityDefinitions',
}

/** Returns the JSON pointer that a part of a converted document had in Swagger 2.0. */
function pointerInSwagger(pointer: string): string {
  const [section, before] =
    Object.entries(sections).find(([each]) => pointer.startsWith(each)) ?? []
  const moved = section === undefined ? pointer : `${before}${pointer.slice(section.length)}`
  return moved
    .replace(/(\/(?:parameters|headers)\/[^/]+)\/schema/, '$1')
    .replace(/(\/responses\/[^/]+)\/content\/[^/]+\/schema/, '$1/schema')
}

/**
 * Renames `$ref` in examples, defaults and other data: there it is a property as any other. An example that is
 * a reference alone stays one, as most tools read it, if it leads to a file.
 * @param isFile whether a reference leads to a file.
 */
function hideReferences(part: unknown, isFile: (reference: string) => boolean): void {
  eachData(part, (data) => {
    const isReference = isObject(data) && Object.keys(data).join() === '$ref'
    if (!isReference || !isFile(String(data.$ref))) rename(data, '$ref', hidden)
  })
}

const hidden = '$ref of data'

const dataKeywords = ['example', 'default', 'const', 'enum', 'value', 'dataValue']

/** Fields that hold a map, whose names are no keywords. */
const maps = `properties patternProperties $defs definitions dependentSchemas dependencies
  responses examples headers content callbacks links parameters schemas requestBodies securitySchemes
  pathItems paths webhooks mediaTypes encoding variables mapping`.split(/\s+/)

/** Calls a function with each part of a document that is data. */
function eachData(part: unknown, found: (data: unknown) => void, isMap = false): void {
  if (typeof part !== 'object' || part === null) return
  for (const [name, inner] of Object.entries(part))
    if (isMap || Array.isArray(part)) eachData(inner, found)
    else if (dataKeywords.includes(name) || (name === 'examples' && Array.isArray(inner)))
      found(inner)
    else eachData(inner, found, maps.includes(name) && !Array.isArray(inner))
}

function rename(part: unknown, from: string, to: string): void {
  if (typeof part !== 'object' || part === null) return
  for (const inner of Object.values(part)) rename(inner, from, to)
  if (!(from in part)) return
  Reflect.set(part, to, Reflect.get(part, from))
  Reflect.deleteProperty(part, from)
}

/**
 * Returns the path that a reference in a file names: as it is written if there is such a file, or else with its
 * escapes decoded (RFC 3986 §2.1).
 */
function pathFrom(file: string, reference: string): string {
  if (reference.startsWith('file:')) return fileURLToPath(reference)
  const plain = resolve(dirname(file), reference)
  return existsSync(plain) ? plain : resolve(dirname(file), percentDecoded(reference) ?? reference)
}

/** Returns `file:line:column` of a JSON pointer in a file. */
function placeOf(source: Source, pointer: string, reportOnKey = false): string {
  // Redocly takes a pointer for a part of a URI.
  const escaped = pointer.replaceAll('%', '%25')
  const { line, col } = getLineColLocation({ source, pointer: escaped, reportOnKey }).start
  return `${source.absoluteRef}:${line}:${col}`
}

function referenceOf(part: unknown): string | undefined {
  return isObject(part) && typeof part.$ref === 'string' ? part.$ref : undefined
}
