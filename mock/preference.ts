/** The response that a client prefers (RFC 7240): Prism's preferences, and `wait`. */
export type Preference = {
  code: number | undefined
  example: string | undefined
  dynamic: boolean
  /** The delay of the response, in milliseconds. */
  wait: number
}

/** No preference: the response is the document's first success example. */
export const noPreference: Preference = {
  code: undefined,
  example: undefined,
  dynamic: false,
  wait: 0,
}

/** Returns whether a preference does not select a response. */
export const isEmptyPreference = ({ code, example, dynamic }: Preference): boolean =>
  code === undefined && example === undefined && !dynamic

/** The maximum delay of a response, in milliseconds. */
const maxWait = 60_000

/** Thrown for a preference with an invalid value. The message names the valid values. */
export class InvalidPreferenceError extends Error {
  override name = 'InvalidPreferenceError'
}

const wholeNumber = (name: string, text: string, most: number): number => {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number <= most) return number
  throw new InvalidPreferenceError(
    `Prefer: ${name} must be a whole number of at most ${most}, not "${text}"`,
  )
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1')

const flag = (text: string): boolean => {
  if (text === 'true' || text === '') return true
  if (text === 'false') return false
  throw new InvalidPreferenceError(`Prefer: dynamic must be true or false, not "${text}"`)
}

const parsers: Record<string, (preference: Preference, value: string) => Preference> = {
  code: (preference, value) => ({ ...preference, code: wholeNumber('code', value, 999) }),
  example: (preference, value) => ({ ...preference, example: value }),
  dynamic: (preference, value) => ({ ...preference, dynamic: flag(value) }),
  wait: (preference, value) => ({ ...preference, wait: wholeNumber('wait', value, maxWait) }),
}

/**
 * Parses a `Prefer` header: `code=404`, `example=notFound`, `dynamic=true`, `wait=200`, separated by
 * commas or semicolons. Unknown preferences are ignored (RFC 7240 §2).
 * @throws {InvalidPreferenceError} for a known preference with an invalid value.
 */
export const readPreference = (header: string | undefined): Preference =>
  (header ?? '')
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .reduce((preference, part) => {
      const [name = '', ...value] = part.split('=')
      const key = name.trim().toLowerCase()
      return Object.hasOwn(parsers, key)
        ? (parsers[key]?.(preference, unquoted(value.join('=').trim())) ?? preference)
        : preference
    }, noPreference)
