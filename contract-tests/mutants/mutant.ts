import type { Operations } from '../../generated/operations.ts'
import type { Deliverer } from '../../server/events/dispatch/deliverer.ts'
import type { Call } from '../../server/http/api/env.ts'
import type { Keys } from '../own/template.ts'
import type { Area } from '../support/law.ts'

/** A request, as a mutant sees it. */
export type MutantRequest = {
  method: string
  path: string
  query: URLSearchParams
  /** The operationId, if the request is for one. */
  operation: string | undefined
  authorization: string
  headers: Headers
  keys: Keys
}

/** A response that a mutant can change. */
export type MutantResponse = { status: number; headers: Headers; text: string }

/** Changes responses before they are sent. It can keep state. */
export type ChangeResponse = (response: MutantResponse, request: MutantRequest) => MutantResponse

/** The changes to our server that break a promise. */
export type Change = {
  /** Called for each server, so that servers do not share state. */
  change?: () => ChangeResponse
  /** Replaces operations. */
  operations?: (real: Operations<Call>, keys: Keys) => Partial<Operations<Call>>
  deliverer?: (deliverer: Deliverer) => Deliverer
  /** Changes the rate limit. */
  budget?: (budget: number) => number
}

/** A server that breaks one promise. */
export type Mutant = Change & {
  /** The violation, as a sentence. */
  breaks: string
  /** The source of the broken promise: a section of the specification or a design decision. */
  source: string
  /** The area whose laws must detect it. */
  area: Area
}

/** Lists the violations of one source, each a sentence with its change. */
export const mutantsOf = (
  area: Area,
  source: string,
  changes: Record<string, Change>,
): readonly Mutant[] =>
  Object.entries(changes).map(([breaks, change]) => ({ breaks, source, area, ...change }))
