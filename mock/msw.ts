import type { RequestHandler } from 'msw'
import { http } from 'msw/http'
import type { Document } from '../codegen/model/document.ts'
import { readOperations } from '../codegen/model/model.ts'
import document from '../generated/openapi.json' with { type: 'json' }
import type { OperationId } from '../generated/operations.ts'
import { stubs } from '../generated/stubs.ts'
import { buildApp } from '../server/http/app.ts'
import { memoryCounts } from '../server/http/rate-limit/memory-counts.ts'
import { RequestBudget } from '../server/http/rate-limit/request-budget.ts'
import { keyAccounts } from './demo-keys.ts'
import { interceptOperations, rejectWebhookUrl } from './operations.ts'
import {
  hasPreference,
  type MockReply,
  type Preference,
  PreferenceError,
  preferredReply,
  preferredStatus,
  type RequestContext,
  withPreference,
} from './preference.ts'

export type HandlersOptions = {
  /** The base URL of the client under test. */
  url: string
  /** Requests per window. Default: 1000. */
  budget?: number
  /** The length of a window. Default: 86400. */
  windowSeconds?: number
  /** The current time, in milliseconds since the Unix epoch. */
  clock?: () => number
}

/**
 * Creates a function that finds the preferred example of an operation, or the first success example.
 * It selects as Prism does, without Prism.
 */
export const exampleFinder = (given: Document) => {
  const operations = new Map(readOperations(given).map(({ id, replies }) => [id, replies]))

  /** @throws {PreferenceError} if the document has no such reply. */
  return (operationId: OperationId, preference: Preference): MockReply => {
    if (preference.dynamic)
      throw new PreferenceError('Prefer: dynamic is not available here. Use npm run mock.')
    const replies = operations.get(operationId) ?? []
    const names = replies.map(
      ({ status, examples }) => [status, examples.map(({ name }) => name)] as const,
    )
    const status = preferredStatus(new Map(names), preference)
    const reply = replies.find((each) => each.status === status)
    const example = reply?.examples.find(({ name }) => name === (preference.example ?? name))
    return { status, contentType: reply?.contentType ?? '', body: example?.value }
  }
}

/** Rethrows errors of the mock to the caller instead of responding with a 500. */
const fail = (_: unknown, error: unknown): never => {
  throw error
}

const pages = { texts: {}, ready: async () => true, picture: () => undefined }

/**
 * Creates MSW handlers for the mock, so that frontend tests need no server. They use the same HTTP
 * layer and examples as `npm run mock`. New handlers start with a full rate limit.
 *
 * @example
 * const server = setupServer(...handlers({ url: 'http://api.example.test' }))
 */
export const handlers = ({
  url,
  budget = 1000,
  windowSeconds = 86_400,
  clock = Date.now,
}: HandlersOptions): RequestHandler[] => {
  const { origin } = new URL(url)
  const find = exampleFinder(document)
  const counted = new RequestBudget({
    limit: budget,
    windowSeconds,
    clock,
    counts: memoryCounts(windowSeconds, clock),
  })

  // One app per request: browsers have no AsyncLocalStorage to pass the context to the operation.
  const appFor = (context: RequestContext) =>
    buildApp({
      operations: interceptOperations(
        stubs,
        (operationId, input) =>
          (!hasPreference(context) && rejectWebhookUrl(operationId, input)) ||
          preferredReply(operationId, context, (preference) => find(operationId, preference)),
      ),
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
  const isOurs = ({ request }: { request: Request }): boolean => {
    const target = new URL(request.url)
    return target.origin === origin && /^\/v1(\/|$)/.test(target.pathname)
  }
  return [http.all(isOurs, ({ request }) => respond(request))]
}
