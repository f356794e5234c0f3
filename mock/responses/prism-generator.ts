import type { IHttpConfig } from '@stoplight/prism-http'
import { pino } from 'pino'
import type { Document } from '../../packages/openapi-hono/model/document.ts'
import type { MockReply } from './choose-reply.ts'
import type { Generate } from './load-generator.ts'

/**
 * Loads Prism, which generates replies from the schemas of a document. They may be invalid.
 * @param document a bundled document. It is not modified.
 */
export const prismGenerator = async (document: Document): Promise<Generate> => {
  const { request, operations } = await load(document)
  return async (id, { status, example }, seed): Promise<MockReply> => {
    const operation = operations.get(id)
    if (!operation) throw new Error(`Prism has no operation ${id}`)
    // Prism returns no body for HEAD, but the headers depend on the body.
    const method = operation.method === 'head' ? 'get' : operation.method
    const mock = { dynamic: true, seed, code: status, ...(example && { exampleKey: example }) }
    // The result does not depend on the request.
    const result = await request(
      { method: 'get', url: { path: operation.path } },
      [{ ...operation, method }],
      config(mock),
    )()
    if (result._tag === 'Left') throw result.left
    const { statusCode, headers = {}, body } = result.right.output
    return { status: statusCode, contentType: headers['Content-type'] ?? '', body }
  }
}

/** The schema dialect of OpenAPI 3.1. Without it, Prism reads schemas as draft-07. */
const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema'

async function load(document: Document) {
  const { createInstance, getHttpOperationsFromSpec } = await import('@stoplight/prism-http')
  const found = await getHttpOperationsFromSpec({ ...structuredClone(document), jsonSchemaDialect })
  const { request } = createInstance(config({ dynamic: false }), {
    // Prism logs with an extra level `success`. Its log is not needed.
    logger: Object.assign(pino({ level: 'silent' }), { success: () => {} }),
    // The HTTP layer has already found the operation: it is the only one.
    route: ({ resources: [operation] }) =>
      operation
        ? ({ _tag: 'Right', right: operation } as const)
        : ({ _tag: 'Left', left: new Error('no operation was given') } as const),
  })
  return { request, operations: new Map(found.map((each) => [each.iid ?? '', each])) }
}

function config(mock: IHttpConfig['mock']): IHttpConfig {
  return {
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    // Prism writes into this object, so each request needs its own.
    mock,
  }
}
