/** How a language writes values. */
export type LiteralStyle = {
  /** What goes before each further level. */
  indent: string
  /** A line may be so long. */
  width: number
  key(name: string): string
  text(value: string): string
  /** What stands for true, false and null. */
  words: Record<'true' | 'false' | 'null', string>
  /** What goes inside the braces of an object on one line. */
  padding: string
  /** What follows the last line of an object or a list. */
  trailing: ',' | ''
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const scalar = (value: unknown, { words, text }: LiteralStyle): string => {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'boolean') return value ? words.true : words.false
  return value === null ? words.null : String(value)
}

/**
 * A JSON value as a literal of a language, on one line where it fits.
 * @param margin what stands before the line that the literal begins on.
 * @param before how much of that line is taken already.
 */
export const literal = (
  value: unknown,
  style: LiteralStyle,
  margin = '',
  before = margin.length,
): string => {
  const inner = margin + style.indent
  const isList = Array.isArray(value)
  if (!isList && !isRecord(value)) return scalar(value, style)
  const parts: [label: string, part: unknown][] = isList
    ? value.map((each) => ['', each])
    : Object.entries(value).map(([name, each]) => [`${style.key(name)}: `, each])
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const pad = isList ? '' : style.padding
  const line = parts.map(([label, each]) => label + flat(each, style)).join(', ')
  if (parts.length === 0) return open + close
  if (before + line.length + 2 + 2 * pad.length <= style.width)
    return `${open}${pad}${line}${pad}${close}`
  const lines = parts.map(
    ([label, each]) => inner + label + literal(each, style, inner, inner.length + label.length + 1),
  )
  return `${open}\n${lines.join(',\n')}${style.trailing}\n${margin}${close}`
}

const flat = (value: unknown, style: LiteralStyle): string =>
  literal(value, { ...style, width: Number.POSITIVE_INFINITY })
