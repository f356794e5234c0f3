import { componentName, type Document, type Schema } from '../model/document.ts'
import type { Report } from '../model/findings.ts'
import { all, failuresOf } from '../runtime/check.ts'
import { Checks } from './check-functions.ts'
import { discriminatorOf } from './discriminator.ts'
import { type Place, Places } from './places.ts'
import { sample } from './sample.ts'
import { schemasOf } from './walk-schemas.ts'

const base = 'https://document.invalid/'

/**
 * Reports each `oneOf` with a discriminator whose alternatives accept the same values. A value that matches
 * two of them is invalid, also with a discriminator.
 */
export const reportSharedValues = (document: Document, report: Report): void => {
  const schemas = document.components?.schemas ?? {}
  const places = new Places()
  places.addDocument(base, document)
  const checks = new Checks({ places, report: () => {} })
  const found = schemasOf(document).flatMap(({ schema, where }) => {
    const alternatives = places.children({ schema, base, uri: `${base}${where}` }, 'oneOf')
    const named = alternatives.filter((each) => each.schema.$ref !== undefined)
    const property = discriminatorOf(schema)?.property ?? inheritedProperty(named, places, schemas)
    if (property === undefined) return []
    return [{ where, property, named, checks: named.map((each) => checks.check(each)) }]
  })
  const functions = checks.functions()
  const passes = (name = '', value: unknown) =>
    failuresOf(functions[name] ?? all, value).length === 0
  for (const { where, property, named, checks: names } of found) {
    const shared = named.flatMap(({ schema }, i) => {
      const values = Array.from({ length: 12 }, (_, attempt) => sample(schema, schemas, attempt))
      const own = values.filter((value) => passes(names[i], value))
      const other = names.findIndex(
        (name, j) => j !== i && own.length > 0 && own.every((each) => passes(name, each)),
      )
      return other === -1 ? [] : [[schema, named[other]?.schema]]
    })
    const [first] = shared
    if (!first) continue
    const [one, two] = first.map((each) => componentName(each?.$ref ?? ''))
    report(
      'warning',
      `values of \`${one}\` also match \`${two}\`, so that this \`oneOf\` rejects them. Give \`${property}\` a value of its own in each (\`enum\`), or write \`anyOf\``,
      where,
      'alternatives of a `oneOf` that share their values',
    )
  }
}

/** Returns the property of the discriminator of a schema that the alternatives include. */
function inheritedProperty(
  alternatives: readonly Place[],
  places: Places,
  schemas: Readonly<Record<string, Schema>>,
): string | undefined {
  const parts = alternatives.flatMap((each) => places.parts(each))
  const included = parts.flatMap(({ schema: { $ref } }) => ($ref ? [componentName($ref)] : []))
  const found = Object.values(schemas)
    .map(discriminatorOf)
    .find((each) => each?.defaultMapping !== undefined && included.includes(each.defaultMapping))
  return found?.property
}
