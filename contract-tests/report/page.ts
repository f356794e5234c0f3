import { html } from 'hono/html'
import { failureReport } from '../support/failure-report.ts'
import type { Law } from '../support/law.ts'
import type { Result } from '../support/run-laws.ts'
import type { Target } from '../support/target.ts'
import { type Coverage, isExcused, type Row, statusesOf } from './coverage.ts'
import { pageStyle } from './page-style.ts'
import { groupBy, summaryLine } from './text.ts'

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

/** Returns the class of the badge and the text for the result of an example. */
const resultOf = (row: Row, excused: readonly string[]): [name: string, words: string] => {
  if (row.observed > 0) return ['good', `seen ${row.observed} times`]
  return isExcused(row, excused) ? ['', 'not checked'] : ['bad', 'never seen']
}

const badge = (row: Row, excused: readonly string[]) => {
  const [name, words] = resultOf(row, excused)
  return html`<span class="badge ${name}" title="${words}">${row.example || 'any'} <b>${row.observed}</b></span>`
}

const cell = (rows: readonly Row[], excused: readonly string[]) =>
  rows.length === 0
    ? html`<td></td>`
    : html`<td><small>${rows[0]?.contentType}</small>${rows.map((row) => badge(row, excused))}</td>`

const matrix = (coverage: Coverage, excused: readonly string[]) => {
  const { rows } = coverage
  const columns = statusesOf(coverage)
  return html`<table class="matrix">
    <thead><tr><th scope="col">Operation</th>${columns.map((status) => html`<th scope="col">${status}</th>`)}</tr></thead>
    <tbody>${[...groupBy(rows, ({ operation }) => operation)].map(
      ([operation, own]) => html`<tr>
        <th scope="row">${operation}<small>${own[0]?.method} ${own[0]?.path}</small></th>
        ${columns.map((status) =>
          cell(
            own.filter((row) => row.status === status),
            excused,
          ),
        )}
      </tr>`,
    )}</tbody>
  </table>`
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
    <h2>Declared responses</h2>
    <p>Each badge is a named example of the document, with the number of responses that match it.
      Gray ones were not checked, because their laws were skipped.</p>
    <div class="card table" tabindex="0" role="region" aria-label="Declared responses">${matrix(coverage, excused)}</div>
    <h2>Laws</h2>
    ${laws(run)}
  </main>
</body>
</html>`,
  )
}
