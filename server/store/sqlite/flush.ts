import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Writes a file, or the entries of a folder, to the disk. */
export const flush = (path: string): void => {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
