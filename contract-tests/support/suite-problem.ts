/** The suite cannot be run as it was asked to be. The message says what to do. */
export class SuiteProblem extends Error {
  override name = 'SuiteProblem'
}
