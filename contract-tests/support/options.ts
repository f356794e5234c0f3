import { parseArgs } from 'node:util'
import { type Area, areas } from './law.ts'
import { type Running, SuiteError } from './target.ts'

/** Returns a random seed. */
export const randomSeed = (): number => Math.floor(Math.random() * 1e9)

/** The command line of a program that checks a server. */
export type CommandLine = {
  /** What starts the program. */
  command: string
  /** What is checked without --url. Undefined if --url is required. */
  byDefault?: string
  /** The default file of the report. */
  html: string
}

const database = '  --database NAME        sqlite (default) or postgres, without --url\n'

/** Returns the usage of a program. */
export const usageOf = ({ command, byDefault, html }: CommandLine): string => {
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
  url: { type: 'string' },
  key: { type: 'string' },
  'other-key': { type: 'string' },
  'empty-key': { type: 'string' },
  'revoked-key': { type: 'string' },
  'deactivated-key': { type: 'string' },
  seed: { type: 'string' },
  runs: { type: 'string', default: '20' },
  only: { type: 'string' },
  'leave-out': { type: 'string', multiple: true },
  html: { type: 'string' },
  database: { type: 'string' },
  stateless: { type: 'boolean', default: false },
  'own-words': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export type Options = {
  /** The target of --url, if given. */
  target: Running | undefined
  seed: number
  runs: number
  only: Area[] | undefined
  /** The laws to leave out, with the reasons. */
  leaveOut: Record<string, string>
  /** Whether messages can differ from the document's examples. */
  ownWords: boolean
  html: string
  /** The database of the server that is started without --url. */
  database: string | undefined
}

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/)
    throw new SuiteError(`${reason}. --help lists the options`)
  }
}

const wholeNumber = (name: string, text: string, least: number): number => {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number >= least) return number
  throw new SuiteError(`--${name} must be a whole number from ${least} to 999999999: ${text}`)
}

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

type TargetOptions = {
  url?: string | undefined
  key?: string | undefined
  'other-key'?: string | undefined
  'empty-key'?: string | undefined
  'revoked-key'?: string | undefined
  'deactivated-key'?: string | undefined
  stateless?: boolean
}

/**
 * Returns the server of --url, which the suite does not stop.
 * @throws {SuiteError} for an invalid URL or without a key.
 */
export const targetOf = (given: TargetOptions): Running | undefined => {
  const { url, key, 'other-key': otherKey, 'empty-key': emptyKey } = given
  const { 'revoked-key': revokedKey, 'deactivated-key': deactivatedKey } = given
  if (url === undefined && key === undefined) return undefined
  if (url === undefined || key === undefined)
    throw new SuiteError('--url and --key belong together')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new SuiteError(`--url must be such as http://127.0.0.1:8080: ${url}`)
  const controls = {
    ...(given.stateless ? {} : { memory: true as const }),
    ...(otherKey ? { otherKey } : {}),
    ...(emptyKey ? { emptyKey } : {}),
    ...(revokedKey ? { revokedKey } : {}),
    ...(deactivatedKey ? { deactivatedKey } : {}),
  }
  return { url: url.replace(/\/$/, ''), key, controls, stop: async () => {} }
}

/**
 * Parses the command line.
 * @param html the default file of the report
 * @throws {SuiteError} for invalid options.
 */
export const readOptions = (args: string[], html: string): Options | 'help' => {
  const given = parse(args)
  if (given.help) return 'help'
  if (given.url !== undefined && given.database !== undefined)
    throw new SuiteError('--database is for the server that is started without --url')
  return {
    target: targetOf(given),
    seed: given.seed === undefined ? randomSeed() : wholeNumber('seed', given.seed, 0),
    runs: wholeNumber('runs', given.runs, 1),
    only: given.only?.split(',').map(areaOf),
    leaveOut: Object.fromEntries(given['leave-out']?.map(leftOut) ?? []),
    ownWords: given['own-words'],
    html: given.html ?? html,
    database: given.database,
  }
}
