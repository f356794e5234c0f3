import type { Mutant } from './mutant.ts'

/** A planted violation, and the names of the judges that detected it. */
export type Row = { mutant: Mutant; detectedBy: string[] }

const nameOf = ({ breaks, source }: Mutant): string => `${breaks} (${source})`

const listed = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : []

/** Returns the violations that no judge detected. */
export const undetected = (rows: readonly Row[]): Row[] =>
  rows.filter(({ detectedBy }) => detectedBy.length === 0)

/**
 * Formats which judge detected which violation: a table, the violations that one judge alone detected, and
 * those that none did.
 */
export const matrix = (judges: readonly string[], rows: readonly Row[]): string => {
  const width = Math.max(...rows.map(({ mutant }) => nameOf(mutant).length), 0)
  const cells = (cell: (judge: string) => string) =>
    judges.map((judge) => cell(judge).padStart(judge.length)).join('  ')
  const count = (judge: string) => rows.filter((row) => row.detectedBy.includes(judge)).length
  const table = [
    `${''.padEnd(width)}  ${cells((judge) => judge)}`,
    ...rows.map(
      ({ mutant, detectedBy }) =>
        `${nameOf(mutant).padEnd(width)}  ${cells((judge) => (detectedBy.includes(judge) ? '✓' : '–'))}`,
    ),
    `${`detected, of ${rows.length}`.padEnd(width)}  ${cells((judge) => `${count(judge)}`)}`,
  ]
  const alone = rows.flatMap(({ mutant, detectedBy: [first, second] }) =>
    first !== undefined && second === undefined ? [`${first}: ${nameOf(mutant)}`] : [],
  )
  const none = undetected(rows).map(({ mutant }) => `✗ ${nameOf(mutant)}`)
  // With one judge, the lines above have it all.
  const compared =
    judges.length > 1
      ? ['', ...table, ...listed('Detected by one judge alone:', alone.toSorted())]
      : []
  return [...compared, ...listed('Detected by none:', none)].join('\n')
}
