import type { Fault } from './faults-in.ts'

type Insertion = { at: number; text: string; length: number; isEnd: boolean }

const insertionsFor = ({ scope }: Fault, index: number): Insertion[] => {
  const { start, end, isStatement } = scope
  const length = end - start
  const call = `globalThis.reachFault?.(${index})`
  // A parenthesis at the start of a line would continue the line before.
  const [open, close] = isStatement ? [`{${call};`, '}'] : [`(${call},`, ')']
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

/** Returns the source with calls that tell which of the faults' expressions and statements are executed. */
export const withProbes = (source: string, faults: ReadonlyMap<number, Fault>): string => {
  let position = 0
  let probed = ''
  const insertions = [...faults].flatMap(([index, fault]) => insertionsFor(fault, index))
  for (const { at, text } of insertions.toSorted(byPosition)) {
    probed += source.slice(position, at) + text
    position = at
  }
  return probed + source.slice(position)
}
