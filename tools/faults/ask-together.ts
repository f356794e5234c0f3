import { Exchange } from './exchange.ts'
import type { Fault } from './faults-in.ts'
import type { TestRunner } from './test-runner.ts'
import { withSwitches } from './with-switches.ts'

/** A fault of a file, whose path is in the folder. */
export type Planted = { file: string; source: string; fault: Fault }

/** Faults by their number, from 1. */
export type Drawn = ReadonlyMap<number, Planted>

/** Returns the text of each file that has faults, with all of them behind switches. */
const switchedFiles = (drawn: Drawn) => {
  const switchable = [...drawn].filter(([, { fault }]) => !fault.isTopLevel)
  return [...Map.groupBy(switchable, ([, { file }]) => file)].map(([file, ofFile]) => {
    const faults = new Map(ofFile.map(([id, { fault }]) => [id, fault]))
    const source = ofFile[0]?.[1].source ?? ''
    return { file, source, switched: withSwitches(source, faults) }
  })
}

/**
 * Asks tests about all faults in one run: each test is repeated for each fault that it executes. The top
 * level of a module is executed once for several tests, so its faults are left out.
 * @param onProgress called each minute with the number of faults that tests have noticed.
 * @returns which test noticed a fault, and whether a test has to be asked about it alone.
 * @throws {Error} if a test file cannot be loaded.
 */
export const askTogether = async (
  folder: string,
  runner: TestRunner,
  drawn: Drawn,
  tests: readonly string[],
  onProgress: (noticed: number) => void,
) => {
  const exchange = new Exchange(folder)
  const files = switchedFiles(drawn)
  for (const { file, switched } of files) runner.write(file, switched)
  exchange.open()
  const progress = setInterval(() => onProgress(exchange.count()), 60_000)
  const result = await runner.run(tests).finally(() => clearInterval(progress))
  const noticed = new Map([...drawn.keys()].map((id) => [id, exchange.noticedBy(id)]))
  const left = new Map(tests.map((test) => [test, exchange.leftBy(test)]))
  exchange.clear()
  for (const { file, source } of files) runner.write(file, source)
  if (result !== 'expired' && result.failed && !result.failed.isUnhandled)
    throw new Error(`${result.failed.tests[0]} cannot be loaded: ${result.failed.name}`)
  return {
    noticedBy: (id: number): string | undefined => noticed.get(id),
    isLeft: (test: string, id: number): boolean =>
      drawn.get(id)?.fault.isTopLevel === true || left.get(test)?.includes(id) !== false,
  }
}
