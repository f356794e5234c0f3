import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bodiesUsing } from './bodies-using.ts'
import type { Fault } from './faults-in.ts'
import type { Distances } from './importers.ts'
import { measure } from './judge.ts'
import { clearReached, readReached } from './reached.ts'
import type { TestRunner } from './test-runner.ts'
import { withProbes } from './with-probes.ts'

/** A fault of a file, whose path is in the folder. */
export type Planted = { file: string; source: string; fault: Fault }

/** Faults by their number, from 1. */
export type Drawn = ReadonlyMap<number, Planted>

/** Returns the text of each file that has faults, or imports one that has, with probes. */
const probedFiles = (folder: string, drawn: Drawn, importersOf: (file: string) => Distances) => {
  type Probes = { faults: Map<number, Fault>; imported: Map<number, ReadonlySet<string>> }
  const files = new Map<string, Probes>()
  const probesOf = (file: string): Probes => {
    const probes = files.get(file) ?? { faults: new Map(), imported: new Map() }
    files.set(file, probes)
    return probes
  }
  for (const [index, { file, source, fault }] of drawn) {
    probesOf(file).faults.set(index, fault)
    if (!fault.isTopLevel) continue
    const { names } = bodiesUsing(source, fault.start)
    for (const [importer, distance] of importersOf(file))
      if (distance === 1 && !importer.endsWith('.test.ts'))
        probesOf(importer).imported.set(index, names)
  }
  return [...files].map(([file, { faults, imported }]) => {
    const source = readFileSync(join(folder, file), 'utf8')
    return { file, source, probed: withProbes(source, faults, imported) }
  })
}

/**
 * Runs tests without a fault, in code that records which faults' places they reach.
 * @param onBroken called with each test that fails twice.
 * @returns the durations, and whether a test reaches a fault.
 */
export const probe = async (
  folder: string,
  runner: TestRunner,
  drawn: Drawn,
  tests: readonly string[],
  importersOf: (file: string) => Distances,
  onBroken: (test: string) => void,
) => {
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text)
    runner.invalidate(join(folder, file))
  }
  const files = probedFiles(folder, drawn, importersOf)
  clearReached(folder)
  for (const { file, probed } of files) write(file, probed)
  const durations = await measure(runner, tests, onBroken)
  for (const { file, source } of files) write(file, source)
  const reached = readReached(folder)
  return {
    durations,
    // A test that imports the file may use its top level itself.
    reaches: (test: string, index: number, isImporter: boolean) =>
      reached.get(test)?.has(index) === true ||
      (isImporter && drawn.get(index)?.fault.isTopLevel === true),
  }
}
