/**
 * Who changes an order, as its history shows: `key key_…`, `invite inv_…`, `command NAME` with the name of the operating
 * system's user, `import SOURCE`, `portal`. A key's and an invite's other data are looked up when the history is read.
 */
export type Actor = {
  readonly name: string
  /** The request that asked for the change. */
  readonly requestId?: string
}
