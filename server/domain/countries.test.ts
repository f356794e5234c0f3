import { formatAddress } from 'localized-address-format'
import { expect, test } from 'vitest'
import { ShipTo } from '../../generated/zod/schemas.ts'
import { countries, countryCode } from './countries.ts'

const address = { firstName: 'Cher', email: 'a@example.com', street1: 's', city: 'c', zip: '' }

test('no postal code is required where the form of an address has none', () => {
  const hasPostalCode = (postalCountry: string) =>
    formatAddress({ postalCountry, postalCode: '4711', locality: 'c' }, 'latin')
      .join()
      .includes('4711')
  const requires = (country: string) => !ShipTo.safeParse({ ...address, country }).success
  const without = [...countries.keys()].filter((country) => !hasPostalCode(country))
  expect(without).toEqual(expect.arrayContaining(['AE', 'HK', 'QA']))
  expect(without.filter(requires)).toEqual([])
  expect(
    ['US', 'GB', 'DE', 'JP', 'United Arab Emirates'].filter((each) => !requires(each)),
  ).toEqual([])
  expect(['IE', 'AE'].filter(requires)).toEqual([])
})

test('countries are read by code in any case and by name', () => {
  const texts = ['hk', 'Hong Kong', 'united states', ' US', 'UK', 'Kosovo', 'Atlantis', '  ']
  expect(texts.map(countryCode)).toEqual(['HK', 'HK', 'US', 'US', 'GB', 'XK', 'Atlantis', '  '])
  const others = ['USA', 'U.A.E.', 'Saint Lucia', 'Antigua and Barbuda', "Cote d'Ivoire"]
  expect(others.map(countryCode)).toEqual(['US', 'AE', 'LC', 'AG', 'CI'])
  const formal = ['United States of America', 'United States (US)', 'The Netherlands', 'Turkey']
  expect(formal.map(countryCode)).toEqual(['US', 'US', 'NL', 'TR'])
  const listed = ['Korea, Republic of', 'Moldova, Republic of', 'Taiwan, Province of China']
  expect(listed.map(countryCode)).toEqual(['KR', 'MD', 'TW'])
  const long = ['DEU', 'aut', 'CHE', 'XKX', 'XYZ']
  expect(long.map(countryCode)).toEqual(['DE', 'AT', 'CH', 'XK', 'XYZ'])
  const own = ['Deutschland', 'ESPANA', 'Österreich', 'Suisse', 'Großbritannien', '日本', 'Áo']
  expect(own.map(countryCode)).toEqual(['DE', 'ES', 'AT', 'CH', 'GB', 'JP', 'AT'])
  expect(['Scotland', 'Éire', 'Oesterreich'].map(countryCode)).toEqual(['GB', 'IE', 'AT'])
  // Two countries have these names in some languages.
  expect(['Kongo', 'Saint-Martin'].map(countryCode)).toEqual(['Kongo', 'MF'])
})
