/** How a body of a content type is read and written. */
export type ContentKind = 'json' | 'form' | 'multipart' | 'text' | 'events' | 'bytes'

/** Returns a media type without its parameters, in lower case. */
const essence = (contentType: string): string =>
  contentType.split(';')[0]?.trim().toLowerCase() ?? ''

/** Returns how bodies of a content type are read. A range such as `*\/*` is taken for JSON. */
export const kindOf = (contentType: string): ContentKind => {
  const type = essence(contentType)
  if (/^(application\/json|[^/]+\/[^/]+\+json|application\/\*|\*\/\*|\*)$/.test(type)) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type === 'multipart/form-data') return 'multipart'
  if (type === 'text/event-stream') return 'events'
  return type.startsWith('text/') ? 'text' : 'bytes'
}

/** Returns whether a media type is in a range such as `image/*`, and how exact the range is. */
const specificity = (range: string, type: string): number => {
  if (range === type) return 3
  if (range === '*/*' || range === '*') return 1
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1)) ? 2 : 0
}

/** Returns whether the parameters of a `Content-Type` say another encoding than UTF-8 (RFC 9110 §8.3). */
const isOtherCharset = (given: string): boolean =>
  given.split(';').some((part) => /^\s*charset\s*=(?!\s*"?utf-8"?\s*$)/i.test(part))

/** Returns the declared content type that a `Content-Type` is of. The most exact one counts. */
export const declaredType = (
  given: string | undefined,
  declared: readonly string[],
): string | undefined => {
  if (given === undefined) return undefined
  const type = essence(given)
  let found: string | undefined
  let most = 0
  for (const each of declared) {
    if (each === given) return each
    const exactness = specificity(essence(each), type)
    if (exactness > most) [found, most] = [each, exactness]
  }
  const isText = found !== undefined && !['bytes', 'multipart'].includes(kindOf(type))
  return isText && isOtherCharset(given) ? undefined : found
}

/** Returns the content type that a client prefers (RFC 9110 §12.5.1), or undefined if it accepts none. */
export const acceptedType = <T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined => {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const ranges = accept.split(',').map((part) => ({
    range: essence(part),
    quality: Number(/;\s*q=([0-9.]+)/i.exec(part)?.[1] ?? 1),
  }))
  let best: T | undefined
  let most = 0
  for (const type of offered) {
    let [quality, exactness] = [0, 0]
    for (const each of ranges) {
      const own = specificity(each.range, essence(type))
      if (own > exactness) [quality, exactness] = [each.quality, own]
    }
    if (quality > most) [best, most] = [type, quality]
  }
  return best
}
