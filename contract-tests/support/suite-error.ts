/** Thrown when the suite cannot run. The message says what to do. */
export class SuiteError extends Error {
  override name = 'SuiteError'
}
