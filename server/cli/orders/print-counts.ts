import type { Counts } from '../../intake/files/import-rows.ts'
import { print } from '../kit/command.ts'

/**
 * Prints how many orders had each outcome. Sets exit code 1 if any was refused.
 * @param dryRun whether nothing was written.
 */
export const printCounts = (counts: Counts, dryRun = false): void => {
  for (const [outcome, count] of Object.entries(counts))
    print(`${dryRun ? 'would be ' : ''}${outcome}\t${count}`)
  if (counts.refused > 0) process.exitCode = 1
}
