/** A file of which no row can be imported; the message says why. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
}
