import type { Operation } from '../../packages/openapi-hono/model/model.ts'
import { slug } from './markdown.ts'

/** Returns every message of the examples of error responses, once, with the responses that have it. */
export const errorMessages = (operations: readonly Operation[]) => {
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

/**
 * Returns the messages of an error's body: its `errors`, each beside the `message`, or else its `message`, or the
 * text that it is.
 */
export const messagesIn = (body: unknown): { message: string; beside?: string }[] => {
  if (typeof body === 'string') return [{ message: body.trim() }]
  const { message, errors = [] }: { message?: string; errors?: string[] } = Object(body)
  if (message === undefined) return []
  return errors.length > 0
    ? errors.map((each) => ({ message: each, beside: message }))
    : [{ message }]
}

export const errorId = (message: string): string => `section/error-messages/${slug(message)}`

/** Returns the catalogue of messages as a chapter in Markdown; no text without messages. */
export const errorChapter = (operations: readonly Operation[]): string => {
  const parts = errorMessages(operations).map(({ message, beside, cause, remedy, sources }) => {
    const place = beside ? ` In \`errors\`, beside the message \`${beside}\`.` : ''
    const places = [...Map.groupBy(sources, ({ status }) => status)].map(([status, all]) => {
      const links = new Set(
        all.map(({ operation: { id, summary } }) => `[${summary}](#operation/${id})`),
      )
      return `${status} of ${links.size === operations.length ? 'every operation' : [...links].join(', ')}`
    })
    return `## ${message}\n\n${cause}.${place} ${remedy}\n\n${places.join('; ')}.\n`
  })
  if (parts.length === 0) return ''
  const title = '# Error messages\n\nEvery message of the examples, with its cause and what to do.'
  return [title, ...parts].join('\n\n')
}
