import { parseArgs } from 'node:util'
import { isScenario, type Scenario, scenarios } from './scenarios/scenarios.ts'

const list = Object.entries(scenarios)
  .map(([name, { shows }]) => `    ${name.padEnd(20)} ${shows}`)
  .join('\n')

export const usage = `Usage: npm run mock -- [--stateful] [--scenario NAME] [--seed TEXT]

Starts a mock of the API on http://127.0.0.1:4010. It returns the document's examples and applies the server's rules.
The control page is at /__mock/.

  --stateful       keep data: run the real operations on a temporary database
  --scenario NAME  the initial data (default: demo); implies --stateful
${list}
  --seed TEXT      the seed of dynamic responses (default: mock)
  --help           show this text

The environment variables HOST, PORT and RATE_LIMIT_* work as for the server. A Prefer header selects the response:
code=404, example=notFound, dynamic=true, wait=500.
`

export type Options = { stateful: boolean; scenario: Scenario; seed: string }

/** Thrown for an invalid option. The message names the valid values. */
export class InvalidOptionError extends Error {
  override name = 'InvalidOptionError'
}

const options = {
  stateful: { type: 'boolean', default: false },
  scenario: { type: 'string' },
  seed: { type: 'string', default: 'mock' },
  help: { type: 'boolean', default: false },
} as const

/** Parses the command line. */
export const readOptions = (args: string[]): Options | 'help' => {
  const { stateful, scenario = 'demo', seed, help } = parseArgs({ args, options }).values
  if (help) return 'help'
  if (!isScenario(scenario))
    throw new InvalidOptionError(
      `--scenario must be one of ${Object.keys(scenarios).join(', ')}, not ${scenario}`,
    )
  return {
    stateful: stateful || args.some((each) => each.startsWith('--scenario')),
    scenario,
    seed,
  }
}
