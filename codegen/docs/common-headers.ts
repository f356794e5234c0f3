import { type Document, methods, type Response } from '../model/document.ts'
import { resolve } from '../model/follow.ts'
import { isPart, mapParts, type Part } from './map-parts.ts'

/** Returns the responses of all operations, with references resolved. */
const responsesOf = (document: Document): Response[] =>
  Object.values(document.paths ?? {}).flatMap((item) =>
    methods.flatMap((method) =>
      Object.values(item[method]?.responses ?? {}).flatMap((part) => resolve(document, part) ?? []),
    ),
  )

/** Returns the names of the headers that every response has. */
const commonHeaders = (document: Document): string[] => {
  const [first, ...rest] = responsesOf(document).map(({ headers = {} }) => headers)
  return Object.keys(first ?? {}).filter((name) => rest.every((headers) => name in headers))
}

const without = ({ headers, ...rest }: Part, names: readonly string[]): Part => {
  const others = Object.entries(isPart(headers) ? headers : {}).filter(
    ([name]) => !names.includes(name),
  )
  return others.length > 0 ? { ...rest, headers: Object.fromEntries(others) } : rest
}

/** Removes the headers that every response has. On the page they would hide the other headers. */
export const withoutCommonHeaders = (document: Document): unknown => {
  const names = commonHeaders(document)
  return mapParts(document, (part, listedUnder) =>
    listedUnder === 'responses' ? without(part, names) : part,
  )
}
