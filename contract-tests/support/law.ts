import type { Control } from './target.ts'
import type { World } from './world.ts'

/** What a law is about; `--only` picks by it. */
export type Area =
  | 'auth'
  | 'budget'
  | 'routing'
  | 'input'
  | 'products'
  | 'campaigns'
  | 'contacts'
  | 'invites'
  | 'orders'
  | 'inventory'
  | 'webhooks'
  | 'accounts'
  | 'model'

/** A promise of the contract, and how it is looked at over HTTP. */
export type Law = {
  area: Area
  /** The promise, as a sentence. */
  promise: string
  /** Where it is promised: sections of the specification, or decisions of the design. */
  source: string
  /** What the target must offer for it to be looked at. */
  needs?: readonly Control[]
  /** Throws if the promise is not kept. */
  run(world: World): Promise<void>
}
