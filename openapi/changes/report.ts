import type { Finding } from './judge.ts'

/** How many places of a change are listed by name. */
const shown = 5

const headings = {
  breaking: 'Breaks somebody',
  ended: 'Ends as announced',
  additive: 'Adds to the contract',
} as const

const marks = { breaking: '✗', ended: '-', additive: '+' } as const

const lines = ({ kind, sentence, places }: Finding): string[] => {
  const more = places.length > shown ? [`and ${places.length - shown} more`] : []
  return [
    `  ${marks[kind]} ${sentence}`,
    ...[...places.slice(0, shown), ...more].map((place) => `      ${place}`),
  ]
}

/** Findings as text for a terminal, what breaks first. */
export const reportOf = (findings: readonly Finding[]): string =>
  (['breaking', 'ended', 'additive'] as const)
    .map((kind) => ({ kind, own: findings.filter((finding) => finding.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => [`${headings[kind]}:`, ...own.flatMap(lines)].join('\n'))
    .join('\n\n')
