import type { Operation, Reply } from '../model/model.ts'
import { banner } from './banner.ts'
import { operationDoc } from './emit-operations.ts'
import { bodyName, parametersName, replyName } from './emit-schemas.ts'

const text = (value: unknown) => JSON.stringify(value)

/**
 * Returns the responses that an operation may return. Omits those of the edge: one that is not JSON,
 * such as a plain-text 401, makes @hono/zod-openapi accept any response.
 */
const ownReplies = (operation: Operation): Reply[] => operation.replies.filter(({ edge }) => !edge)

const response = (operation: Operation, reply: Reply): string => {
  const name = replyName(operation, reply)
  const content =
    reply.contentType && name
      ? `, content: { ${text(reply.contentType)}: { schema: schemas.${name} } }`
      : ''
  return `${reply.status}: { description: ${text(reply.description)}${content} }`
}

const route = (operation: Operation): string => {
  const request = (['path', 'query'] as const).flatMap((place) => {
    const name = parametersName(operation, place)
    return name ? [`${place === 'path' ? 'params' : 'query'}: schemas.${name}`] : []
  })
  if (operation.body)
    request.push(
      `body: { required: ${operation.body.required}, content: { ${text(operation.body.contentType)}: { schema: schemas.${bodyName(operation)} } } }`,
    )
  const fields = [
    `operationId: ${text(operation.id)}`,
    `method: ${text(operation.method)}`,
    `path: ${text(operation.path)}`,
    `summary: ${text(operation.summary)}`,
    `description: ${text(operation.description)}`,
    `tags: ${text(operation.tags)}`,
    ...(operation.security.length > 0 ? [`security: ${text(operation.security)}`] : []),
    ...(request.length > 0 ? [`request: { ${request.join(', ')} }`] : []),
    `responses: { ${ownReplies(operation)
      .map((reply) => response(operation, reply))
      .join(', ')} }`,
  ]
  return `${operationDoc(operation)}\nexport const ${operation.id} = createRoute({ ${fields.join(', ')} })`
}

/** Emits `routes.ts`: a `createRoute` per operation, for teams that use @hono/zod-openapi's own style. */
export const emitRoutes = (operations: readonly Operation[]): string => {
  if (operations.length === 0) return `${banner}\nexport {}\n`
  const isValidated = (operation: Operation) =>
    operation.body !== undefined ||
    operation.parameters.length > 0 ||
    ownReplies(operation).some(({ schema }) => schema !== undefined)
  const schemas = operations.some(isValidated) ? "import * as schemas from './schemas.ts'\n" : ''
  return `${banner}
import { createRoute } from '@hono/zod-openapi'
${schemas}
${operations.map(route).join('\n\n')}
`
}
