import type { Failure } from '../../controls.ts'

/** The response of `/__mock/state`. */
export type State = {
  stateful: boolean
  scenario: string
  /** The descriptions of the scenarios, by name. */
  scenarios: Readonly<Record<string, string>>
  operations: readonly string[]
  /** The mock's time (ISO 8601). */
  clock: string
  /** The advance over the system time. */
  aheadSeconds: number
  failures: Readonly<Record<string, Failure>>
  receivers: readonly string[]
  /** The simulated status code of subscribers; null if they are unreachable. */
  subscribersAnswer: number | null
  /** The number of requests in the log. */
  requests: number
}
