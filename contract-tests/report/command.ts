import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { areas, laws } from '../laws/all.ts'
import {
  givenServer,
  makeFolder,
  onStopSignal,
  parseOptions,
  print,
  randomSeed,
  runAsProgram,
  serverOptions,
  wholeNumber,
} from '../support/arguments.ts'
import { usualLimits } from '../support/connection.ts'
import type { Law } from '../support/law.ts'
import { controlTimeout, withRemoteControls } from '../support/remote-controls.ts'
import { type Result, Run } from '../support/run-laws.ts'
import { type Running, SuiteError } from '../support/server.ts'
import { Coverage } from './coverage.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { compareCensus, makeReport, type Report, statusOf, takeCensus } from './report.ts'

const options = {
  ...serverOptions,
  'other-key': { type: 'string' },
  'empty-key': { type: 'string' },
  'revoked-key': { type: 'string' },
  'deactivated-key': { type: 'string' },
  controls: { type: 'string' },
  seed: { type: 'string' },
  runs: { type: 'string', default: '20' },
  timeout: { type: 'string', default: String(usualLimits.timeout) },
  minutes: { type: 'string', default: String(usualLimits.minutes) },
  only: { type: 'string', multiple: true },
  'leave-out': { type: 'string', multiple: true },
  report: { type: 'string' },
  junit: { type: 'string' },
  stateless: { type: 'boolean', default: false },
  'own-words': { type: 'boolean', default: false },
} as const

/**
 * Parses the command line.
 * @throws {SuiteError} for invalid options.
 */
export const readOptions = (args?: string[]) => {
  const given = parseOptions(options, args)
  if (given.url !== undefined && given.database !== undefined)
    throw new SuiteError('--database is for the server that is started without --url')
  const controls = {
    otherKey: given['other-key'],
    emptyKey: given['empty-key'],
    revokedKey: given['revoked-key'],
    deactivatedKey: given['deactivated-key'],
  }
  return {
    ...given,
    server: givenServer(given, { controls, stateless: given.stateless }),
    seed: given.seed === undefined ? randomSeed() : wholeNumber('seed', given.seed, 0),
    runs: wholeNumber('runs', given.runs, 1),
    limits: {
      timeout: wholeNumber('timeout', given.timeout, 1),
      minutes: wholeNumber('minutes', given.minutes, 1),
    },
    only: given.only?.flatMap(selected),
    leaveOut: Object.fromEntries(given['leave-out']?.map(leftOut) ?? []),
  }
}

/** Returns the laws of areas, with commas, or those whose promise has the words. */
function selected(text: string): Law[] {
  const named = laws.filter(({ promise }) => promise.includes(text))
  const unknown = text.split(',').find((area) => !areas.includes(area))
  if (unknown === undefined) return laws.filter(({ area }) => text.split(',').includes(area))
  if (named.length > 0) return named
  throw new SuiteError(`--only must be some of ${areas.join(', ')}, or words of a law: ${unknown}`)
}

function controlsUrl(text: string): string {
  if (/^https?:/.test(text) && URL.canParse(text)) return text.replace(/\/$/, '')
  throw new SuiteError(`--controls must be such as http://127.0.0.1:9090: ${text}`)
}

function leftOut(text: string): [words: string, reason: string] {
  const [, words, reason] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (words !== undefined && reason !== undefined) return [words, reason]
  throw new SuiteError(
    `--leave-out must be such as 'rateLimit=the gateway limits requests': ${text}`,
  )
}

type CommandLine = {
  command: string
  /** What is checked without --url. Undefined if --url is required. */
  byDefault?: string
  report: string
}

type Start = (database: string | undefined) => Promise<Running>

/**
 * Runs the suite as a program and sets its exit status.
 * @param start starts the server that is checked without --url
 */
export const runCommand = (line: CommandLine, start?: Start): Promise<void> =>
  runAsProgram(usageOf(line), async () => {
    let server: Running | undefined
    try {
      const given = readOptions()
      server = given.server ?? (await start?.(given.database))
      if (server && given.controls !== undefined) {
        const timeout = Math.max(given.limits.timeout, controlTimeout)
        server = await withRemoteControls(server, controlsUrl(given.controls), timeout)
      }
      if (!server) throw new SuiteError('--url is missing. --help lists the options')
      const { isKept, ended } = await checkContract(server, given, line)
      return ended === undefined ? Number(!isKept) : 2
    } catch (error) {
      if (process.env.GITHUB_ACTIONS !== undefined) print(annotation('The run failed', `${error}`))
      throw error
    } finally {
      await server?.stop()
    }
  })

