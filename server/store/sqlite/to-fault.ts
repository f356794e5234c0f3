import { StoreFault } from '../store-error.ts'

const checkAccess = 'Let the user of the server write the file and its folder.'
const restore = 'Stop the server and restore a backup.'
const endOther = 'End the other process that uses the database.'

/** What to do, by SQLite's primary result code. Other codes are errors of the program. */
const remedies: ReadonlyMap<number, string> = new Map([
  [3, checkAccess],
  [5, endOther],
  [6, endOther],
  [7, 'Give the server more memory.'],
  [8, checkAccess],
  [10, 'Check the disk of the database.'],
  [11, restore],
  [13, 'Free space on the disk of the database.'],
  [14, checkAccess],
  [15, endOther],
  [26, restore],
])

const remedyFor = (error: unknown): string | undefined =>
  error instanceof Error && 'errcode' in error
    ? // The low byte of an extended result code is the primary one.
      remedies.get(Number(error.errcode) & 0xff)
    : undefined

/** Returns the reason of an error, and what to do if SQLite's code says it. */
export const explain = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error)
  const remedy = remedyFor(error)
  return remedy === undefined ? reason : `${reason}. ${remedy}`
}

/** Returns whether an error has a cause outside the program, such as the disk. */
export const isFault = (error: unknown): boolean => remedyFor(error) !== undefined

/** Returns the fault for an error that is one, else the error itself. */
export const toFault = (error: unknown): unknown =>
  remedyFor(error) === undefined
    ? error
    : new StoreFault(`The database failed: ${explain(error)}`, { cause: error })
