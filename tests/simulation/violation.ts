/** Thrown when the server breaks a law of the simulation. */
export class Violation extends Error {
  override name = 'Violation'
  /** The law, in a few words. */
  readonly law: string

  constructor(law: string, message: string) {
    super(`${law}: ${message}`)
    this.law = law
  }
}

/** @throws {Violation} unless the condition holds. */
export function must(condition: boolean, law: string, message: () => string): asserts condition {
  if (!condition) throw new Violation(law, message())
}
