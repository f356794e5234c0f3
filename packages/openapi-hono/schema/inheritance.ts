import { componentName, type Schema } from '../model/document.ts'
import type { Report } from '../model/findings.ts'
import { freeName } from '../model/names.ts'
import { escapePointer } from '../model/pointer.ts'
import { type Discriminator, discriminatorOf, valuesAt } from './discriminator.ts'
import { checkedIn } from './keyword-checks.ts'

type Schemas = Record<string, Schema>

/**
 * Rewrites how documents write subtypes, so that values may have the properties of a subtype, and no
 * schema is a part of itself. Verdicts stay the same.
 *
 * - A schema with a `discriminator` that others include by `allOf` becomes `anyOf` these and itself.
 * - A schema that lists alternatives which include it by `allOf` is included without the list.
 */
export const inheritSchemas = (schemas: Schemas, report: Report): void => {
  const all = Object.entries(schemas)
  const subtypes = new Map(all.map(([name]) => [name, subtypesOf(name, schemas)]))
  for (const [name, schema] of all) {
    const { oneOf = [], anyOf = [], ...own } = schema
    const listed = includersIn([...oneOf, ...anyOf], name, schemas)
    const discriminator = discriminatorOf(own)
    if (listed.length > 0) {
      const { discriminator: _, ...base } = own
      includeBase(name, base, listed, schemas)
      const what = `\`${name}\` lists alternatives that include it by \`allOf\`. They include it without the list`
      const kind = 'alternatives that include the schema that lists them'
      report('warning', what, referenceTo(name), kind)
    } else if (discriminator && oneOf.length + anyOf.length === 0)
      listSubtypes(name, schema, discriminator, subtypes.get(name) ?? [], schemas)
  }
}

/** Makes a schema an `anyOf` of itself and its subtypes, each for its own values of the discriminator. */
function listSubtypes(
  name: string,
  schema: Schema,
  { property, mapping }: Discriminator,
  subtypes: readonly string[],
  schemas: Schemas,
): void {
  if (subtypes.length === 0) return
  const { discriminator: _, ...own } = schema
  const base = includeBase(name, own, Object.values(schemas), schemas)
  const tags: [tag: string, alternative: string][] = []
  const alternatives = subtypes.map((subtype, i): Schema => {
    const mapped = Object.keys(mapping).filter((tag) =>
      [subtype, referenceTo(subtype)].includes(mapping[tag] ?? ''),
    )
    const { allOf = [], ...ownParts } = schemas[subtype] ?? {}
    const fixed = valuesAt(property, [ownParts, ...allOf])
    const values = mapped.length > 0 ? mapped : (fixed ?? [subtype])
    for (const tag of values) tags.push([String(tag), `${referenceTo(name)}/anyOf/${i + 1}`])
    const tag: Schema = {
      type: 'object',
      required: [property],
      properties: { [property]: { enum: values } },
    }
    return { allOf: [tag, { $ref: referenceTo(subtype) }] }
  })
  for (const keyword of checkedIn(schema)) delete schema[keyword]
  schema.anyOf = [{ $ref: referenceTo(base) }, ...alternatives]
  schema.discriminator = {
    propertyName: property,
    mapping: Object.fromEntries(tags),
    defaultMapping: base,
  }
}

/** Adds the base of a schema, which some others then include instead of it. Returns its name. */
function includeBase(
  name: string,
  base: Schema,
  includers: readonly Schema[],
  schemas: Schemas,
): string {
  const free = freeName(`${name}Base`, { has: (each) => Object.hasOwn(schemas, each) })
  schemas[free] = base
  for (const each of includers)
    if (each.allOf && includes(each, name))
      each.allOf = each.allOf.map((member) =>
        isReference(member, name) ? { ...member, $ref: referenceTo(free) } : member,
      )
  return free
}

/** Returns the names of the schemas that include another by `allOf`, and those that include these. */
function subtypesOf(name: string, schemas: Schemas, found: string[] = []): string[] {
  for (const [each, schema] of Object.entries(schemas))
    if (each !== name && !found.includes(each) && includes(schema, name)) {
      found.push(each)
      subtypesOf(each, schemas, found)
    }
  return found
}

/** Returns the schemas that include another by `allOf`, of alternatives and their parts. */
function includersIn(alternatives: readonly Schema[], name: string, schemas: Schemas): Schema[] {
  const seen = new Set<Schema>()
  const visit = (schema: Schema): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
    for (const each of [...allOf, ...anyOf, ...oneOf]) if (!isReference(each, name)) visit(each)
    if ($ref !== undefined) visit(schemas[componentName($ref)] ?? {})
  }
  for (const each of alternatives) visit(each)
  return [...seen].filter((each) => includes(each, name))
}

function includes({ allOf = [] }: Schema, name: string): boolean {
  return allOf.some((member) => isReference(member, name))
}

function isReference({ $ref }: Schema, name: string): boolean {
  return $ref === referenceTo(name)
}

function referenceTo(name: string): string {
  return `#/components/schemas/${escapePointer(name)}`
}
