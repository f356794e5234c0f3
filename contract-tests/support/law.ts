import type { Control } from './target.ts'
import type { World } from './world.ts'

/** What laws are about; `--only` picks by it. */
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
  'model',
] as const

export type Area = (typeof areas)[number]

/** A promise of the contract, and how it is looked at over HTTP. */
export type Law = {
  area: Area
  /** The promise, as a sentence. */
  promise: string
  /** Where it is promised: sections of the specification, or decisions of the design. */
  source: string
  /** What the target must offer for it to be looked at. */
  needs?: readonly Control[]
  /**
   * Declared answers that nothing but this law can show: `operation status example`, or
   * `* status` for those of every operation. Where the law is skipped they need not be seen.
   */
  shows?: readonly string[]
  /** Throws if the promise is not kept. */
  run(world: World): Promise<void>
}
