import { type CharSet, JS, type Node, type NoParent } from 'refa'
import { analyse } from 'scslre'

/** A character of a pattern, and those that can come after it. */
type Position = { characters: CharSet; next: Set<Position> }

/** Returns the flaw of a pattern, if it has one. */
export const flawOf = (pattern: string): string | undefined => {
  try {
    const { reports } = analyse(new RegExp(pattern, 'u'), { reportTypes: { Move: false } })
    const parser = JS.Parser.fromLiteral({ source: pattern, flags: 'u' })
    const { expression } = parser.parse({ assertions: 'ignore', backreferences: 'disable' })
    const positions: Position[] = []
    partOf(expression, positions)
    // scslre does not look for alternatives of a repeated part that match the same text.
    return reports.some(({ exponential }) => exponential) || positions.some(isAmbiguous)
      ? 'can take exponential time'
      : undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) return undefined
  }
  try {
    new RegExp(pattern)
    return 'is not a Unicode regular expression, and is read without the flag `u`'
  } catch {
    return 'is not a regular expression, and is not checked'
  }
}

/** A part of a pattern: where it starts and ends, and whether it matches the empty text. */
type Part = { first: Position[]; last: Position[]; isEmpty: boolean }

const nothing: Part = { first: [], last: [], isEmpty: true }

/** Returns the automaton of a part of a pattern, with one state for each character (Glushkov). */
function partOf(node: NoParent<Node>, all: Position[]): Part {
  switch (node.type) {
    case 'CharacterClass': {
      const position = { characters: node.characters, next: new Set<Position>() }
      all.push(position)
      return { first: [position], last: [position], isEmpty: false }
    }
    case 'Concatenation':
      return node.elements.reduce<Part>((before, element) => {
        const part = partOf(element, all)
        connect(before.last, part.first)
        return {
          first: before.isEmpty ? [...before.first, ...part.first] : before.first,
          last: part.isEmpty ? [...before.last, ...part.last] : part.last,
          isEmpty: before.isEmpty && part.isEmpty,
        }
      }, nothing)
    case 'Expression':
    case 'Alternation':
    case 'Quantifier': {
      const parts = node.alternatives.map((each) => partOf(each, all))
      const first = parts.flatMap((part) => part.first)
      const last = parts.flatMap((part) => part.last)
      if (node.type === 'Quantifier' && node.max === Number.POSITIVE_INFINITY) connect(last, first)
      const canSkip = node.type === 'Quantifier' && node.min === 0
      return { first, last, isEmpty: canSkip || parts.some((part) => part.isEmpty) }
    }
    default:
      return nothing
  }
}

function connect(from: readonly Position[], to: readonly Position[]): void {
  for (const each of from) for (const next of to) each.next.add(next)
}

/** The most pairs of states that are visited. A longer pattern is not searched to the end. */
const maxPairs = 50_000

/**
 * Returns whether a text can lead from a state back to it on two ways. Then the number of ways doubles
 * with each repetition (Weber and Seidl 1991).
 */
function isAmbiguous(start: Position): boolean {
  // A pair of ways that have read the same text, and whether they have differed.
  const seen = new Map<Position, Map<Position, boolean>>()
  const open: [Position, Position, boolean][] = [[start, start, false]]
  for (let count = 0; count < maxPairs; count++) {
    const [a, b, differed] = open.pop() ?? []
    if (!a || !b) return false
    for (const one of a.next)
      for (const other of b.next) {
        if (one.characters.isDisjointWith(other.characters)) continue
        const differs = differed === true || one !== other
        if (differs && one === start && other === start) return true
        const before = seen.get(one) ?? new Map<Position, boolean>()
        seen.set(one, before)
        if (before.get(other) === true || (before.has(other) && !differs)) continue
        before.set(other, differs)
        open.push([one, other, differs])
      }
  }
  return false
}
