// Generated from the OpenAPI document. Do not edit.

/** Limits of JSON. RFC 8259 §9 allows them. */
export type JsonLimits = {
  /** The most levels. Default: 64. */
  depth?: number
  /** The most values. Default: 100,000. */
  values?: number
}

/**
 * Parses JSON.
 * @throws {Unreadable} if it is not valid, exceeds a limit, or has an integer whose digits would be lost.
 */
export const parseJson = (
  text: string,
  { depth = 64, values = 100_000 }: JsonLimits = {},
): unknown => {
  let count = 0
  let isLarge = false
  const visit = (each: unknown, level: number): void => {
    if (++count > values)
      throw new Unreadable(`must hold at most ${values.toLocaleString('en')} values`)
    if (typeof each === 'number' && Math.abs(each) >= 2 ** 53) isLarge = true
    if (typeof each !== 'object' || each === null) return
    if (level === depth) throw new Unreadable(`must not be nested deeper than ${depth} levels`)
    for (const inner of Object.values(each)) visit(inner, level + 1)
  }
  const value = parsed(text)
  visit(value, 0)
  const lost = isLarge
    ? text.match(longIntegers)?.find((each) => !each.startsWith('"') && isRounded(each))
    : undefined
  if (lost === undefined) return value
  throw new Unreadable(`must not have ${lost.slice(0, 40)}, which is no exact double (up to 2^53)`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable('must be valid JSON')
  }
}

/** Thrown with the reason why a text cannot be read. It is no error: a stack costs more than reading does. */
export class Unreadable {
  readonly reason: string
  /** Where the text is in a value, such as `.tags[0]`. */
  readonly path: string
  constructor(reason: string, path = '') {
    this.reason = reason
    this.path = path
  }
}

/**
 * Whether the digits of an integer are lost in a number of JavaScript (RFC 8259 §6). Those that it
 * prints itself are not.
 */
export const isRounded = (digits: string): boolean => {
  if (digits.length < 16) return false
  const value = Number(digits)
  return !Number.isFinite(value) || (String(value) !== digits && BigInt(digits) !== BigInt(value))
}

/** The reason why an integer is rejected whose digits would be lost. */
export const roundedReason = 'must be an integer that is exact in double precision (up to 2^53)'

/** Strings, and integers of many digits. */
const longIntegers = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d{16,}(?![\d.eE])/g
