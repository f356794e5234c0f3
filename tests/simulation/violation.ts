/** Thrown when the server breaks a law of the simulation. */
export class Violation extends Error {
  override name = 'Violation'
  /** The law, in a few words. */
  readonly law: Law

  constructor(law: Law, message: string) {
    super(`${law}: ${message}`)
    this.law = law
  }
}

/** The laws that hold after every step. */
export type Law =
  | 'the process stays alive'
  | 'every request gets its response'
  | 'responses keep the contract'
  | 'only faults cause a 500'
  | 'accounts are apart'
  | 'acknowledged changes last'
  | 'reads are current'
  | 'a request has effect at most once'
  | 'stock is the sum of its events'
  | 'order numbers are unique'
  | 'the rate limit is exact'
  | 'a delivery arrives at most once'
  | 'a delivery is signed with the current secret'
  | 'a delivery goes to who wants it'
  | 'a delivery arrives in time'
  | 'a delivery survives a crash'
  | 'no connection goes to a private address'
  | 'the server recovers'

/** @throws {Violation} unless the condition holds. */
export function must(condition: boolean, law: Law, message: () => string): asserts condition {
  if (!condition) throw new Violation(law, message())
}
