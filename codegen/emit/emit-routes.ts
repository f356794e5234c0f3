import { bodyName, parametersName, replyName } from '../model/constants.ts'
import type { Operation, Reply } from '../model/model.ts'
import { banner } from './banner.ts'
import { operationDoc } from './emit-operations.ts'

const text = (value: unknown) => JSON.stringify(value)

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
    ...(request.length > 0 ? [`request: { ${request.join(', ')} }`] : []),
    `responses: { ${operation.replies.map((reply) => response(operation, reply)).join(', ')} }`,
  ]
  return `${operationDoc(operation)}\nexport const ${operation.id} = createRoute({ ${fields.join(', ')} })`
}

/** `routes.ts`: a `createRoute` for each operation, for those who prefer @hono/zod-openapi's own style. */
export const emitRoutes = (operations: readonly Operation[]): string => {
  if (operations.length === 0) return `${banner}\nexport {}\n`
  const isValidated = (operation: Operation) =>
    operation.body !== undefined ||
    operation.parameters.length > 0 ||
    operation.replies.some(({ schema }) => schema !== undefined)
  const schemas = operations.some(isValidated) ? "import * as schemas from './schemas.ts'\n" : ''
  return `${banner}
import { createRoute } from '@hono/zod-openapi'
${schemas}
${operations.map(route).join('\n\n')}
`
}
