// Generated from the OpenAPI document. Do not edit.

export type ContentKind = 'json' | 'form' | 'multipart' | 'text' | 'events' | 'lines' | 'bytes'

/** Returns how bodies of a content type are read. A range such as `*\/*` is taken for JSON. */
export const kindOf = (contentType: string): ContentKind => {
  const { essence } = parsed(contentType)
  // `text/json` is not registered, but ASP.NET declares it beside `application/json`.
  if (/^((application|text)\/json|[^/]+\/[^/]+\+json|application\/\*|\*\/\*|\*)$/.test(essence))
    return 'json'
  if (/^application\/(jsonl|x-jsonl|jsonlines|ndjson|x-ndjson)$/.test(essence)) return 'lines'
  if (essence === 'application/x-www-form-urlencoded') return 'form'
  if (essence === 'multipart/form-data') return 'multipart'
  if (essence === 'text/event-stream') return 'events'
  return essence.startsWith('text/') ? 'text' : 'bytes'
}

/**
 * Returns the declared content type that a `Content-Type` is of. The most exact one counts. Without one, a body is of
 * `application/octet-stream` (RFC 9110 §8.3).
 */
export const declaredType = (
  given: string | undefined = 'application/octet-stream',
  declared: readonly string[],
): string | undefined => {
  if (declared.includes(given)) return given
  const found = highest(declared, (each) => exactnessOf(each, given))
  // JSON is UTF-8, and its `charset` has no meaning (RFC 8259 §11).
  const hasCharset = found !== undefined && ['form', 'text', 'events'].includes(kindOf(given))
  return hasCharset && isOtherCharset(given) ? undefined : found
}

/** Returns whether the parameters of a `Content-Type` say another encoding than UTF-8 (RFC 9110 §8.3). */
function isOtherCharset(given: string): boolean {
  return !/^utf-?8$/i.test(parsed(given).parameters.get('charset') ?? 'utf-8')
}

/** Whether a media type is of one of a list of ranges, such as `image/png, image/jpeg`. */
export const isOfType = (given: string, ranges: string): boolean =>
  ranges.split(',').some((range) => exactnessOf(range, given) > 0)

/**
 * Returns the content types in the order in which a client gets them that prefers none: JSON comes
 * first.
 */
export const jsonFirst = <T extends string>(types: readonly T[]): T[] =>
  [...types].sort((a, b) => Number(kindOf(b) === 'json') - Number(kindOf(a) === 'json'))

/**
 * Returns a function that finds the content type that a client prefers (RFC 9110 §12.5.1). It returns undefined if the
 * client accepts none.
 */
export const choiceOf = <T extends string>(types: readonly T[]) => {
  const offered = jsonFirst(types)
  return (accept: string | undefined): T | undefined => {
    if (accept === undefined || accept.trim() === '') return offered[0]
    const ranges = accept.split(',').map((range) => ({
      range,
      quality: Number(parsed(range).parameters.get('q') ?? 1),
    }))
    // An offered range includes the types in it.
    const exactness = (range: string, type: T) =>
      exactnessOf(range, type) || (type.includes('*') ? exactnessOf(type, range) : 0)
    return highest(offered, (type) => {
      const closest = highest(ranges, ({ range }) => exactness(range, type))
      return closest?.quality ?? 0
    })
  }
}

/** Returns the first of those for which a number is highest; undefined if it is 0 for all. */
function highest<T>(all: readonly T[], numberOf: (each: T) => number): T | undefined {
  let found: T | undefined
  let most = 0
  for (const each of all) {
    const number = numberOf(each)
    if (number > most) {
      found = each
      most = number
    }
  }
  return found
}

type MediaType = { essence: string; parameters: ReadonlyMap<string, string> }

function parsed(text: string): MediaType {
  const [essence = '', ...rest] = text.split(';')
  const parameters = rest.map((part): [string, string] => {
    const [name = '', ...value] = part.split('=')
    return [
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ]
  })
  return { essence: essence.trim().toLowerCase(), parameters: new Map(parameters) }
}

/** Parameters that are no part of a type: how it is written, and how much it is preferred. */
const otherParameters = ['charset', 'boundary', 'q']

/**
 * Returns how exactly a range such as `image/*` or `application/*+json` says a media type; 0 if the type
 * is not in it. A parameter of another value excludes a type. One that the type lacks does not: many
 * clients leave it out.
 */
function exactnessOf(rangeText: string, typeText: string): number {
  if (rangeText === typeText) return 50
  const range = parsed(rangeText)
  const type = parsed(typeText)
  let exactness = essenceExactness(range.essence, type.essence)
  for (const [name, value] of exactness > 0 ? range.parameters : []) {
    if (otherParameters.includes(name)) continue
    const given = type.parameters.get(name)
    if (given !== undefined && given !== value) return 0
    exactness += given === undefined ? -1 : 1
  }
  return exactness
}

function essenceExactness(range: string, type: string): number {
  if (range === type) return 40
  if (range === '*/*' || range === '*') return 10
  const [start = '', end] = range.split('*')
  if (end === undefined || !type.startsWith(start) || !type.endsWith(end)) return 0
  return end === '' ? 20 : 30
}
