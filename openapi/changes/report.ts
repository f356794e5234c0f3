import type { Finding } from './changes-between.ts'

/** The maximum number of places listed for a change. */
const shown = 5

const headings = {
  breaking: 'Breaking changes',
  ended: 'Ended as announced',
  additive: 'Additions',
} as const

const marks = { breaking: '✗', ended: '-', additive: '+' } as const

const lines = ({ kind, sentence, places }: Finding): string[] => {
  const more = places.length > shown ? [`and ${places.length - shown} more`] : []
  return [
    `  ${marks[kind]} ${sentence}`,
    ...[...places.slice(0, shown), ...more].map((place) => `      ${place}`),
  ]
}

/** Formats findings for a terminal, breaking changes first. */
export const reportOf = (findings: readonly Finding[]): string =>
  (['breaking', 'ended', 'additive'] as const)
    .map((kind) => ({ kind, own: findings.filter((finding) => finding.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => [`${headings[kind]}:`, ...own.flatMap(lines)].join('\n'))
    .join('\n\n')
