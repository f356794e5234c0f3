import { dirname, matchesGlob } from 'node:path'
import { onPostgres } from '../../vitest.config.ts'
import type { Distances } from './importers.ts'
import { onPostgresId } from './test-id.ts'

/** Kinds of tests, the quickest first. */
export const kinds = ['in-process', 'contract', 'postgres', 'browser', 'process'] as const
export type Kind = (typeof kinds)[number]

const isLeftOut = /\.long\.test\.ts$/
const startsPrograms = /\.(?:process|compile)\.test\.ts$|^tests\/process\//

const kindOf = (test: string): Kind => {
  if (startsPrograms.test(test)) return 'process'
  if (test.endsWith('.postgres.test.ts')) return 'postgres'
  if (test.endsWith('.browser.test.ts')) return 'browser'
  return test.startsWith('contract-tests/') ? 'contract' : 'in-process'
}

/** Merges lists of tests, the nearest first, so that each test comes as early as in one of the lists. */
export const mergeNearest = (lists: readonly (readonly string[])[]): string[] => {
  const length = Math.max(0, ...lists.map((list) => list.length))
  const ranks = Array.from({ length }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
  return [...new Set(ranks.flat())]
}

/** Whether a test runs on SQLite and on PostgreSQL. */
const runsOnBoth = (test: string): boolean =>
  kindOf(test) === 'in-process' && onPostgres.some((pattern) => matchesGlob(test, pattern))

/**
 * Returns the tests of a kind that depend on a changed file: the one beside it first, then those in its
 * folder, then the nearest. Tests that run on each database run again on PostgreSQL for its own files.
 */
export const testsOf = (kind: Kind, changed: string, distances: Distances): string[] => {
  const beside = changed.replace(/\.ts$/, '.test.ts')
  const rank = (test: string): number => {
    if (test === beside) return 0
    return dirname(test) === dirname(changed) ? 1 : 2
  }
  const isOfPostgres = changed.includes('/postgres/')
  return [...distances.keys()]
    .filter((file) => file.endsWith('.test.ts') && !isLeftOut.test(file))
    .filter(
      (file) => kindOf(file) === kind || (kind === 'postgres' && isOfPostgres && runsOnBoth(file)),
    )
    .toSorted((a, b) => rank(a) - rank(b))
    .map((file) => (kind === 'postgres' ? onPostgresId(file) : file))
}
