import * as check from '../runtime/check.ts'
import { Checks } from '../schema/check-functions.ts'
import { type Place, Places, schemaOf } from '../schema/places.ts'

const base = 'https://document.invalid/schema'

/**
 * Returns the check of a schema as a function of this process.
 * @param others documents that it refers to, by URI.
 */
export const checkOf = (
  schema: unknown,
  report: (what: string, place: Place) => void,
  others: Readonly<Record<string, unknown>> = {},
): check.Check => {
  const places = new Places()
  for (const [uri, each] of Object.entries({ ...others, [base]: schema })) {
    places.addDocument(uri, each)
    places.addSchema({ schema: schemaOf(each) ?? {}, base: uri, uri: `${uri}#` })
  }
  const checks = new Checks({ places, report })
  const place = places.resolve('#', base)
  const name = place && checks.check(place)
  checks.reportCycles()
  return checks.functions()[name ?? ''] ?? check.all
}
