import type { IHttpRequest } from '@stoplight/prism-http'
import { z } from 'zod'
import { endpoints, type OperationId } from '../generated/operations.ts'
import type { Interceptor } from './browser/intercept-operations.ts'
import type { PrismEngine } from './prism-engine.ts'

const Input = z.object({
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
})

const Reply = z.object({ status: z.number(), body: z.unknown() })

const asText = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value)

/** Rebuilds the request from the validated input. */
const requestOf = (operationId: OperationId, given: unknown): IHttpRequest => {
  const { path = {}, query = {}, body } = Input.parse(given)
  const { method, path: template } = endpoints[operationId]
  return {
    method: methodOf(method),
    url: {
      path: template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
        encodeURIComponent(path[name] ?? ''),
      ),
      query: Object.fromEntries(
        Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, asText(value)]],
        ),
      ),
    },
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  }
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

const methodOf = (method: string): (typeof methods)[number] => {
  const found = methods.find((each) => each === method.toLowerCase())
  if (!found) throw new Error(`OpenAPI has no method ${method}`)
  return found
}

/** Calls the operation, and lets Prism validate the request and the reply. Throws on a violation. */
export const validatedByPrism =
  (engine: PrismEngine): Interceptor =>
  async (operationId, input, _call, next) => {
    const reply: unknown = await next()
    const { status, body } = Reply.parse(reply)
    const problems = await engine.violations(operationId, requestOf(operationId, input), {
      statusCode: status,
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (problems.length > 0) throw new Error(`${operationId}: Prism reports ${problems.join('; ')}`)
    return reply
  }
