import { parseArgs } from 'node:util'
import { type Area, areas } from './law.ts'
import { SuiteError } from './suite-error.ts'
import type { Running } from './target.ts'

export const usage = `Usage: npm run contract -- [--url URL --key KEY] [--seed N] [--runs N] [--only AREA]

Checks that a server keeps the contract. Without --url, it starts and checks this project's server.
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
  --only AREA            one area: ${areas.slice(0, 8).join(', ')},
                         ${areas.slice(8).join(', ')}
  --html FILE            the file of the report (default: dist/contract.html)
  --help                 show this text

Exits with 0 if the contract is kept, 1 if it is broken, 2 if the run failed.
`

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
  html: { type: 'string', default: 'dist/contract.html' },
  stateless: { type: 'boolean', default: false },
  'own-words': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export type Options = {
  /** The target of --url, if given. */
  target: Running | undefined
  seed: number
  runs: number
  only: Area | undefined
  /** Whether messages can differ from the document's examples. */
  ownWords: boolean
  html: string
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
  throw new SuiteError(`--only must be one of ${areas.join(', ')}: ${text}`)
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
 * @throws {SuiteError} for invalid options.
 */
export const readOptions = (args: string[]): Options | 'help' => {
  const given = parse(args)
  if (given.help) return 'help'
  return {
    target: targetOf(given),
    seed:
      given.seed === undefined
        ? Math.floor(Math.random() * 1e9)
        : wholeNumber('seed', given.seed, 0),
    runs: wholeNumber('runs', given.runs, 1),
    only: given.only === undefined ? undefined : areaOf(given.only),
    ownWords: given['own-words'],
    html: given.html,
  }
}
