import { dirname } from 'node:path'
import type { Distances } from './importers.ts'

/** Kinds of tests, the quickest first. */
export const kinds = ['in-process', 'contract', 'process'] as const
export type Kind = (typeof kinds)[number]

const isLeftOut = /\.(?:browser|long)\.test\.ts$/
const startsPrograms = /\.(?:process|compile|postgres)\.test\.ts$/

const kindOf = (test: string): Kind => {
  if (startsPrograms.test(test)) return 'process'
  return test.startsWith('contract-tests/') ? 'contract' : 'in-process'
}

/**
 * Returns the tests of a kind that depend on a changed file: the one beside it first, then those in its
 * folder, then the nearest.
 */
export const testsOf = (kind: Kind, changed: string, distances: Distances): string[] => {
  const beside = changed.replace(/\.ts$/, '.test.ts')
  const rank = (test: string): number => {
    if (test === beside) return 0
    return dirname(test) === dirname(changed) ? 1 : 2
  }
  return [...distances.keys()]
    .filter((file) => file.endsWith('.test.ts') && !isLeftOut.test(file) && kindOf(file) === kind)
    .toSorted((a, b) => rank(a) - rank(b))
}
