/** Something that the person at the terminal can mend; the message says how. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
}
