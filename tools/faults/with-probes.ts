import { type Body, bodiesUsing } from './bodies-using.ts'
import type { Fault } from './faults-in.ts'

type Insertion = { at: number; text: string; length: number; isEnd: boolean }

const callOf = (index: number): string => `globalThis.reachFault?.(${index})`

const around = (
  { start, end }: { start: number; end: number },
  open: string,
  close: string,
): Insertion[] => [
  { at: start, text: open, length: end - start, isEnd: false },
  { at: end, text: close, length: end - start, isEnd: true },
]

const atFault = ({ scope }: Fault, index: number): Insertion[] =>
  // A parenthesis at the start of a line would continue the line before.
  scope.isStatement
    ? around(scope, `{${callOf(index)};`, '}')
    : around(scope, `(${callOf(index)},`, ')')

const inBody = (body: Body, index: number): Insertion[] =>
  body.isBlock
    ? [{ at: body.start + 1, text: `${callOf(index)};`, length: body.end, isEnd: false }]
    : around(body, `(${callOf(index)},`, ')')

/** Orders insertions at one position: ends before starts, inner ends first, outer starts first. */
const byPosition = (a: Insertion, b: Insertion): number =>
  a.at - b.at ||
  Number(b.isEnd) - Number(a.isEnd) ||
  (a.isEnd ? a.length - b.length : b.length - a.length)

const insertAll = (source: string, insertions: readonly Insertion[]): string => {
  let position = 0
  let probed = ''
  for (const { at, text } of insertions.toSorted(byPosition)) {
    probed += source.slice(position, at) + text
    position = at
  }
  return probed + source.slice(position)
}

/** Faults by their number. */
type Faults = ReadonlyMap<number, Fault>

/**
 * Returns the source with calls that tell which of the faults' places are executed. The top level is
 * executed once for several test files: there, the functions that use the declaration are probed.
 * @param imported the names that depend on faults of imported modules.
 */
export const withProbes = (
  source: string,
  faults: Faults,
  imported: ReadonlyMap<number, ReadonlySet<string>> = new Map(),
): string => {
  const here = [...faults].flatMap(([index, fault]) =>
    fault.isTopLevel
      ? bodiesUsing(source, fault.start).bodies.flatMap((body) => inBody(body, index))
      : atFault(fault, index),
  )
  const used = [...imported].flatMap(([index, names]) =>
    bodiesUsing(source, names).bodies.flatMap((body) => inBody(body, index)),
  )
  return insertAll(source, [...here, ...used])
}
