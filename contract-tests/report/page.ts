import { html } from 'hono/html'
import { failureReport } from '../support/failure-report.ts'
import type { Law } from '../support/law.ts'
import type { Result } from '../support/run-laws.ts'
import type { Target } from '../support/target.ts'
import { type Coverage, isExcused, type Row, statusesOf } from './coverage.ts'
import { style } from './page-style.ts'
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

/** Returns the CSS class and text for the result of an example. */
const fate = (row: Row, excused: readonly string[]): [name: string, words: string] => {
  if (row.observed > 0) return ['seen', `seen ${row.observed} times`]
  return isExcused(row, excused) ? ['excused', 'not looked at'] : ['unseen', 'never seen']
}

const chip = (row: Row, excused: readonly string[]) => {
  const [name, words] = fate(row, excused)
  return html`<span class="chip ${name}" title="${words}">${row.example || 'any'} <b>${row.observed}</b></span>`
}

const cell = (rows: readonly Row[], excused: readonly string[]) =>
  rows.length === 0
    ? html`<td class="none">·</td>`
    : html`<td><small>${rows[0]?.contentType}</small>${rows.map((row) => chip(row, excused))}</td>`

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

const words = { kept: 'kept', broken: 'broken', skipped: 'not looked at' } as const

const lawRow = (
  { target, seed, again }: Run,
  { law, outcome, requests, milliseconds }: Result,
) => html`
  <tr class="${outcome.kind}">
    <td><span class="verdict">${words[outcome.kind]}</span></td>
    <td>${law.promise}
      ${outcome.kind === 'skipped' ? html`<small>${outcome.reason}</small>` : ''}
      ${outcome.kind === 'broken' ? html`<pre>${failureReport({ law, error: outcome.error, target, seed, again: again(law) })}</pre>` : ''}
    </td>
    <td>${law.source}</td><td class="number">${requests}</td><td class="number">${Math.round(milliseconds)} ms</td>
  </tr>`

const laws = (run: Run) =>
  [...groupBy(run.results, ({ law }) => law.area)].map(
    ([area, results]) => html`<section>
      <h3>${area}</h3>
      <table class="laws">
        <thead><tr><th scope="col"></th><th scope="col">Promise</th><th scope="col">Where</th>
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
  <style>${style}</style>
</head>
<body>
  <header class="${isKept ? 'good' : 'bad'}">
    <h1>${isKept ? 'The contract is kept' : 'The contract is broken'}</h1>
    <p>${summaryLine(results)}</p>
    <dl>
      <div><dt>Server</dt><dd>${target.url}</dd></div>
      <div><dt>Seed</dt><dd>${seed}</dd></div>
      <div><dt>Values for each property</dt><dd>${runs}</dd></div>
      <div><dt>Declared responses seen</dt><dd>${seen} of ${coverage.rows.length}</dd></div>
    </dl>
  </header>
  <main>
    <h2>Every response that the document declares</h2>
    <p>Each chip is a named example of the document with the number of responses that were like it.
      A grey one was not looked at, for want of what it takes.</p>
    <div class="scroll" tabindex="0">${matrix(coverage, excused)}</div>
    <h2>Every law</h2>
    ${laws(run)}
  </main>
</body>
</html>`,
  )
}
