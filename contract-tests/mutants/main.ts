import { parseArgs } from 'node:util'
import { explainError } from '../../server/process/explain-error.ts'
import { laws } from '../laws/all.ts'
import { startOwnServer } from '../own/own-server.ts'
import { makeTemplate } from '../own/template.ts'
import { resultLine, summaryLine } from '../report/text.ts'
import { runLaws } from '../support/run-laws.ts'
import { mutants } from './all.ts'
import { findKiller } from './find-killer.ts'

const usage = `Usage: npm run contract:mutants -- [--only WORDS]

Checks that the laws of the contract can fail. Plants each of ${mutants.length} violations in this project's server; a
law of the violation's area must detect it. An undetected violation fails the command.

  --only WORDS  only violations whose description contains these words
  --help        show this text
`

const options = {
  only: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const

const settings = { seed: 20_261_120, runs: 20 }

const print = (line: string) => process.stdout.write(`${line}\n`)

const oneLine = (error: unknown): string => {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

const run = async (): Promise<number> => {
  const { only, help } = parseArgs({ options }).values
  if (help) {
    print(usage)
    return 0
  }
  const started = performance.now()
  const template = await makeTemplate()
  print('Server without violations:\n')
  const target = await startOwnServer({ template })
  const green = await runLaws(laws, { target, ...settings })
  await target.stop()
  for (const result of green) if (result.outcome.kind !== 'kept') print(resultLine(result))
  print(`${summaryLine(green)}\n\nServer with one violation each:\n`)

  const survivors: string[] = []
  const chosen = mutants.filter(({ breaks }) => breaks.includes(only))
  for (const [i, mutant] of chosen.entries()) {
    const { killer, requests } = await findKiller(template, mutant, settings)
    if (!killer) survivors.push(`${mutant.breaks} (${mutant.source})`)
    print(`${killer ? '✓' : '✗'} ${i + 1}/${chosen.length} ${mutant.breaks} (${mutant.source})`)
    if (killer?.outcome.kind === 'broken') {
      print(`    detected after ${requests} requests by ${killer.law.area}: ${killer.law.promise}`)
      print(`    for: ${oneLine(killer.outcome.error)}`)
    } else print(`    SURVIVED ${requests} requests of ${mutant.area}`)
  }
  template.remove()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  print(
    `\n${chosen.length - survivors.length} of ${chosen.length} violations detected in ${seconds} s`,
  )
  for (const survivor of survivors) print(`✗ survived: ${survivor}`)
  return survivors.length === 0 && green.every(({ outcome }) => outcome.kind === 'kept') ? 0 : 1
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${explainError(error)}\n`)
  return 2
})