const database = '  --database NAME        sqlite (default) or postgres, without --url\n'

function usageOf({ command, byDefault, report }: CommandLine): string {
  const server = '--url URL --key KEY'
  return `Usage: ${command} ${byDefault ? `[${server}]` : server} [--seed N] [--runs N] [--only AREAS]

Checks that a server keeps the contract.${byDefault ? ` Without --url, it starts and checks ${byDefault}.` : ''}
The run creates contacts, invites, orders and subscriptions. Use a test account with an Active campaign and
stock, and a rate limit of at least 10,000 requests. Do not run it twice at once on one account. Records that
the account has before are not changed: the run compares them before and after.

  --url URL              the server, such as http://127.0.0.1:8080
  --key KEY              a key of the account (default: the variable MERCH_KEY)
  --other-key KEY        a key of another account; laws that need a missing key are skipped
  --empty-key KEY        a key of an account without data
  --revoked-key KEY      a revoked key
  --deactivated-key KEY  a key of a deactivated account
  --controls URL         the controls of the server, which controls/openapi.yaml describes
  --stateless            check only the laws for servers that keep no data, such as a mock or stubs
  --own-words            allow error messages that differ from the document's examples, where the specification
                         does not fix them; examples are then matched by status code only
  --seed N               runs with the same seed send the same requests (default: random)
  --runs N               the number of values per property (default: 20)
  --only AREAS           some areas, with commas, or words of a law. May be repeated. Areas: ${areas.slice(0, 6).join(', ')},
                         ${areas.slice(6).join(', ')}
  --leave-out WORDS=WHY  skip the laws of an area, or whose promise contains the words, or a requirement of the
                         document whose cause contains them, such as RateLimit-Limit. May be repeated
  --timeout N            seconds to wait for a response (default: ${usualLimits.timeout})
  --minutes N            end the run after N minutes (default: ${usualLimits.minutes})
  --report FILE          the file of the report, in Markdown (default: ${report})
  --junit FILE           write the results as JUnit XML, too
${byDefault ? database : ''}  --help                 show this text

In GitHub Actions, each cause of broken laws becomes an annotation, and the summary of the step has the report.

Exits with 0 if the contract is kept, 1 if it is broken, 2 if the run failed.
`
}

type CommandOptions = ReturnType<typeof readOptions>

async function checkContract(
  server: Running,
  options: CommandOptions,
  line: CommandLine,
): Promise<Report> {
  const { seed, runs, limits, only, leaveOut } = options
  const coverage = new Coverage(options['own-words'])
  const observe = coverage.see.bind(coverage)
  const run = new Run({ server, seed, runs, limits, leaveOut, observe })
  await run.checkServer()
  const file = options.report ?? line.report
  // A file that cannot be written shows before the run, not after it.
  for (const each of [file, options.junit ?? file]) writeReport(each, '', 'a')
  onStopSignal((signal) => run.stop(`It was stopped by ${signal}.`))
  // A server that breaks the contract may have no lists to compare.
  const count = () => takeCensus(server, run.connection).catch(() => undefined)
  const before = server.stateless ? undefined : await count()
  print(`${server.url}, seed ${seed}, ${runs} values for each property\n`)
  const chosen = laws.filter((law) => only?.includes(law) ?? true)
  const results: Result[] = []
  const progress = startProgress(run, () => {
    const { area, promise } = { ...chosen[results.length] }
    return `${results.length} of ${chosen.length} laws · ${area}: ${promise}`
  })
  const known = new Set<string>()
  for (const law of chosen) {
    const result = await run.check(law)
    results.push(result)
    progress.clear()
    print(resultLines(result, known))
  }
  progress.end()
  // Our own server is started for each run.
  const { controls } = options
  const by = controls === undefined ? '' : `--controls ${controls} `
  const given = options.server ? `--url ${server.url} ${by}` : ''
  const again = ({ promise }: Law) =>
    `${line.command} ${given}--seed ${seed} --runs ${runs} --only '${promise}'`
  const after = before && (await count())
  const kept = before && after && compareCensus(before, after)
  const isPartial = only !== undefined || Object.keys(leaveOut).length > 0
  const report = makeReport({ server, seed, runs, results, coverage, again, run, isPartial, kept })
  for (const text of reportLines(report, file, run.unused)) print(text)
  writeReport(file, markdown(report))
  if (options.junit !== undefined) writeReport(options.junit, junit(report))
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_ACTIONS !== undefined) for (const text of annotations(report)) print(text)
  if (GITHUB_STEP_SUMMARY) writeReport(GITHUB_STEP_SUMMARY, markdown(report), 'a')
  return report
}

