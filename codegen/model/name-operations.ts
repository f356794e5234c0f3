import { isObject } from '../runtime/check.ts'
import type { Document, OperationObject, PathItem } from './document.ts'
import { resolve } from './follow.ts'
import { camelCase, isOperationId } from './names.ts'
import { steps } from './pointer.ts'
import { partsIn } from './walk-schemas.ts'

/** Gives each path that shares its operations with others its own. */
const ownItems = (document: Document, items: Record<string, PathItem> = {}): void => {
  for (const [name, item] of Object.entries(items)) {
    const shared = typeof item?.$ref === 'string' ? resolve<PathItem>(document, item) : undefined
    if (!shared) continue
    const { $ref: _, ...own } = item
    items[name] = { ...structuredClone(shared), ...own }
  }
}

/** Returns the words of an operation's place: `get /orders`, `post on stock.low`. */
const wordsOf = (pointer: string): string => {
  const [section, ...rest] = steps(pointer.replace('#/components/', '#/'))
  let words = ''
  for (const [i, step] of rest.entries())
    if (i === 0) words = section === 'webhooks' ? `on ${step}` : step
    else if (rest[i - 1] === 'callbacks') words += ` ${step}`
    else if (rest[i - 2] !== 'callbacks' && !/^(?:callbacks|additionalOperations)$/.test(step))
      words = `${step.toLowerCase()} ${words}`
  return words
}

const isOperation = (value: unknown): value is OperationObject => isObject(value)

/**
 * Gives each operation an operationId that is an identifier and that no other has. One is derived from
 * the operationId of the source, which is kept as `x-operation-id`, or else from method and path.
 */
export const nameOperations = (document: Document): void => {
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
    let name = base
    for (let i = 2; !isFree(name); i++) name = `${base}${i}`
    used.add(name)
    if (operation.operationId !== undefined) operation['x-operation-id'] = operation.operationId
    operation.operationId = name
  }
}
