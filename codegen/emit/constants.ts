import type { Schema } from '../model/document.ts'
import type { Operation, Reply } from '../model/model.ts'
import { referred } from '../model/names.ts'

/** The name of the constant that validates an operation's path or query, or none if it has none. */
export const parametersName = (
  operation: Operation,
  place: 'path' | 'query',
): string | undefined =>
  operation.parameters.some((parameter) => parameter.in === place)
    ? `${operation.id}${place === 'path' ? 'Path' : 'Query'}`
    : undefined

const named = (schema: Schema, inline: string) =>
  schema.$ref !== undefined && !schema['x-messages'] ? referred(schema.$ref) : inline

/** The name of the constant in `schemas.ts` that validates an operation's body. */
export const bodyName = (operation: Operation): string | undefined =>
  operation.body && named(operation.body.schema, `${operation.id}Body`)

/** The name of the constant in `schemas.ts` that validates a reply's body. */
export const replyName = (operation: Operation, reply: Reply): string | undefined =>
  reply.schema && named(reply.schema, `${operation.id}${reply.status}`)
