import { type Document, methods, type PathItem } from '../model/document.ts'

/** Keeps one operation of a path whose methods all do the same. */
const mergedItem = (item: PathItem): PathItem => {
  const id = item['x-other-methods']
  const kept = methods.find((method) => item[method]?.operationId === id)
  if (id === undefined || kept === undefined) return item
  return Object.fromEntries(
    Object.entries(item).filter(
      ([key]) => key === kept || !methods.some((method) => method === key),
    ),
  )
}

/** Returns the document with one operation for each path whose methods all do the same (`x-other-methods`). */
export const mergeMethods = ({ paths = {}, ...document }: Document): Document => ({
  ...document,
  paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, mergedItem(item)])),
})
