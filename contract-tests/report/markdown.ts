import { coverageTable } from './coverage.ts'
import { type Report, statusOf } from './report.ts'

/** GitHub shows at most 1 MiB of a summary. */
const maxCauses = 50

/** Formats a report as Markdown: the causes, the most common first, the laws, and the declared responses. */
export const markdown = (report: Report): string => {
  const { causes, summary, server, seed, runs, unseen, ended, isKept, results, coverage } = report
  const laws = results.map((result) => {
    const { law, skipped = '', requests } = result
    const cells = [
      statusOf(result),
      law.area,
      cell(law.promise),
      law.source,
      requests,
      cell(skipped),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const seen = coverage.rows.filter(({ observed }) => observed > 0).length
  const parts = [
    `## ${isKept ? 'The contract is kept' : 'The contract is broken'}`,
    `${cell(server.url)}, seed ${seed}, ${runs} values for each property: ${summary}`,
    ended && `The run ended early: ${cell(ended)}`,
    report.kept && cell([report.kept.line, ...report.kept.changed].join('\n')),
    causes.length > 0 &&
      table(
        'laws | cause',
        causes.map(({ laws: { length }, what }) => `| ${length} | ${cell(what)} |`),
      ),
    ...causes.slice(0, maxCauses).map(({ title, text }) => details(title, block(text))),
    unseen.length > 0 && `Declared and never seen:\n\n${block(unseen.join('\n'))}`,
    details('Laws', table('result | area | promise | source | requests | note', laws)),
    details(
      `Declared responses: ${seen} of ${coverage.rows.length} seen`,
      block(coverageTable(coverage, report.excused)),
    ),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function cell(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|&]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function table(columns: string, rows: readonly string[]): string {
  return [`| ${columns} |`, `|${columns.replaceAll(/[^|]+/g, '---')}|`, ...rows].join('\n')
}

function details(title: string, text: string): string {
  return `<details><summary>${cell(title)}</summary>\n\n${text}\n\n</details>`
}

/** A block that no text can end. */
function block(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}
