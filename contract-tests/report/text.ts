import type { Result } from '../support/run-laws.ts'
import { type Coverage, isExcused, type Row } from './coverage.ts'

const marks = { kept: '✓', broken: '✗', skipped: '–' } as const

/** Formats the result of a law as a line. */
export const resultLine = ({ law, outcome, requests }: Result): string => {
  const why = outcome.kind === 'skipped' ? ` (skipped: ${outcome.reason})` : ''
  return `${marks[outcome.kind]} ${law.area.padEnd(9)} ${String(requests).padStart(5)} requests  ${law.promise}${why}`
}

/** Groups rows by a key, in the order of the first occurrence. */
export const groupBy = <T>(list: readonly T[], key: (each: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const each of list) groups.set(key(each), [...(groups.get(key(each)) ?? []), each])
  return groups
}

const exampleText = (row: Row, excused: readonly string[]): string => {
  if (row.observed > 0) return `${row.example} ${row.observed}`
  return `${row.example} ${isExcused(row, excused) ? 'not checked' : 'NEVER SEEN'}`
}

/**
 * Formats the coverage table: operation × status × content type × named example, with counts.
 * @param excused responses that only skipped laws produce
 */
export const coverageTable = ({ rows }: Coverage, excused: readonly string[] = []): string =>
  [...groupBy(rows, ({ operation }) => operation)]
    .flatMap(([operation, ofOperation]) => [
      `${operation}  ${ofOperation[0]?.method} ${ofOperation[0]?.path}`,
      ...[...groupBy(ofOperation, ({ status, contentType }) => `${status} ${contentType}`)].map(
        ([response, examples]) =>
          `  ${response.padEnd(20)}  ${examples.map((row) => exampleText(row, excused)).join(' · ')}`,
      ),
    ])
    .join('\n')

/** Summarizes a run in one line. */
export const summaryLine = (results: readonly Result[]): string => {
  const count = (kind: Result['outcome']['kind']) =>
    results.filter(({ outcome }) => outcome.kind === kind).length
  const requests = results.reduce((sum, each) => sum + each.requests, 0)
  const seconds = results.reduce((sum, each) => sum + each.milliseconds, 0) / 1000
  return `${count('kept')} laws kept, ${count('broken')} broken, ${count('skipped')} skipped; ${requests} requests in ${seconds.toFixed(1)} s`
}
