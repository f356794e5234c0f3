import type { Document } from '../../codegen/model/document.ts'
import { stubs } from '../../generated/stubs.ts'
import { buildApp } from '../../server/http/app.ts'
import { memoryRequestLog } from '../../server/http/rate-limit/budget-sync.ts'
import { RequestBudget } from '../../server/http/rate-limit/request-budget.ts'
import { isEmptyPreference } from '../preference.ts'
import type { RequestContext } from '../request-context.ts'
import { authenticate } from './authenticate.ts'
import { exampleFinder } from './example-finder.ts'
import { createContext, finalResponse, parsePrefer } from './final-response.ts'
import { type Interceptor, interceptOperations } from './intercept-operations.ts'
import { preferredReply } from './preferred-reply.ts'
import { rejectWebhookUrl } from './reject-webhook-url.ts'

type Parts = {
  document: Document
  /** Requests per window. */
  budget: number
  windowSeconds: number
  clock: () => number
}

/** Rethrows errors of the mock to the caller instead of responding with a 500. */
const fail = (_: unknown, error: unknown): never => {
  throw error
}

/**
 * Creates a function that handles requests like the stateless mock, with browser APIs only: the
 * server’s HTTP layer and the document’s examples.
 */
export const createResponder = ({ document, budget, windowSeconds, clock }: Parts) => {
  const find = exampleFinder(document)
  const pages = {
    texts: {},
    ready: async () => true,
    picture: () => undefined,
  }
  const counted = new RequestBudget({
    limit: budget,
    windowSeconds,
    clock,
    monotonic: clock,
    log: memoryRequestLog(),
    onError: (error) => fail(undefined, error),
  })

  const interceptor =
    (context: RequestContext): Interceptor =>
    (operationId, input) => {
      context.reached = operationId
      const rejected = isEmptyPreference(context.preference) && rejectWebhookUrl(operationId, input)
      if (rejected) return rejected
      return preferredReply(operationId, context, (preference) => find(operationId, preference))
    }

  // One app per request: browsers have no AsyncLocalStorage to pass the context to the operation.
  const appFor = (context: RequestContext) =>
    buildApp({
      operations: interceptOperations(stubs, interceptor(context)),
      strict: true,
      budget: counted,
      authenticate,
      authenticateTiered: () => undefined,
      clientAddress: () => 'local',
      onFault: fail,
      pages,
    })

  return async (request: Request): Promise<Response> => {
    const preference = parsePrefer(request.headers.get('prefer'))
    const context = createContext(preference)
    await new Promise((done) => setTimeout(done, context.preference.wait))
    const response = finalResponse(await appFor(context).fetch(request), preference, context)
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}
