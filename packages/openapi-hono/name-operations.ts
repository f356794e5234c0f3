import type { Document, OperationObject, PathItem } from './model/document.ts'
import type { Report } from './model/findings.ts'
import { resolve } from './model/follow-references.ts'
import { camelCase, freeName, isOperationId } from './model/names.ts'
import { steps } from './model/pointer.ts'
import { isObject } from './runtime/check.ts'
import { partsIn } from './schema/walk-schemas.ts'

/**
 * Gives each operation an operationId that is an identifier and that no other has. One is derived from
 * the operationId of the source, which is kept as `x-operation-id`, or else from method and path.
 * @param report called with operationIds that another operation has.
 */
export const nameOperations = (document: Document, report: Report): void => {
  ownItems(document, document.paths)
  ownItems(document, document.webhooks)
  const used = new Set<string>()
  const isFree = (id: string) => isOperationId(id) && !used.has(id)
  // Good names come first: a derived name must not take one.
  const bad = partsIn('document', document, '#').flatMap(({ kind, value, pointer }) => {
    if (kind !== 'operation' || !isOperation(value)) return []
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
    if (given !== undefined && name !== base)
      report(
        'warning',
        `another operation has the operationId \`${given}\`, so this one is named \`${name}\`. Give it an operationId of its own`,
        pointer,
        'operationId of another operation',
      )
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
