import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BaseResolver, bundle, createConfig, parseYaml, Source } from '@redocly/openapi-core'
import { isObject } from '../runtime/check.ts'
import { type Document, isDocument } from './document.ts'
import { type Finding, type Report, UnsupportedError } from './findings.ts'
import { nameOperations } from './name-operations.ts'
import { normalise } from './normalise.ts'
import { type Origin, Sources } from './sources.ts'

/** Thrown for a file that is no OpenAPI document. */
export class InvalidDocumentError extends Error {
  override name = 'InvalidDocumentError'
}

const parse = (text: string): unknown => {
  if (/^\s*\{/.test(text))
    try {
      return JSON.parse(text)
    } catch {
      // YAML's flow style looks like JSON, and its errors have places.
    }
  return parseYaml(text)
}

/** Reads a file and those that it refers to. */
const load = async (file: string): Promise<{ parsed: unknown; sources: Sources }> => {
  const source = new Source(resolve(file), await readFile(file, 'utf8'))
  const parsed = parse(source.body)
  const root = { source, parsed, pointer: '#' }
  const hasOtherFiles = /"\$ref":"[^#]/.test(JSON.stringify(parsed))
  if (!hasOtherFiles) return { parsed, sources: new Sources(root, [], parsed) }
  const externalRefResolver = new BaseResolver()
  const config = await createConfig({})
  const bundled = await bundle({ ref: source.absoluteRef, config, externalRefResolver })
  const error = bundled.problems.find(({ severity }) => severity === 'error')
  if (error) throw new Error(`${error.message} (${error.location[0]?.pointer ?? ''})`)
  const files: Origin[] = []
  for (const found of await Promise.all(externalRefResolver.cache.values()))
    if (!(found instanceof Error) && /\.(?:ya?ml|json)$/.test(found.source.absoluteRef))
      // Bundling changes what it has parsed.
      files.push({ source: found.source, parsed: parseYaml(found.source.body), pointer: '#' })
  const { parsed: whole } = bundled.bundle
  return { parsed: whole, sources: new Sources(root, files, whole) }
}

/** Appends a document's chapters (`x-chapters`) to its description, where every tool shows them. */
const joinChapters = ({ info }: Document): void => {
  const { description, 'x-chapters': chapters } = info
  if (!chapters) return
  const texts = [description, ...Object.values(chapters)]
  info.description = `${texts.flatMap((text) => text?.trim() ?? []).join('\n\n')}\n`
  delete info['x-chapters']
}

/**
 * Reads an OpenAPI document of version 3.0, 3.1 or 3.2, split or whole, as YAML or JSON.
 * @throws {InvalidDocumentError} when it is no such document.
 */
export const read = async (file: string) => {
  const { parsed, sources } = await load(file).catch((error: unknown) => {
    const [line] = String(error instanceof Error ? error.message : error).split('\n')
    throw new InvalidDocumentError(`${file} cannot be read: ${line}`)
  })
  if (!isObject(parsed) || !isDocument(parsed))
    throw new InvalidDocumentError(`${file} is not an OpenAPI document`)
  if (!/^3\.[012]\b/.test(String(parsed.openapi)))
    throw new InvalidDocumentError(`${file} is of OpenAPI ${parsed.openapi}. Use 3.0, 3.1 or 3.2.`)
  const findings: Finding[] = []
  const known = new Set<string>()
  const report: Report = (severity, message, pointer) => {
    const key = `${message} ${pointer}`
    if (!known.has(key)) findings.push({ severity, message, pointer })
    known.add(key)
  }
  normalise(parsed, report)
  nameOperations(parsed)
  joinChapters(parsed)
  return {
    document: parsed,
    findings,
    report,
    /** Returns `file:line:column` of a JSON pointer. */
    locate: (pointer: string): string => sources.locate(pointer),
    /** The paths of the files that it was read from. */
    files: sources.files,
  }
}

/** A document that has been read: one self-contained object, and what was found in it. */
export type ReadDocument = Awaited<ReturnType<typeof read>>

/** Returns a finding as `file:line:column: severity: message (pointer)`. */
export const findingLine = (
  { severity, message, pointer }: Finding,
  locate: ReadDocument['locate'],
): string => `${locate(pointer)}: ${severity}: ${message} (${pointer})`

/**
 * Throws if there are errors among the findings.
 * @throws {UnsupportedError} with every finding and its place.
 */
export const throwErrors = ({ findings, locate }: ReadDocument): void => {
  if (findings.some(({ severity }) => severity === 'error'))
    throw new UnsupportedError(findings.map((each) => findingLine(each, locate)))
}

/**
 * Reads a document as `read` does, for who needs no findings.
 * @throws {InvalidDocumentError} when it is no OpenAPI document.
 */
export const readDocument = async (file: string): Promise<Document> => (await read(file)).document
