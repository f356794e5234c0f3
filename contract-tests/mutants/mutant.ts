import type { Operations } from '../../generated/operations.ts'
import type { Deliverer } from '../../server/events/dispatch/deliverer.ts'
import type { Call } from '../../server/http/api/env.ts'
import type { Keys } from '../own/template.ts'
import type { Area } from '../support/law.ts'

/** A request as a mutant sees it. */
export type Seen = {
  method: string
  path: string
  query: URLSearchParams
  /** The operationId, if the request is for one. */
  operation: string | undefined
  authorization: string
  headers: Headers
  keys: Keys
}

/** An answer as a mutant may change it. */
export type Said = { status: number; headers: Headers; text: string }

/** Changes answers on their way out; it may remember what it saw. */
export type Round = (said: Said, seen: Seen) => Said

/** A server that breaks one promise. */
export type Mutant = {
  /** What it does wrong. */
  breaks: string
  /** Where the promise is made: a section of the specification or a decision of the design. */
  source: string
  /** A law of this area must see it. */
  area: Area
  /** Made anew for each server, so that what is remembered is that server's. */
  round?: () => Round
  /** Puts other operations in the place of the real ones. */
  operations?: (real: Operations<Call>, keys: Keys) => Partial<Operations<Call>>
  deliverer?: (deliverer: Deliverer) => Deliverer
  /** Another budget than the one that was asked for. */
  budget?: (budget: number) => number
}
