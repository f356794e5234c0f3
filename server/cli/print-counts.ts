import type { Counts } from '../intake/files/import-rows.ts'
import { print } from './command.ts'

/** Prints how many orders came to what; that some were refused is a failure. */
export const printCounts = (counts: Counts): void => {
  for (const [what, count] of Object.entries(counts)) print(`${what}\t${count}`)
  if (counts.refused > 0) process.exitCode = 1
}
