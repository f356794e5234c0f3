import type { Operation } from '../../packages/openapi-hono/model/model.ts'
import { slug } from './markdown.ts'

/** A message of an error response, from the document's examples. */
export type ErrorMessage = {
  /** The fragment that leads to it. */
  id: string
  message: string
  /** The message that `errors` is beside, if this is one of them. */
  beside?: string
  cause: string
  remedy: string
  sources: readonly { status: number; operation: Operation }[]
}

/** Returns every message of the examples of error responses, once. */
export const errorMessages = (operations: readonly Operation[]): ErrorMessage[] => {
  const found = operations.flatMap((operation) =>
    operation.replies
      .filter(({ status }) => status >= 400)
      .flatMap(({ status, examples }) =>
        examples.flatMap(({ value, summary = '', description = '' }) =>
          messagesIn(value).map((message) => ({
            ...message,
            cause: summary,
            remedy: description,
            source: { status, operation },
          })),
        ),
      ),
  )
  return [...Map.groupBy(found, ({ message }) => message)].flatMap(([message, all]) =>
    all.slice(0, 1).map(({ source: _, ...first }) => {
      return { ...first, id: errorId(message), sources: all.map(({ source }) => source) }
    }),
  )
}

/** Returns the messages of an error's body: its `errors`, or else its `message`, or the text that it is. */
export const messagesIn = (body: unknown): { message: string; beside?: string }[] => {
  if (typeof body === 'string') return [{ message: body.trim() }]
  const { message, errors = [] }: { message?: string; errors?: string[] } = Object(body)
  if (message === undefined) return []
  return errors.length > 0
    ? errors.map((each) => ({ message: each, beside: message }))
    : [{ message }]
}

export const errorId = (message: string): string => `error/${slug(message).slice(0, 60)}`

/** Says where a message is returned: `400 of a, b; 404 of c`. */
export const sourceWords = (
  { sources }: ErrorMessage,
  total: number,
  nameOf: (operation: Operation) => string,
): string =>
  [...Map.groupBy(sources, ({ status }) => status)]
    .map(([status, all]) => {
      const names = [...new Set(all.map(({ operation }) => nameOf(operation)))]
      return `${status} of ${names.length === total ? 'every operation' : names.join(', ')}`
    })
    .join('; ')
