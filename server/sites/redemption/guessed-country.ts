import { parseAccept } from 'hono/utils/accept'
import { countries } from '../../domain/countries.ts'

/**
 * Returns the code of the country that the languages of a browser name, such as `AT` for `de-AT, en;q=0.5`,
 * or else the country where most people speak the first one; empty if there is none.
 */
export const guessedCountry = (languages = ''): string => {
  const locales = parseAccept(languages).flatMap(({ type }) => localeOf(type))
  const named = locales.find(({ region }) => region !== undefined) ?? locales[0]?.maximize()
  return countries.has(named?.region ?? '') ? (named?.region ?? '') : ''
}

function localeOf(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)]
  } catch {
    return []
  }
}
