import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
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
import { at, escapePointer } from './model/pointer.ts'
import { isObject } from './runtime/check.ts'
import { resolveUri } from './schema/places.ts'
import { type Origin, pathFrom, Sources } from './sources.ts'

/**
 * Reads a file and those that it refers to. Addresses on the network are not read.
 * @param externalRefResolver reads the other files, and knows them.
 * @returns the document as one object, findings about the shape of its files, whether it was converted from Swagger
 *   2.0, the paths of the files, and a function that returns `file:line:column` of a JSON pointer.
 * @throws {Error} when a file cannot be read, is neither YAML nor JSON, or needs a converter.
 */
export const loadDocument = async (file: string, externalRefResolver: FileResolver) => {
  const { parsed, sources, findings } = await load(file, externalRefResolver)
  const isSwagger = isObject(parsed) && /^2\b/.test(String(parsed.swagger))
  const { files } = sources
  return {
    parsed: isSwagger ? await upgradeSwagger(parsed) : parsed,
    findings,
    isSwagger,
    files,
    locate: (pointer: string, isOfKey?: boolean) =>
      sources.locate(isSwagger ? pointerInSwagger(pointer) : pointer, isOfKey),
  }
}

async function load(file: string, externalRefResolver: FileResolver) {
  const source = new Source(resolve(file), await readFile(file, 'utf8'))
  const parsed = parseFile(source)
  localise(parsed)
  const document = { source, parsed }
  checkReferences(document, parsed)
  externalRefResolver.cache.set(source.absoluteRef, Promise.resolve(document))
  const findings = await checkShape(document, externalRefResolver)
  // Bundling changes parsed files.
  const root = { source, parsed: structuredClone(parsed), pointer: '#' }
  const hasOtherFiles = /"\$ref":"[^#]/.test(JSON.stringify(parsed))
  if (!hasOtherFiles) {
    showReferences(parsed)
    return { parsed, sources: new Sources(root, [], parsed), findings }
  }
  const config = await createConfig({})
  const bundled = await bundle({ doc: document, config, externalRefResolver })
  const error = bundled.problems.find(({ severity }) => severity === 'error')
  if (error) throw new Error(problemLine(error.message, error.location[0]))
  const files: Origin[] = []
  for (const found of await Promise.all(externalRefResolver.cache.values()))
    if (!(found instanceof Error) && /\.(?:ya?ml|json)$/.test(found.source.absoluteRef))
      files.push({ source: found.source, parsed: parse(found.source.body), pointer: '#' })
  const { parsed: whole } = bundled.bundle
  showReferences(whole)
  return { parsed: whole, sources: new Sources(root, files, whole), findings }
}

/** Throws for a reference that is no text, or that leads to itself. Those of schemas that do are found later. */
function checkReferences({ source, parsed }: Document, part: unknown, pointer = '#'): void {
  if (typeof part !== 'object' || part === null) return
  const fail = (message: string) => new Error(problemLine(message, { source, pointer }))
  const reference = '$ref' in part ? part.$ref : ''
  if (typeof reference !== 'string' && !isObject(reference)) throw fail('`$ref` must be a text')
  const seen = new Set<unknown>()
  let target: unknown = part
  while (isObject(target) && /^#\/(?!components\/schemas)/.test(String(target.$ref))) {
    if (seen.has(target)) throw fail('the reference leads to itself')
    seen.add(target)
    target = at(parsed, String(target.$ref))
  }
  for (const [name, inner] of Object.entries(part))
    checkReferences({ source, parsed }, inner, `${pointer}/${escapePointer(name)}`)
}

/** Returns what is wrong with a reference to another file, with its place. */
function problemLine(
  message: string,
  location: Pick<LocationObject, 'source' | 'pointer'> | undefined,
): string {
  if (!location) return message
  const { source, pointer = '#' } = location
  const { line, col } = getLineColLocation({ source, pointer }).start
  const [, why = message] = /^Can't resolve \$ref:? ?(.*)/s.exec(message) ?? []
  const [, missing] = /^ENOENT.*'(.*)'$/s.exec(why) ?? []
  const what = missing === undefined ? why : `there is no file ${relative('', missing)}`
  return `${relative('', source.absoluteRef)}:${line}:${col}: ${what || 'the reference leads nowhere'}`
}

export class FileResolver extends BaseResolver {
  readonly documents: Document[] = []

  override resolveExternalRef(base: string | null, ref: string): string {
    if (base === null || URL.canParse(ref)) return super.resolveExternalRef(base, ref)
    return pathFrom(base, ref)
  }

  override async loadExternalRef(ref: string): Promise<Source> {
    if (!/^https?:/.test(ref)) return super.loadExternalRef(ref)
    throw new Error(`${ref} is on the network. Save it as a file, and refer to that`)
  }

  override parseDocument(source: Source, isRoot?: boolean) {
    const isData = isRoot || /\.(?:ya?ml|json)$/.test(source.absoluteRef)
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

/** Parses a file. References in examples are no references. Those to schemas with an `$id` lead to no other file. */
function parseFile({ absoluteRef, body }: Source): unknown {
  const parsed = parse(body)
  hideReferences(parsed, (reference) =>
    existsSync(pathFrom(absoluteRef, reference.replace(/#.*$/, ''))),
  )
  const ids = new Set<string>()
  eachBase(parsed, (part, base) => typeof part.$id === 'string' && ids.add(base))
  eachBase(parsed, (part, base) => {
    if (typeof part.$ref !== 'string') return
    const [target = ''] = resolveUri(part.$ref, base)?.split('#') ?? []
    if (!ids.has(target)) return
    part[hidden] = part.$ref
    delete part.$ref
  })
  return parsed
}

/** Calls a function with each object of a file, and the URI that its references start from (JSON Schema 2020-12 §8.2.1). */
function eachBase(
  part: unknown,
  found: (part: Record<string, unknown>, base: string) => void,
  base = 'https://document.invalid/',
): void {
  if (typeof part !== 'object' || part === null) return
  const own = isObject(part) && typeof part.$id === 'string' ? resolveUri(part.$id, base) : base
  if (isObject(part)) found(part, own ?? base)
  for (const inner of Object.values(part)) eachBase(inner, found, own)
}

/** Rewrites references of a document to itself by its `$self` (OpenAPI 3.2 §4.1.2.2). */
function localise(parsed: unknown): void {
  const self = isObject(parsed) && typeof parsed.$self === 'string' ? parsed.$self : undefined
  const base = 'https://document.invalid/'
  if (self === undefined || !URL.canParse(self, base)) return
  const own = new URL(self, base)
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const inner of Object.values(part)) visit(inner)
    const reference = '$ref' in part ? part.$ref : undefined
    if (typeof reference !== 'string' || reference.startsWith('#')) return
    if (!URL.canParse(reference, own.href)) return
    const [document, fragment = ''] = new URL(reference, own).href.split('#')
    if (document === own.href) Reflect.set(part, '$ref', `#${fragment}`)
  }
  visit(parsed)
}

/** Parses YAML, and JSON, which looks like YAML's flow style. A repeated name is an error with its place. */
function parse(text: string): unknown {
  try {
    return parseYaml(text)
  } catch (error) {
    // Other parsers take a closing bracket that is indented as its key is. js-yaml rejects it.
    try {
      return parseIndented(text, { merge: true })
    } catch {
      throw error
    }
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
  // YAML reads 2.0 without quotes as a number.
  return converter.upgradeFromTwoToThree({ ...document, swagger: '2.0' })
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

/** Undoes `hideReferences`. */
function showReferences(part: unknown): void {
  rename(part, hidden, '$ref')
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
