import type { Response } from './document.ts'
import type { Follow } from './follow.ts'
import { escapePointer } from './pointer.ts'

/** A link of a response: the operation to call next, and where its values come from. */
export type ReplyLink = {
  name: string
  operationId: string
  description: string
  /** Runtime expressions or constants, by the parameter's name. */
  parameters: Readonly<Record<string, unknown>>
  /** The body, with runtime expressions as values; undefined if the operation has none. */
  requestBody: unknown
}

/** Returns the links of a response (OpenAPI 3.1, Link Object). */
export const readLinks = (follow: Follow, { links = {} }: Response, pointer: string): ReplyLink[] =>
  Object.entries(links).flatMap(([name, part]) => {
    const link = follow(part, `${pointer}/links/${escapePointer(name)}`)?.value
    if (!link) return []
    const { operationId = '', description = '', parameters = {}, requestBody } = link
    return [{ name, operationId, description: description.trim(), parameters, requestBody }]
  })

/** A value of a request or a response that a runtime expression names, such as `$response.body#/id`. */
export type LinkSource = { of: 'request' | 'response'; pointer: string }

/** Reads a runtime expression of a JSON body. Returns undefined for constants and other expressions. */
export const linkSource = (value: unknown): LinkSource | undefined => {
  if (typeof value !== 'string') return undefined
  const [, of, pointer = ''] = /^\$(request|response)\.body#(\/\S*)$/.exec(value) ?? []
  return of === 'request' || of === 'response' ? { of, pointer } : undefined
}
