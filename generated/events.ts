// Generated from the OpenAPI document. Do not edit.

import { isObject, ReplyViolation } from './check.ts'
import { ServerSentEvent } from './server-sent-event.ts'

/**
 * Returns the text of an event: a text as it is, other data as JSON.
 * @param value a value that an operation yields.
 * @param checked checks and copies a value.
 * @param isWhole whether the schema is that of whole events, with their fields, rather than of their data.
 * @throws {ReplyViolation} if a field has a line break.
 */
export const eventText = (
  value: unknown,
  checked: (value: unknown) => unknown,
  isWhole: boolean,
): string => {
  const given = value instanceof ServerSentEvent ? value : undefined
  if (!isWhole) {
    const data = given ? given.data : value
    return textOf(data === undefined ? undefined : checked(data), given?.fields)
  }
  const { comment, ...fields } = given?.fields ?? {}
  if (given && given.data === undefined) return textOf(undefined, given.fields)
  const event = checked(given ? { ...fields, data: given.data } : value)
  const { data } = isObject(event) ? event : { data: event }
  return textOf(data, isObject(event) ? { ...event, comment } : {})
}

function textOf(data: unknown, fields: Readonly<Record<string, unknown>> = {}): string {
  const { comment } = fields
  const lines = linesOf(comment).map((line) => `: ${line}\n`)
  for (const name of ['event', 'id', 'retry']) {
    const value = fields[name]
    if (value === undefined) continue
    // A line break would end the field, and NUL makes clients ignore an id.
    if (/[\r\n\0]/.test(String(value))) throw new ReplyViolation(`${name} must be one line`)
    lines.push(`${name}: ${value}\n`)
  }
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  lines.push(...linesOf(text).map((line) => `data: ${line}\n`))
  return `${lines.join('')}\n`
}

function linesOf(text: unknown): string[] {
  return text === undefined ? [] : String(text).split(/\r\n|\r|\n/)
}
