/**
 * Returns the numbers that a text may name an order by, as a person types them or a scanner reads them: `100008` for
 * MF-100008, `1001` for #1001, a tracking number in lower case or with a label's spaces.
 */
export const orderNamesOf = (text: string) => {
  const given = pasted(text.normalize('NFKC'))
  const [, digits] = /^(?:MF)?(\d{1,15})$/i.exec(given.replaceAll(/[\s\p{Pd}]/gu, '')) ?? []
  return {
    orderNumbers: digits === undefined ? [given] : [given, `MF-${digits}`],
    sourceNumbers: [
      text,
      given,
      given.normalize('NFD'),
      given.startsWith('#') ? given.slice(1) : `#${given}`,
    ],
    trackingNumbers: [given, trackingNumberOf(given)],
  }
}

/**
 * Returns a tracking number as carriers print it, without a label's spaces and what a scanner adds. A barcode of USPS has
 * 420 and the postal code before it, one of FedEx has 22 digits.
 */
export function trackingNumberOf(text: string): string {
  const compact = text
    .normalize('NFKC')
    .replaceAll(/^\]\w\d|[\s\p{C}()]/gu, '')
    .toUpperCase()
  const [, usps, fedex] =
    /^(?:420\d{5}(?:\d{4})?(9\d{21})|(?:10|96)\d{20}(\d{12}))$/.exec(compact) ?? []
  const inside = usps ?? fedex
  if (inside !== undefined) return inside
  return /^[0-9A-Z]{10,40}$/.test(compact) && /\d{6}/.test(compact) ? compact : text.trim()
}

/** Returns whether a text is no word for a missing number. Formulas of spreadsheets that find nothing are 0. */
export function isTrackingNumber(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/^(?:n\/?a|none|null|pending|tb[ad]|unknown|0)$/i.test(text)
}

/** Returns an address or a number without the spaces and invisible marks that are often pasted with it. */
export function pasted(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '').trim()
}
