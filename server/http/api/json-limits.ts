/** How deep a body may be nested, and how many values it may hold. */
export const jsonLimits = { depth: 64, values: 10_000 } as const

export type JsonLimits = { readonly depth: number; readonly values: number }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const space = 0x20
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where the string that begins at a place ends; the end of the text if it never does. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

/** Whether nothing is in the array or object that begins at a place. */
const isEmpty = (bytes: Uint8Array, start: number): boolean => {
  let at = start + 1
  while (at < bytes.length && Number(bytes[at]) <= space) at++
  return bytes[at] === closeArray || bytes[at] === closeObject
}

/**
 * Which limit a JSON text is past, found in one pass before anything is made of it: 256 KiB can hold
 * 130,000 values, each of which would be looked at, and each wrong one named. RFC 8259 §9 allows
 * such limits. Of what is no JSON it may say anything.
 */
export const pastLimit = (
  bytes: Uint8Array,
  { depth: deepest, values: most }: JsonLimits,
): keyof JsonLimits | undefined => {
  let depth = 0
  let values = 1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfString(bytes, at)
    else if (byte === comma) values++
    else if (byte === openArray || byte === openObject) {
      depth++
      if (!isEmpty(bytes, at)) values++
    } else if (byte === closeArray || byte === closeObject) depth--
    if (depth > deepest) return 'depth'
    if (values > most) return 'values'
  }
  return undefined
}
