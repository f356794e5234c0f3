import { parseArgs } from 'node:util'
import { isScenario, type Scenario, scenarios } from './scenarios/scenarios.ts'

const list = Object.entries(scenarios)
  .map(([name, { shows }]) => `    ${name.padEnd(20)} ${shows}`)
  .join('\n')

export const usage = `Usage: npm run mock -- [--stateful] [--scenario NAME] [--seed TEXT]

A mock of the contract on http://127.0.0.1:4010: the document's examples behind the contract's own edge.
Turn it by hand at /__mock/.

  --stateful       remember: the real operations on a database of the mock's own
  --scenario NAME  what is in it (demo); implies --stateful
${list}
  --seed TEXT      what dynamic answers hold (mock)
  --help           this text

HOST, PORT and the RATE_LIMIT_ settings are the server's. Wishes go in a Prefer header: code=404, example=notFound,
dynamic=true, wait=500.
`

export type Options = { stateful: boolean; scenario: Scenario; seed: string }

/** The command line asks for something that there is not. The message says what there is. */
export class OptionsProblem extends Error {
  override name = 'OptionsProblem'
}

const options = {
  stateful: { type: 'boolean', default: false },
  scenario: { type: 'string' },
  seed: { type: 'string', default: 'mock' },
  help: { type: 'boolean', default: false },
} as const

/** Reads what was asked for on the command line. */
export const readOptions = (args: string[]): Options | 'help' => {
  const { stateful, scenario = 'demo', seed, help } = parseArgs({ args, options }).values
  if (help) return 'help'
  if (!isScenario(scenario))
    throw new OptionsProblem(
      `--scenario must be one of ${Object.keys(scenarios).join(', ')}, not ${scenario}`,
    )
  return {
    stateful: stateful || args.some((each) => each.startsWith('--scenario')),
    scenario,
    seed,
  }
}
