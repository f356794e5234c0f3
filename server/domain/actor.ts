/**
 * The author of a change of an order, as its history shows it: `key key_…`, `invite inv_…`, `import SOURCE`, `portal`, or
 * `command NAME` with the name of the operating system's user. A key's and an invite's other data are looked up when the history is read.
 */
export type Actor = {
  readonly name: string
  /** The request that asked for the change. */
  readonly requestId?: string
}
