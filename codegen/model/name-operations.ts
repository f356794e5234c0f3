import { type Document, methods, type OperationObject, type PathItem } from './document.ts'
import { resolve } from './follow.ts'
import { camelCase, isOperationId } from './names.ts'

type Named = { operation: OperationObject; words: string }

const ofItem = (item: PathItem | undefined, words: string): Named[] => {
  if (typeof item !== 'object' || item === null) return []
  const own = methods.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ operation, words: `${method} ${words}` }] : []
  })
  const others = Object.entries(item.additionalOperations ?? {}).map(([method, operation]) => ({
    operation,
    words: `${method.toLowerCase()} ${words}`,
  }))
  return [...own, ...others].flatMap((named) => [
    named,
    ...Object.entries(named.operation.callbacks ?? {}).flatMap(([name, callback]) =>
      Object.values(callback).flatMap((inner) =>
        typeof inner === 'string' ? [] : ofItem(inner, `${named.words} ${name}`),
      ),
    ),
  ])
}

/** Gives each path that shares its operations with others its own. */
const ownItems = (document: Document, items: Record<string, PathItem>): void => {
  for (const [name, item] of Object.entries(items)) {
    const shared = typeof item?.$ref === 'string' ? resolve<PathItem>(document, item) : undefined
    if (!shared) continue
    const { $ref: _, ...own } = item
    items[name] = { ...structuredClone(shared), ...own }
  }
}

/**
 * Gives each operation an operationId that is an identifier and that no other has. One is derived from
 * the operationId of the source, which is kept as `x-operation-id`, or else from method and path.
 */
export const nameOperations = (document: Document): void => {
  const { paths = {}, webhooks = {}, components } = document
  ownItems(document, paths)
  ownItems(document, webhooks)
  const found = [
    ...Object.entries(paths).flatMap(([path, item]) => ofItem(item, path)),
    ...Object.entries(webhooks).flatMap(([name, item]) => ofItem(item, `on ${name}`)),
    ...Object.entries(components?.pathItems ?? {}).flatMap(([name, item]) => ofItem(item, name)),
  ]
  const used = new Set<string>()
  const isFree = (id: string) => isOperationId(id) && !used.has(id)
  // Good names come first: a derived name must not take one.
  const bad = found.filter(({ operation: { operationId } }) => {
    if (operationId === undefined || !isFree(operationId)) return true
    used.add(operationId)
    return false
  })
  for (const { operation, words } of bad) {
    const base = camelCase(operation.operationId ?? words)
    let name = base
    for (let i = 2; !isFree(name); i++) name = `${base}${i}`
    used.add(name)
    if (operation.operationId !== undefined) operation['x-operation-id'] = operation.operationId
    operation.operationId = name
  }
}
