import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { mutants } from '../../contract-tests/mutants/all.ts'
import type { Change } from '../../contract-tests/mutants/mutant.ts'
import { startMutant } from '../../contract-tests/mutants/start-mutant.ts'
import { makeTemplate } from '../../contract-tests/own/template.ts'
import { checkContract } from '../../contract-tests/report/check-contract.ts'
import type { Target } from '../../contract-tests/support/target.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'
import type { Surface } from './surface.ts'

const violation = 'A cancelled order has a ship date'

const runs: readonly [name: string, change: Change, controls?: Target['controls']][] = [
  ['passed', {}],
  ['skipped', {}, { memory: true }],
  ['failed', mutants.find(({ breaks }) => breaks === violation) ?? {}],
]

/** The report of `npm run contract`, of the server, of a mutant, and of a server without controls. */
export const openContractReport = async (): Promise<Surface> => {
  const folder = makeTemporaryFolder()
  const run = async (name: string, target: Target) => {
    const html = join(folder.path, `${name}.html`)
    await checkContract(
      target,
      {
        database: undefined,
        seed: 1,
        runs: 1,
        only: undefined,
        leaveOut: {},
        ownWords: false,
        html,
      },
      { command: 'npm run contract --', print: () => {} },
    )
    return { name, show: (page: Page) => page.goto(pathToFileURL(html).href) }
  }
  const template = await makeTemplate()
  // The clock of a server stands still, and laws compare it with the time, so each run has a new one.
  const states = []
  for (const [name, change, controls] of runs) {
    const target = await startMutant(template, change)
    states.push(await run(name, controls ? { ...target, controls } : target))
    await target.stop()
  }
  await template.remove()
  return { states, close: async () => folder.remove() }
}
