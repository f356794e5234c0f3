/** A failure that the operator can fix. The message says what happened and what to do. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
}
