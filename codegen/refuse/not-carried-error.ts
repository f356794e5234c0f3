/** A part of a document that the generated layer would lose. Thrown rather than losing it. */
export class NotCarriedError extends Error {
  override name = 'NotCarriedError'
  readonly losses: readonly string[]

  constructor(losses: readonly string[]) {
    super(`the generated layer cannot carry this document:\n  ${losses.join('\n  ')}`)
    this.losses = losses
  }
}
