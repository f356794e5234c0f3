import { parseArgs } from 'node:util'
import { type Area, areas } from './law.ts'
import { SuiteProblem } from './suite-problem.ts'
import type { Running } from './target.ts'

export const usage = `Usage: npm run contract -- [--url URL --key KEY] [--seed N] [--runs N] [--only AREA]

Looks whether a server keeps the contract; without --url, our own, started for the purpose.
It creates contacts, invites, orders and subscriptions: give it an account that is there for tests,
with an Active campaign and stock, and a request budget of some ten thousand.

  --url URL              the server, such as http://127.0.0.1:8080
  --key KEY              a key of the account
  --other-key KEY        a key of another account; laws that lack what they need are skipped, and say so
  --empty-key KEY        a key of an account that has nothing
  --revoked-key KEY      a key that was revoked
  --deactivated-key KEY  a key of an account that was deactivated
  --stateless            look only at what a server that remembers nothing can keep, such as a mock or stubs
  --own-words            the server words its refusals otherwise than the document's examples, where nothing fixes
                         them: they are then told apart by status alone
  --seed N               two runs with one seed ask the same (drawn)
  --runs N               how many values each property is tried with (20)
  --only AREA            one area: ${areas.slice(0, 8).join(', ')},
                         ${areas.slice(8).join(', ')}
  --html FILE            where the report goes (dist/contract.html)
  --help                 this text

Ends with 0 if the contract is kept, 1 if it is broken, 2 if it could not be looked at.
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
  /** The server that was given, if one was. */
  target: Running | undefined
  seed: number
  runs: number
  only: Area | undefined
  /** Whether messages may be worded otherwise than the document's examples. */
  ownWords: boolean
  html: string
}

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/)
    throw new SuiteProblem(`${reason}. --help lists the options`)
  }
}

const wholeNumber = (name: string, text: string, least: number): number => {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number >= least) return number
  throw new SuiteProblem(`--${name} must be a whole number from ${least} to 999999999: ${text}`)
}

const areaOf = (text: string): Area => {
  const area = areas.find((each) => each === text)
  if (area) return area
  throw new SuiteProblem(`--only must be one of ${areas.join(', ')}: ${text}`)
}

const targetOf = (given: ReturnType<typeof parse>): Running | undefined => {
  const { url, key, 'other-key': otherKey, 'empty-key': emptyKey } = given
  const { 'revoked-key': revokedKey, 'deactivated-key': deactivatedKey } = given
  if (url === undefined && key === undefined) return undefined
  if (url === undefined || key === undefined)
    throw new SuiteProblem('--url and --key belong together')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new SuiteProblem(`--url must be such as http://127.0.0.1:8080: ${url}`)
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
 * Reads what was asked for on the command line.
 * @throws {SuiteProblem} where it cannot be done.
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
