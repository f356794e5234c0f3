import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { laws } from '../laws/all.ts'
import { type Area, areas, type Law } from '../support/law.ts'
import {
  givenTarget,
  parseOptions,
  print,
  randomSeed,
  runAsProgram,
  serverOptions,
  wholeNumber,
} from '../support/program.ts'
import { runLaws, selectLaws } from '../support/run-laws.ts'
import { checkTarget, type Running, SuiteError } from '../support/target.ts'
import { Coverage, coverageTable, excusedBy, resultLine, summaryLine } from './coverage.ts'
import { failureReport } from './failure.ts'
import { reportPage } from './page.ts'

/** The command line of a program that checks a server. */
type CommandLine = {
  /** What starts the program. */
  command: string
  /** What is checked without --url. Undefined if --url is required. */
  byDefault?: string
  /** The default file of the report. */
  html: string
}

const database = '  --database NAME        sqlite (default) or postgres, without --url\n'

const usageOf = ({ command, byDefault, html }: CommandLine): string => {
  const server = '--url URL --key KEY'
  return `Usage: ${command} ${byDefault ? `[${server}]` : server} [--seed N] [--runs N] [--only AREAS]

Checks that a server keeps the contract.${byDefault ? ` Without --url, it starts and checks ${byDefault}.` : ''}
The run creates contacts, invites, orders and subscriptions. Use a test account with an Active campaign and
stock, and a rate limit of at least 10,000 requests.

  --url URL              the server, such as http://127.0.0.1:8080
  --key KEY              a key of the account
  --other-key KEY        a key of another account; laws that need a missing key are skipped
  --empty-key KEY        a key of an account without data
  --revoked-key KEY      a revoked key
  --deactivated-key KEY  a key of a deactivated account
  --stateless            check only the laws for servers that keep no data, such as a mock or stubs
  --own-words            allow error messages that differ from the document's examples, where the specification
                         does not fix them; examples are then matched by status code only
  --seed N               runs with the same seed send the same requests (default: random)
  --runs N               the number of values per property (default: 20)
  --only AREAS           some areas, with commas: ${areas.slice(0, 6).join(', ')},
                         ${areas.slice(6).join(', ')}
  --leave-out WORDS=WHY  skip the laws of an area, or whose promise contains the words, and print the reason. May be
                         repeated
  --html FILE            the file of the report (default: ${html})
${byDefault ? database : ''}  --help                 show this text

Exits with 0 if the contract is kept, 1 if it is broken, 2 if the run failed.
`
}

const options = {
  ...serverOptions,
  'other-key': { type: 'string' },
  'empty-key': { type: 'string' },
  'revoked-key': { type: 'string' },
  'deactivated-key': { type: 'string' },
  seed: { type: 'string' },
  runs: { type: 'string', default: '20' },
  only: { type: 'string' },
  'leave-out': { type: 'string', multiple: true },
  html: { type: 'string' },
  stateless: { type: 'boolean', default: false },
  'own-words': { type: 'boolean', default: false },
} as const

const areaOf = (text: string): Area => {
  const area = areas.find((each) => each === text)
  if (area) return area
  throw new SuiteError(`--only must be some of ${areas.join(', ')}: ${text}`)
}

const leftOut = (text: string): [words: string, reason: string] => {
  const [, words, reason] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (words !== undefined && reason !== undefined) return [words, reason]
  throw new SuiteError(`--leave-out must be such as 'budget=the gateway limits requests': ${text}`)
}

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
    target: givenTarget(given, { controls, stateless: given.stateless }),
    seed: given.seed === undefined ? randomSeed() : wholeNumber('seed', given.seed, 0),
    runs: wholeNumber('runs', given.runs, 1),
    only: given.only?.split(',').map(areaOf),
    leaveOut: Object.fromEntries(given['leave-out']?.map(leftOut) ?? []),
    ownWords: given['own-words'],
    html: given.html,
    database: given.database,
  }
}

/**
 * Checks the laws on a target, prints the results, and writes the report.
 * @returns whether every law holds and every declared response was seen.
 */
const checkContract = async (
  target: Running,
  { seed, runs, only, leaveOut, ownWords, html }: ReturnType<typeof readOptions>,
  line: CommandLine,
): Promise<boolean> => {
  // Our own server is started for each run.
  const server = target.controls.fresh ? '' : `--url ${target.url} --key "$MERCH_KEY" `
  const again = ({ area }: Law) =>
    `${line.command} ${server}--seed ${seed} --runs ${runs} --only ${area}`
  const coverage = new Coverage(ownWords)
  print(`${target.url}, seed ${seed}, ${runs} values for each property\n`)
  const results = await runLaws(selectLaws(laws, { only, leaveOut }), {
    target,
    seed,
    runs,
    recorder: { received: (exchange) => coverage.see(exchange) },
    onResult: (result) => {
      const { law, outcome } = result
      print(resultLine(result))
      if (outcome.kind !== 'broken') return
      const { error } = outcome
      print(`\n${failureReport({ law, error, target, seed, again: again(law) })}\n`)
    },
  })

  const isPartial = only !== undefined || Object.keys(leaveOut).length > 0
  const excused = excusedBy(target, results, isPartial)
  const unobserved = coverage.unobserved(excused)
  print(`\n${coverageTable(coverage, excused)}`)
  if (unobserved.length > 0) print('\nDeclared and never seen:')
  for (const { operation, status, example } of unobserved)
    print(`✗ ${operation} ${status} ${example}`)
  const isKept =
    unobserved.length === 0 && results.every(({ outcome }) => outcome.kind !== 'broken')
  const file = html ?? line.html
  mkdirSync(dirname(file), { recursive: true })
  const run = { target, seed, runs, again, results, coverage, excused, isKept }
  writeFileSync(file, await reportPage(run))
  print(`\n${summaryLine(results)}\nReport: ${file}`)
  return isKept
}

type Start = (database: string | undefined) => Promise<Running>

/**
 * Runs the suite as a program and sets its exit status.
 * @param start starts the server that is checked without --url
 */
export const runCommand = (line: CommandLine, start?: Start): Promise<void> =>
  runAsProgram(usageOf(line), async () => {
    const given = readOptions()
    const target = given.target ?? (await start?.(given.database))
    if (!target) throw new SuiteError('--url and --key are missing. --help lists the options')
    try {
      await checkTarget(target)
      return (await checkContract(target, given, line)) ? 0 : 1
    } finally {
      await target.stop()
    }
  })
