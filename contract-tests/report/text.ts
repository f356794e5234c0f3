import type { Result } from '../support/run-laws.ts'
import type { Coverage, Row } from './coverage.ts'

const marks = { kept: '✓', broken: '✗', skipped: '–' } as const

/** A law's line as it comes to an end. */
export const resultLine = ({ law, outcome, requests }: Result): string => {
  const why = outcome.kind === 'skipped' ? ` (skipped: ${outcome.reason})` : ''
  return `${marks[outcome.kind]} ${law.area.padEnd(9)} ${String(requests).padStart(5)} requests  ${law.promise}${why}`
}

/** Rows in groups that share a key, in the order in which the keys first come. */
export const groupBy = <T>(list: readonly T[], key: (each: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const each of list) groups.set(key(each), [...(groups.get(key(each)) ?? []), each])
  return groups
}

const exampleText = ({ example, observed }: Row): string =>
  observed > 0 ? `${example} ${observed}` : `${example} NEVER SEEN`

/** The table: operation × status × content type × named example, with how often each was seen. */
export const coverageTable = ({ rows }: Coverage): string =>
  [...groupBy(rows, ({ operation }) => operation)]
    .flatMap(([operation, ofOperation]) => [
      `${operation}  ${ofOperation[0]?.method} ${ofOperation[0]?.path}`,
      ...[...groupBy(ofOperation, ({ status, contentType }) => `${status} ${contentType}`)].map(
        ([answer, examples]) => `  ${answer.padEnd(20)}  ${examples.map(exampleText).join(' · ')}`,
      ),
    ])
    .join('\n')

/** How a run went, in one line. */
export const summaryLine = (results: readonly Result[]): string => {
  const count = (kind: Result['outcome']['kind']) =>
    results.filter(({ outcome }) => outcome.kind === kind).length
  const requests = results.reduce((sum, each) => sum + each.requests, 0)
  const seconds = results.reduce((sum, each) => sum + each.milliseconds, 0) / 1000
  return `${count('kept')} laws kept, ${count('broken')} broken, ${count('skipped')} skipped; ${requests} requests in ${seconds.toFixed(1)} s`
}
