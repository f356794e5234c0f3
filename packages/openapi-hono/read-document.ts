import { FileResolver, loadDocument } from './load-document.ts'
import { type Document, isDocument, type OperationObject, type PathItem } from './model/document.ts'
import { type Finding, type Report, UnsupportedError } from './model/findings.ts'
import { camelCase, freeName, isOperationId } from './model/names.ts'
import { resolve, steps } from './model/pointer.ts'
import { isObject } from './runtime/check.ts'
import { percentDecoded } from './runtime/readings.ts'
import { normalise } from './schema/normalise.ts'
import { partsIn } from './schema/walk-schemas.ts'

/** A document that has been read: one self-contained object, and its findings. */
export type ReadDocument = Awaited<ReturnType<typeof read>>

/**
 * Reads a document as `read` does, without findings.
 * @throws {InvalidDocumentError} when it is no OpenAPI document.
 */
export const readDocument = async (file: string): Promise<Document> => (await read(file)).document

export class InvalidDocumentError extends Error {
  override name = 'InvalidDocumentError'
  /** The paths of the files that it refers to. */
  readonly files: readonly string[]

  constructor(message: string, files: Iterable<string> = []) {
    super(message)
    this.files = [...files]
  }
}

/**
 * Reads an OpenAPI document of version 3.0, 3.1 or 3.2, split or whole, as YAML or JSON. Converts Swagger 2.0.
 * @throws {InvalidDocumentError} when it is no such document.
 */
export async function read(file: string) {
  const resolver = new FileResolver()
  const loaded = await loadDocument(file, resolver).catch((error: unknown) => {
    const [line] = String(error instanceof Error ? error.message : error).split('\n')
    throw new InvalidDocumentError(`${file} cannot be read: ${line}`, resolver.getFiles())
  })
  const { parsed, isSwagger, files, locate } = loaded
  if (!isObject(parsed) || !isDocument(parsed)) {
    const [missing] = ['openapi', 'info'].filter((name) => !Object.hasOwn(Object(parsed), name))
    throw new InvalidDocumentError(`${file} is not an OpenAPI document: it has no \`${missing}\``)
  }
  if (!/^3\.[012]\b/.test(String(parsed.openapi)))
    throw new InvalidDocumentError(`${file} is of OpenAPI ${parsed.openapi}. Use 3.0, 3.1 or 3.2.`)
  const findings = [...loaded.findings]
  const known = new Set<string>()
  const report: Report = (severity, message, pointer, kind = message) => {
    const key = `${message} ${pointer}`
    if (!known.has(key)) findings.push({ severity, message, pointer, kind })
    known.add(key)
  }
  if (isSwagger)
    report('warning', 'Swagger 2.0 is read as what @scalar/openapi-upgrader makes of it', '#')
  normalise(parsed, report)
  nameOperations(parsed, report)
  joinChapters(parsed)
  return { document: parsed, findings, report, locate, files }
}

/** Appends a document's chapters (`x-chapters`) to its description, where every tool shows them. */
function joinChapters({ info }: Document): void {
  const { description, 'x-chapters': chapters } = info
  if (!chapters) return
  const texts = [description, ...Object.values(chapters)]
  info.description = `${texts.flatMap((text) => text?.trim() ?? []).join('\n\n')}\n`
  delete info['x-chapters']
}

/** Returns a finding as `file:line:column: severity: message (pointer)`. */
export const findingLine = (
  { severity, message, pointer, isOfKey = false }: Finding,
  locate: ReadDocument['locate'],
): string => `${locate(pointer, isOfKey)}: ${severity}: ${message} (${pointer})`

/**
 * Throws if there are errors among the findings.
 * @throws {UnsupportedError} with every finding and its place.
 */
export const throwErrors = ({ findings, locate }: ReadDocument): void => {
  if (findings.some(({ severity }) => severity === 'error'))
    throw new UnsupportedError(findings.map((each) => findingLine(each, locate)))
}

/**
 * Gives each operation an operationId that is an identifier and that no other has. One is derived from
 * the operationId of the source, which is kept as `x-operation-id`, or else from method and path.
 * @param report called with operationIds that another operation has.
 */
function nameOperations(document: Document, report: Report): void {
  ownItems(document, document.paths)
  ownItems(document, document.webhooks)
  const used = new Set<string>()
  const isFree = (id: string) => isOperationId(id) && !used.has(id)
  // Good names come first: a derived name must not take one.
  const bad = partsIn('document', document, '#').flatMap(({ kind, value, pointer }) => {
    if (kind !== 'operation' || !isOperation(value)) return []
    if (percentDecoded(pointer) === undefined)
      report('error', 'write `%` in a path or a name as `%25`', pointer)
    const { operationId } = value
    if (operationId === undefined || !isFree(operationId)) return [{ operation: value, pointer }]
    used.add(operationId)
    return []
  })
  for (const { operation, pointer } of bad) {
    const base = camelCase(operation.operationId ?? wordsOf(pointer))
    const name = freeName(base, used)
    used.add(name)
    const { operationId: given } = operation
    if (given !== undefined) operation['x-operation-id'] = given
    // Paths have their own copies of the operations of path items.
    const isCopied = pointer.startsWith('#/components/pathItems/')
    const what = `another operation has the operationId \`${given}\`, so this one is named \`${name}\`. Give it an operationId of its own`
    if (given !== undefined && name !== base && !isCopied)
      report('warning', what, pointer, 'operationId of another operation')
    operation.operationId = name
  }
}

/** Gives each path that shares its operations with others its own. */
function ownItems(document: Document, items: Record<string, PathItem> = {}): void {
  for (const [name, item] of Object.entries(items)) {
    const shared = typeof item?.$ref === 'string' ? resolve<PathItem>(document, item) : undefined
    if (!shared) continue
    const { $ref: _, ...own } = item
    items[name] = { ...structuredClone(shared), ...own }
  }
}

function isOperation(value: unknown): value is OperationObject {
  return isObject(value)
}

/** Returns the words of an operation's place: `get /orders`, `post on stock.low`. */
function wordsOf(pointer: string): string {
  const [section, ...rest] = steps(pointer.replace('#/components/', '#/'))
  let words = ''
  for (const [i, step] of rest.entries())
    if (i === 0) words = section === 'webhooks' ? `on ${step}` : step
    else if (rest[i - 1] === 'callbacks') words += ` ${step}`
    else if (rest[i - 2] !== 'callbacks' && !/^(?:callbacks|additionalOperations)$/.test(step))
      words = `${step.toLowerCase()} ${words}`
  return words
}