const marks = { kept: '✓', broken: '✗', skipped: '–' } as const

/** Formats the result of a law as a line, and a line for each cause that is new. */
function resultLines(result: Result, known: Set<string>): string {
  const { law, requests, skipped, findings } = result
  const why = skipped === undefined ? '' : ` (skipped: ${skipped})`
  const added = findings.map(({ cause }) => cause).filter((cause) => !known.has(cause))
  for (const cause of added) known.add(cause)
  const line = `${marks[statusOf(result)]} ${law.area.padEnd(10)} ${String(requests).padStart(5)} requests  ${law.promise}${why}`
  return [line, ...added.map((cause) => `      new cause: ${cause}`)].join('\n')
}

/** Formats a report for a terminal: the causes, the most common first, and the next steps. */
function reportLines(report: Report, file: string, unused: Iterable<string>): string[] {
  const { causes, unseen, ended, summary, again } = report
  const lines: string[] = []
  const [first] = causes
  if (causes.length > 1) lines.push(`\n${causes.length} causes, the most common first:`)
  for (const [i, { title, text }] of causes.entries()) lines.push(`\n${i + 1}. ${title}`, text)
  if (unseen.length > 0)
    lines.push('\nDeclared and never seen:', ...unseen.map((row) => `✗ ${row}`))
  lines.push(`\n${summary}`)
  if (report.kept) lines.push(report.kept.line, ...report.kept.changed.map((each) => `✗ ${each}`))
  for (const words of unused) lines.push(`--leave-out ${words} matched no law and no cause.`)
  if (first) {
    lines.push(`Fix first: ${first.title}`)
    const [law] = first.laws
    if (law) lines.push(`Run again, with the key in MERCH_KEY: ${again(law)}`)
  }
  if (ended !== undefined) lines.push(`The run ended early: ${ended}`)
  return [...lines, `Report: ${file}`]
}

/** Writes a file of the report and its folder. @throws {SuiteError} if that fails. */
function writeReport(file: string, text: string, flag: 'w' | 'a' = 'w'): void {
  try {
    makeFolder(dirname(file))
    writeFileSync(file, text, { flag })
  } catch (error) {
    throw new SuiteError(`The report cannot be written: ${Reflect.get(Object(error), 'message')}`)
  }
}

/** Formats a workflow command that shows an error beside the step. */
function annotation(title: string, text: string): string {
  return `::error title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(text)}`
}

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

const interval = 200

/** Waits that are shorter are not worth a mention, in milliseconds. */
const patience = 1000

/** Keeps the current step of a run in the last line of a terminal. Shows nothing elsewhere. */
function startProgress({ connection }: Run, step: () => string) {
  const { stdout: terminal } = process
  if (!terminal.isTTY) return { clear: () => {}, end: () => {} }
  const start = performance.now()
  const seconds = (since: number) => Math.round((performance.now() - since) / 1000)
  const clear = () => {
    terminal.write('\r\u001b[2K')
  }
  const draw = () => {
    const { waiting, requests } = connection
    let now = step()
    if (waiting && performance.now() - waiting.since > patience) {
      const { method = 'GET', path } = waiting.sent
      now = `waiting ${seconds(waiting.since)} s for ${method} ${path}`
    }
    const line = `${requests} requests · ${seconds(start)} s · ${now}`
    clear()
    terminal.write(line.slice(0, terminal.columns - 1))
  }
  const timer = setInterval(draw, interval)
  return {
    clear,
    end: () => {
      clearInterval(timer)
      clear()
    },
  }
}
