import { type Fault, withFault } from './faults-in.ts'

type Insertion = { at: number; text: string; length: number; isEnd: boolean }

/** Encloses the code of a fault: the fault takes its place while the switch is on. */
const around = (source: string, fault: Fault, id: number): Insertion[] => {
  const { start, end, isStatement } = fault.scope
  const replaced = withFault(source, fault).slice(
    start,
    end + fault.replacement.length - (fault.end - fault.start),
  )
  // A parenthesis at the start of a line would continue the line before.
  const [open, close] = isStatement
    ? [`if (isPlanted(${id})) {${replaced}\n} else {`, '\n}']
    : [`(isPlanted(${id}) ? (${replaced}\n) : (`, '\n))']
  const length = end - start
  return [
    { at: start, text: open, length, isEnd: false },
    { at: end, text: close, length, isEnd: true },
  ]
}

/** Orders insertions at one position: ends before starts, inner ends first, outer starts first. */
const byPosition = (a: Insertion, b: Insertion): number =>
  a.at - b.at ||
  Number(b.isEnd) - Number(a.isEnd) ||
  (a.isEnd ? a.length - b.length : b.length - a.length)

/** Programs that a test starts, and worker threads, run without faults. */
const declaration =
  '\nfunction isPlanted(id: number): boolean { return globalThis.isPlantedFault?.(id) }\n'

/**
 * Returns the source with all faults, each behind a switch: `globalThis.isPlantedFault` is called with its
 * ID wherever its code would be executed.
 * @param faults by their IDs. None is at the top level.
 */
export const withSwitches = (source: string, faults: ReadonlyMap<number, Fault>): string => {
  const insertions = [...faults].flatMap(([id, fault]) => around(source, fault, id))
  let position = 0
  let switched = ''
  for (const { at, text } of insertions.toSorted(byPosition)) {
    switched += source.slice(position, at) + text
    position = at
  }
  return switched + source.slice(position) + declaration
}
