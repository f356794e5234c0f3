import type { Report } from './report.ts'

/** Formats a workflow command that shows an error beside the step. */
export const annotation = (title: string, text: string): string =>
  `::error title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(text)}`

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** GitHub shows no more errors of a step. */
const maxAnnotations = 10

/** Returns an error for each cause, the most common first. */
export const annotations = ({ causes, unseen, ended }: Report): string[] =>
  [
    ...(ended === undefined ? [] : [annotation('The contract suite ended early', ended)]),
    ...causes.map(({ title, text }) => annotation(title, text.replaceAll(/^ +/gm, ''))),
    ...(unseen.length > 0 ? [annotation('Declared and never seen', unseen.join('\n'))] : []),
  ].slice(0, maxAnnotations)
