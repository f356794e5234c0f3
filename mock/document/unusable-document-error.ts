/** Thrown for a document that the mock cannot use. The message names the place. */
export class UnusableDocumentError extends Error {
  override name = 'UnusableDocumentError'
}
