/**
 * Escapes the control characters of a text, but line breaks and tabs, as JSON does. Texts of files and clients can
 * hold sequences that a terminal obeys.
 */
export const printable = (text: string): string =>
  text.replaceAll(
    /(?![\t\n]|\r\n)\p{Cc}/gu,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Returns a text whose invisible characters, and spaces at its ends, are shown as code points. */
export const visible = (text: string): string =>
  text.replaceAll(/^ +| +$|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (found) =>
    Array.from(found, codePoint).join(''),
  )

function codePoint(character: string): string {
  const hexadecimal = character.codePointAt(0)?.toString(16).toUpperCase() ?? ''
  return `<U+${hexadecimal.padStart(4, '0')}>`
}
