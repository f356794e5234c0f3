import { formatAddress } from 'localized-address-format'
import { countries } from '../../domain/countries.ts'
import type { Order } from '../../domain/order.ts'

/** Returns the lines of an order's shipping address, in the form of its country. */
export const addressLines = ({ recipient, companyName }: Order): string[] => {
  const { firstName, lastName, street1, street2, zip, city, state, country } = recipient
  const names = familyFirst.test(lastName) ? [lastName, firstName] : [firstName, lastName]
  const countryName = countries.get(country) ?? country
  const { hasCity, hasState, hasZip, prefix } = formOf(country)
  const isCityShown = hasCity || city === countryName || (hasState && city === state)
  const isStateShown = hasState || state === city
  const left = [isCityShown ? '' : city, isStateShown ? '' : state, hasZip ? '' : zip]
  const lines = formatAddress(
    {
      postalCountry: country,
      administrativeArea: state,
      locality: city,
      postalCode: zip.replace(new RegExp(`^${prefix}[- ]*(?=\\d)`, 'i'), ''),
      name: names.join(' ').trim(),
      organization: companyName,
      // With several lines, the library starts a line of some countries with a comma.
      addressLines: [[street1, street2, ...left].filter((part) => part !== '').join(', ')],
    },
    'latin',
  )
  return [...lines, countryName]
}

/** Names in Chinese, Japanese or Korean characters begin with that of the family. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns which parts the form of a country has a place for, and the letters that it adds to a postal code. */
function formOf(country: string) {
  const parts = { postalCountry: country, administrativeArea: '1', locality: '2', postalCode: '3' }
  const form = formatAddress(parts, 'latin').join('\n')
  const [, prefix = ''] = /([A-Z]+)[- ]?3/.exec(form) ?? []
  const [hasState, hasCity, hasZip] = ['1', '2', '3'].map((part) => form.includes(part))
  return { hasState, hasCity, hasZip, prefix }
}
