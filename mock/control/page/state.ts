import type { Trouble } from '../../controls.ts'

/** What the mock is like now, as `/__mock/state` says it. */
export type State = {
  stateful: boolean
  scenario: string
  /** What each scenario shows, by name. */
  scenarios: Readonly<Record<string, string>>
  operations: readonly string[]
  /** The mock's time. */
  clock: string
  /** How far that is ahead of the system's. */
  aheadSeconds: number
  troubles: Readonly<Record<string, Trouble>>
  receivers: readonly string[]
  /** How many requests are remembered. */
  requests: number
}
