import type { Result } from '../support/run-laws.ts'
import { causesOf, failureReport } from './failure-report.ts'
import type { Report } from './report.ts'

type Test = { name: string; milliseconds?: number; failure?: string; skipped?: string | undefined }

/** Formats a report as JUnit XML: a suite for each file of laws, a test for each law, and a suite for the run. */
export const junit = ({ results, server, again, ended = '', unseen, kept }: Report): string => {
  const testOf = (result: Result): Test => {
    const { law, skipped, milliseconds } = result
    const [first] = causesOf([result], server)
    const failure = first ? `${first.what}\n${failureReport(result, server, again(law))}` : ''
    return { name: law.promise, milliseconds, failure, skipped }
  }
  const byArea = Map.groupBy(results, ({ law }) => law.area)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="contract">',
    ...[...byArea].map(([area, ofArea]) => suite(area, ofArea.map(testOf))),
    suite('run', [
      { name: 'The run reached its end', failure: ended },
      { name: 'Every declared response was seen', failure: unseen.join('\n') },
      { name: 'Earlier records are unchanged', failure: kept?.changed.join('\n') ?? '' },
    ]),
    '</testsuites>\n',
  ].join('\n')
}

function suite(area: string, tests: readonly Test[]): string {
  const failures = tests.filter(({ failure }) => failure).length
  const skipped = tests.filter((test) => !test.failure && test.skipped !== undefined).length
  const name = `contract.${area}`
  return [
    `  <testsuite name="${name}" tests="${tests.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(tests)}">`,
    ...tests.map(
      (test) =>
        `    <testcase name="${xml(test.name)}" classname="${name}" time="${seconds([test])}">${outcome(test)}</testcase>`,
    ),
    '  </testsuite>',
  ].join('\n')
}

function seconds(tests: readonly Test[]): string {
  return (tests.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0) / 1000).toFixed(3)
}

/** Escapes markup, and the control characters, most of which XML 1.0 does not allow in any form. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(
      /(?!\n)[\p{Cc}\ufffe\uffff]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}

function outcome({ failure, skipped }: Test): string {
  if (failure)
    return `<failure message="${xml(failure.split('\n')[0] ?? '')}">${xml(failure)}</failure>`
  return skipped === undefined ? '' : `<skipped message="${xml(skipped)}"/>`
}
