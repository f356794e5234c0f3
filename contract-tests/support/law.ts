import type { LawContext } from './law-context.ts'
import type { Control } from './target.ts'

/** The areas of laws, for `--only`. */
export const areas = [
  'auth',
  'budget',
  'routing',
  'input',
  'faults',
  'paging',
  'catalogue',
  'contacts',
  'invites',
  'orders',
  'inventory',
  'webhooks',
  'accounts',
] as const

export type Area = (typeof areas)[number]

/** A promise of the contract, and how to check it over HTTP. */
export type Law = AreaLaw & { area: Area }

/** A law in the list of its area. */
export type AreaLaw = {
  /** The promise, as a sentence. */
  promise: string
  /** The source of the promise: sections of the specification, or design decisions. */
  source: string
  /** The controls that the target must have. Otherwise, the law is skipped. */
  needs?: readonly Control[]
  /**
   * Declared responses that only this law produces: `operation status example`, or `* status` for
   * every operation. They are not required when the law is skipped.
   */
  shows?: readonly string[]
  /** Why this run leaves the law out. */
  leftOut?: string
  /** Throws if the target breaks the promise. */
  run(context: LawContext): Promise<void>
}
