import { readFile } from 'node:fs/promises'
import { resolve as resolvePath } from 'node:path'
import { BaseResolver, bundle, createConfig, parseYaml, Source } from '@redocly/openapi-core'
import { isObject } from '../schema/schema.ts'
import { type Document, isDocument } from './document.ts'
import { type Finding, type Report, UnsupportedError } from './findings.ts'
import { joinChapters } from './join-chapters.ts'
import { nameOperations } from './name-operations.ts'
import { normalise } from './normalise.ts'
import { filesOf, Sources } from './sources.ts'

/** Thrown for a file that is no OpenAPI document. */
export class InvalidDocumentError extends Error {
  override name = 'InvalidDocumentError'
}

/** A document that has been read: one self-contained object, and what was found in it. */
export type ReadDocument = {
  document: Document
  findings: Finding[]
  report: Report
  /** Returns `file:line:column` of a JSON pointer. */
  locate: (pointer: string) => string
  /** The paths of the files that it was read from. */
  files: readonly string[]
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

const hasOtherFiles = (part: unknown): boolean => {
  if (typeof part !== 'object' || part === null) return false
  if ('$ref' in part && typeof part.$ref === 'string' && !part.$ref.startsWith('#')) return true
  return Object.values(part).some(hasOtherFiles)
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''

/** Reads a file and those that it refers to. */
const load = async (file: string): Promise<{ parsed: unknown; sources: Sources }> => {
  const path = resolvePath(file)
  const text = await readFile(path, 'utf8')
  const source = new Source(path, text)
  const parsed = parse(text)
  const root = { source, parsed, pointer: '#' }
  if (!hasOtherFiles(parsed)) return { parsed, sources: new Sources(root, new Map(), parsed) }
  const externalRefResolver = new BaseResolver()
  const config = await createConfig({})
  const { bundle: bundled, problems } = await bundle({ ref: path, config, externalRefResolver })
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new InvalidDocumentError(
      errors
        .map(({ message, location }) => `${message} (${location[0]?.pointer ?? ''})`)
        .join('\n'),
    )
  const files = await filesOf(externalRefResolver)
  return { parsed: bundled.parsed, sources: new Sources(root, files, bundled.parsed) }
}

/**
 * Reads an OpenAPI document of version 3.0, 3.1 or 3.2, split or whole, as YAML or JSON.
 * @throws {InvalidDocumentError} when it is no such document.
 */
export const read = async (file: string): Promise<ReadDocument> => {
  const { parsed, sources } = await load(file).catch((error: unknown) => {
    throw new InvalidDocumentError(`${file} cannot be read: ${firstLine(error)}`)
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
  return {
    document: joinChapters(parsed),
    findings,
    report,
    locate: (pointer) => sources.locate(pointer),
    files: sources.files,
  }
}

/** Returns a finding as `file:line:column: severity: message (pointer)`. */
export const findingLine = (
  { severity, message, pointer }: Finding,
  locate: ReadDocument['locate'],
): string => `${locate(pointer)}: ${severity}: ${message} (${pointer})`

/**
 * Throws if there are errors among the findings.
 * @throws {UnsupportedError} with every finding and its place.
 */
export const throwErrors = ({
  findings,
  locate,
}: Pick<ReadDocument, 'findings' | 'locate'>): void => {
  if (findings.some(({ severity }) => severity === 'error'))
    throw new UnsupportedError(findings.map((each) => findingLine(each, locate)))
}

/**
 * Reads a document as `read` does, for who needs no findings.
 * @throws {InvalidDocumentError} when it is no OpenAPI document.
 */
export const readDocument = async (file: string): Promise<Document> => (await read(file)).document
