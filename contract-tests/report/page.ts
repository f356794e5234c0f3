import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import type { Law } from '../support/law.ts'
import type { Result } from '../support/run-laws.ts'
import type { Target } from '../support/target.ts'
import { type Coverage, coverageTable, groupBy, summaryLine } from './coverage.ts'
import { failureReport } from './failure.ts'

const files = ['../../styles/tokens.css', '../../styles/base.css', 'report.css']

/** Returns the style of the report, which is one file that people send to each other. */
const pageStyle = () =>
  raw(files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n'))

export type Run = {
  target: Target
  seed: number
  runs: number
  results: readonly Result[]
  coverage: Coverage
  /** Returns how to run a law again. */
  again: (law: Law) => string
  /** Responses that only skipped laws produce. */
  excused: readonly string[]
  /** Whether every law holds and every required response was seen. */
  isKept: boolean
}

const resultBadges = {
  kept: { name: 'good', text: 'passed' },
  broken: { name: 'bad', text: 'failed' },
  skipped: { name: '', text: 'skipped' },
} as const

const lawRow = (
  { target, seed, again }: Run,
  { law, outcome, requests, milliseconds }: Result,
) => html`
  <tr>
    <td><span class="badge ${resultBadges[outcome.kind].name}">${resultBadges[outcome.kind].text}</span></td>
    <td>${law.promise}
      ${outcome.kind === 'skipped' ? html`<small>${outcome.reason}</small>` : ''}
      ${outcome.kind === 'broken' ? html`<pre tabindex="0">${failureReport({ law, error: outcome.error, target, seed, again: again(law) })}</pre>` : ''}
    </td>
    <td data-label="Source">${law.source}</td><td class="number" data-label="Requests">${requests}</td><td class="number" data-label="Time">${Math.round(milliseconds)} ms</td>
  </tr>`

const laws = (run: Run) =>
  [...groupBy(run.results, ({ law }) => law.area)].map(
    ([area, results]) => html`<section class="card">
      <table class="laws stacked">
        <caption>${area}</caption>
        <thead><tr><th scope="col">Result</th><th scope="col">Promise</th><th scope="col">Source</th>
          <th scope="col" class="number">Requests</th><th scope="col" class="number">Time</th></tr></thead>
        <tbody>${results.map((result) => lawRow(run, result))}</tbody>
      </table>
    </section>`,
  )

/** Renders the report of a run as a standalone page. */
export const reportPage = async (run: Run): Promise<string> => {
  const { target, seed, runs, results, coverage, excused, isKept } = run
  const seen = coverage.rows.filter(({ observed }) => observed > 0).length
  return String(
    await html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Contract report</title>
  <style>${pageStyle()}</style>
</head>
<body>
  <header class="${isKept ? 'good' : 'bad'}">
    <h1>${isKept ? 'All checks passed' : 'Some checks failed'}</h1>
    <p>${summaryLine(results)}</p>
    <dl>
      <div><dt>Server</dt><dd>${target.url}</dd></div>
      <div><dt>Seed</dt><dd>${seed}</dd></div>
      <div><dt>Values for each property</dt><dd>${runs}</dd></div>
      <div><dt>Declared responses seen</dt><dd>${seen} of ${coverage.rows.length}</dd></div>
    </dl>
  </header>
  <main>
    <h2>Laws</h2>
    ${laws(run)}
    <h2>Declared responses</h2>
    <p>Each named example of the document, with the number of responses that match it.</p>
    <pre class="card" tabindex="0">${coverageTable(coverage, excused)}</pre>
  </main>
</body>
</html>`,
  )
}
