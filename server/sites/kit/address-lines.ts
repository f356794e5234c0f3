import { formatAddress } from 'localized-address-format'
import { countries } from '../../domain/countries.ts'
import type { Order } from '../../domain/order.ts'

/** Returns the lines of an order's shipping address, in the form of its country. */
export const addressLines = ({ recipient, companyName }: Order): string[] => {
  const { firstName, lastName, street1, street2, zip, city, state, country } = recipient
  const names = familyFirst.test(lastName) ? [lastName, firstName] : [firstName, lastName]
  const format = (parts: string[]) =>
    formatAddress(
      {
        postalCountry: country,
        administrativeArea: state,
        locality: city,
        postalCode: zip,
        name: names.join(' ').trim(),
        organization: companyName,
        // With several lines, the library starts a line of some countries with a comma.
        addressLines: [parts.filter((part) => part !== '').join(', ')],
      },
      'latin',
    )
  const lines = format([street1, street2])
  // The forms of some countries have no place for a city, a state or a postal code.
  const left = [city, state, zip].filter((part) => !lines.some((line) => line.includes(part)))
  return [...format([street1, street2, ...left]), countries.get(country) ?? country]
}

/** Names in Chinese, Japanese or Korean characters begin with that of the family. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
