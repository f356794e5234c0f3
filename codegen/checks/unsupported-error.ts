/** Thrown for a document with parts that the generator does not support. */
export class UnsupportedError extends Error {
  override name = 'UnsupportedError'
  /** What is not supported, each with its JSON pointer. */
  readonly parts: readonly string[]

  constructor(parts: readonly string[]) {
    super(
      `The generator does not support these parts of the document. Change or remove them:\n  ${parts.join('\n  ')}`,
    )
    this.parts = parts
  }
}
