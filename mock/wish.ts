/** What a client wishes of an answer (RFC 7240; the preferences are those that Prism knows, and `wait`). */
export type Wish = {
  code: number | undefined
  example: string | undefined
  dynamic: boolean
  /** Milliseconds to wait before the answer. */
  wait: number
}

/** No wish at all: the document's first example of success. */
export const noWish: Wish = { code: undefined, example: undefined, dynamic: false, wait: 0 }

/** Whether an answer is left to the mock. */
export const isPlain = ({ code, example, dynamic }: Wish): boolean =>
  code === undefined && example === undefined && !dynamic

/** The longest that an answer may be held back, in milliseconds. */
const longestWait = 60_000

/** A preference that is not understood; the message says what is. */
export class WishProblem extends Error {
  override name = 'WishProblem'
}

const wholeNumber = (name: string, text: string, most: number): number => {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number <= most) return number
  throw new WishProblem(`Prefer: ${name} must be a whole number of at most ${most}, not "${text}"`)
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1')

const flag = (text: string): boolean => {
  if (text === 'true' || text === '') return true
  if (text === 'false') return false
  throw new WishProblem(`Prefer: dynamic must be true or false, not "${text}"`)
}

const preferences: Record<string, (wish: Wish, value: string) => Wish> = {
  code: (wish, value) => ({ ...wish, code: wholeNumber('code', value, 999) }),
  example: (wish, value) => ({ ...wish, example: value }),
  dynamic: (wish, value) => ({ ...wish, dynamic: flag(value) }),
  wait: (wish, value) => ({ ...wish, wait: wholeNumber('wait', value, longestWait) }),
}

/**
 * Reads a `Prefer` header: `code=404`, `example=notFound`, `dynamic=true`, `wait=200`, parted by commas
 * or semicolons. Preferences that are no business of a mock's are ignored, as RFC 7240 §2 asks.
 * @throws {WishProblem} for one that is and cannot be read.
 */
export const readWish = (header: string | undefined): Wish =>
  (header ?? '')
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .reduce((wish, part) => {
      const [name = '', ...value] = part.split('=')
      const preference = name.trim().toLowerCase()
      return Object.hasOwn(preferences, preference)
        ? (preferences[preference]?.(wish, unquoted(value.join('=').trim())) ?? wish)
        : wish
    }, noWish)
