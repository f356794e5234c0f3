/** The syntax and layout of a language's literals. */
export type LiteralStyle = {
  /** The indent of a level. */
  indent: string
  /** The maximum length of a line. */
  width: number
  key(name: string): string
  text(value: string): string
  /** The keywords for true, false and null. */
  words: Record<'true' | 'false' | 'null', string>
  /** The space inside the braces of an object on one line. */
  padding: string
  /** The separator after the last entry of an object or list on several lines. */
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
 * Returns a JSON value as a literal, on one line if it fits.
 * @param margin the indent of the line on which the literal begins.
 * @param before the number of characters before the literal on that line.
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
