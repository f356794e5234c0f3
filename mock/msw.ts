import type { RequestHandler } from 'msw'
import { http } from 'msw/http'
import generated from '../generated/openapi.json' with { type: 'json' }
import type { OperationId } from '../generated/operations.ts'
import { stubs } from '../generated/stubs.ts'
import { buildApp } from '../server/http/app.ts'
import { memoryCounts } from '../server/http/rate-limit/memory-counts.ts'
import { RequestBudget } from '../server/http/rate-limit/request-budget.ts'
import { keyAccounts } from './demo-keys.ts'
import { examplePaths, mountExamplePages, useBaseUrl } from './example-urls.ts'
import { interceptOperations, rejectWebhookUrl } from './operations.ts'
import {
  chooseReply,
  type Declared,
  declaredReplies,
  findReply,
  InvalidRequest,
  type MockReply,
  type Preference,
  type QueueRequest,
  type RequestContext,
  ResponseQueue,
  withPreference,
} from './responses.ts'

export type HandlersOptions = {
  /** The base URL of the client under test. */
  url: string
  /** The responses of the next calls, as the control API queues them. */
  responses?: readonly (QueueRequest & { operation: OperationId })[]
  /** Requests per window. Default: 1000. */
  budget?: number
  /** The length of a window. Default: 86400. */
  windowSeconds?: number
  /** The current time, in milliseconds since the Unix epoch. */
  clock?: () => number
}

/**
 * Returns the preferred example of an operation, or the first success example. It selects as Prism
 * does, without Prism.
 * @throws {InvalidRequest} if the document has no such reply.
 */
const findExample = (
  declared: Declared,
  operationId: OperationId,
  preference: Preference,
): MockReply => {
  if (preference.dynamic)
    throw new InvalidRequest('dynamic is not available here. Use npm run mock.')
  const { status, contentType = '', example } = findReply(declared, operationId, preference)
  return { status, contentType, body: example?.value }
}

/** Rethrows errors of the mock to the caller instead of responding with a 500. */
const fail = (_: unknown, error: unknown): never => {
  throw error
}

/** Stands for the pictures, which are files of the server. */
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#8c7f72" d="M0 0h4v3H0z"/></svg>`

const pages = { texts: {}, ready: async () => true, picture: () => picture }

/**
 * Creates MSW handlers for the mock, so that frontend tests need no server. They use the same HTTP
 * layer and examples as `npm run mock`. New handlers start with a full rate limit.
 *
 * @example
 * const server = setupServer(...handlers({ url: 'http://api.example.test' }))
 * @throws {InvalidRequest} if the document has no such response as one of `responses`.
 */
export const handlers = ({
  url,
  responses = [],
  budget = 1000,
  windowSeconds = 86_400,
  clock = Date.now,
}: HandlersOptions): RequestHandler[] => {
  const { origin } = new URL(url)
  const declared = declaredReplies(useBaseUrl(generated, origin)(generated))
  const queue = new ResponseQueue(() => declared)
  for (const { operation, ...response } of responses) queue.add(operation, response)
  const counted = new RequestBudget({
    limit: budget,
    windowSeconds,
    clock,
    counts: memoryCounts(windowSeconds, clock),
  })

  // One app per request: browsers have no AsyncLocalStorage to pass the context to the operation.
  const appFor = (context: RequestContext) =>
    buildApp({
      operations: interceptOperations(stubs, (id, input) =>
        chooseReply(id, context, {
          queue,
          find: (operation, wanted) => findExample(declared, operation, wanted),
          own: () => rejectWebhookUrl(id, input) ?? findExample(declared, id, {}),
        }),
      ),
      extend: mountExamplePages(generated),
      strict: true,
      budget: counted,
      // Compares keys, not digests: browsers compute digests only asynchronously.
      authenticate: (key = '') => {
        const account = keyAccounts.get(key)
        return account && Promise.resolve({ account, budget: null })
      },
      authenticateTiered: () => undefined,
      clientAddress: () => 'local',
      onFault: fail,
      pages,
    })

  const respond = async (request: Request): Promise<Response> => {
    const response = await withPreference(request, (context) => appFor(context).fetch(request))
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
  const examples = examplePaths(generated)
  const isOurs = ({ request }: { request: Request }): boolean => {
    const target = new URL(request.url)
    const { pathname } = target
    return target.origin === origin && (/^\/v1(\/|$)/.test(pathname) || examples.includes(pathname))
  }
  return [http.all(isOurs, ({ request }) => respond(request))]
}
