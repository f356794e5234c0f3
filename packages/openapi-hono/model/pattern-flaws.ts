import { type Concatenation, isDisjointWith, JS, NFA, type NoParent, visitAst } from 'refa'
import { analyse } from 'scslre'

/** The flaw of a pattern that some texts keep busy for ever. */
export const slow = 'can take exponential time'

const known = new Map<string, string | undefined>()

export const flawOf = (pattern: string): string | undefined => {
  if (!known.has(pattern)) known.set(pattern, findFlaw(pattern))
  return known.get(pattern)
}

function findFlaw(pattern: string): string | undefined {
  try {
    const { reports } = analyse(new RegExp(pattern, 'u'), { reportTypes: { Move: false } })
    return reports.some(({ exponential }) => exponential) || isAmbiguous(pattern) ? slow : undefined
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

type Alternatives = readonly NoParent<Concatenation>[]

/**
 * Returns whether alternatives of a repeated part match the same text, so that the number of ways doubles with each
 * repetition. scslre does not look for these.
 */
function isAmbiguous(pattern: string): boolean {
  const parser = JS.Parser.fromLiteral({ source: pattern, flags: 'u' })
  const { expression, maxCharacter } = parser.parse({
    assertions: 'ignore',
    backreferences: 'disable',
  })
  const automaton = (alternatives: Alternatives, max: number) =>
    NFA.fromRegex(
      { type: 'Quantifier', alternatives: [...alternatives], min: 1, max, lazy: false },
      { maxCharacter },
    )
  const overlap = (alternatives: Alternatives, max: number) =>
    alternatives.some(
      (one, i) =>
        alternatives.length > 1 &&
        !isDisjointWith(automaton([one], 1), automaton(alternatives.toSpliced(i, 1), max)),
    )
  let repeats = 0
  let found = false
  visitAst(expression, {
    onQuantifierEnter({ max, alternatives }) {
      if (max !== Number.POSITIVE_INFINITY) return
      repeats++
      found ||= overlap(alternatives, max)
    },
    onQuantifierLeave({ max }) {
      if (max === Number.POSITIVE_INFINITY) repeats--
    },
    onAlternationEnter({ alternatives }) {
      found ||= repeats > 0 && overlap(alternatives, 1)
    },
  })
  return found
}
