import type { Document } from '../../codegen/model/document.ts'
import { stubs } from '../../generated/stubs.ts'
import { buildApp } from '../../server/http/api/app.ts'
import { memoryBudgetLog } from '../../server/http/rate-limit/budget-sync.ts'
import { RequestBudget } from '../../server/http/rate-limit/request-budget.ts'
import type { Errand } from '../wishes.ts'
import { authenticate } from './authenticate.ts'
import { examplesOf } from './examples.ts'
import { type Instead, inPlaceOf } from './in-place-of.ts'
import { errandFor, outgoing, wishOf } from './outgoing.ts'
import { wishedAnswer } from './wished-answer.ts'

type Parts = {
  document: Document
  /** Requests in a window, and how long one is. */
  budget: number
  windowSeconds: number
  clock: () => number
}

/** A fault of the mock is nobody’s answer: whoever asked hears of it. */
const fail = (_: unknown, error: unknown): never => {
  throw error
}

/**
 * Makes what answers requests as the mock without memory does, with nothing that a browser has not:
 * the contract’s own edge, and the document’s examples behind it.
 */
export const answerer = ({ document, budget, windowSeconds, clock }: Parts) => {
  const find = examplesOf(document)
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
    log: memoryBudgetLog(),
    onError: (error) => fail(undefined, error),
  })

  const instead =
    (errand: Errand): Instead =>
    (operationId) => {
      errand.reached = operationId
      return wishedAnswer(operationId, errand, (wish) => find(operationId, wish))
    }

  // An app for each request: nothing else in a browser carries a request's wish to its operation.
  const appFor = (errand: Errand) =>
    buildApp({
      operations: inPlaceOf(stubs, instead(errand)),
      strict: true,
      onRequest: () => {},
      budget: counted,
      authenticate,
      authenticateTiered: () => undefined,
      clientAddress: () => 'local',
      onFault: fail,
      pages,
    })

  return async (request: Request): Promise<Response> => {
    const wish = wishOf(request.headers.get('prefer'))
    const errand = errandFor(wish)
    await new Promise((done) => setTimeout(done, errand.wish.wait))
    const response = outgoing(await appFor(errand).fetch(request), wish, errand)
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}
