/**
 * Escapes the control characters of a text, but line breaks and tabs, as JSON does. Texts of files and clients can
 * hold sequences that a terminal obeys.
 */
export const printable = (text: string): string =>
  text.replaceAll(
    /(?![\t\n]|\r\n)\p{Cc}/gu,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
