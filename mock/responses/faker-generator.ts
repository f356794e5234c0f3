import type { Document, Schema } from '../../packages/openapi-hono/model/document.ts'
import { readOperations } from '../../packages/openapi-hono/model/model.ts'
import {
  type Choices,
  chooseValue,
  type Place,
} from '../../packages/openapi-hono/schema/choose-value.ts'
import { seededRandom, seedOf } from '../../packages/openapi-hono/schema/seeded-random.ts'
import type { Faker } from '../types.ts'
import { InvalidRequest, type MockReply } from './choose-reply.ts'

/** Generates a reply of an operation from its schema. The same seed gives the same reply. */
export type Generate = (operationId: string, status: number, seed: string) => MockReply

/**
 * Returns a function that generates replies by the names of fields, within their schemas. IDs that refer to other
 * resources are among those of their lists. Node and browsers generate the same bytes from a seed.
 */
export const fakerGenerator = (document: Document, faker: Faker): Generate => {
  const operations = new Map(readOperations(document).map((each) => [each.id, each]))
  return (id, status, seed) => {
    const reply = operations.get(id)?.replies.find((each) => each.status === status)
    const [content] = reply?.contents ?? []
    const number = seedOf(`${seed} ${id} ${status}`)
    faker.seed(number)
    const choices = randomChoices(faker, seed, seededRandom(number))
    const schemas = document.components?.schemas ?? {}
    const body = content?.schema && chooseValue(content.schema, schemas, choices())
    return { status, contentType: content?.contentType ?? '', body }
  }
}

/** Days are before this one, so that a seed gives the same bytes every day. */
const today = Date.parse('2026-11-20T09:00:00.000Z')
const dayMilliseconds = 86_400_000

/** Returns choices at random. The nullable fields of an object are null together. */
function randomChoices(faker: Faker, seed: string, random: () => number) {
  const integer = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const dayBefore = (from: number, to: number) =>
    new Date(today - dayMilliseconds * (from + random() * (to - from))).toISOString()

  const text = (schema: Schema, place: Place): string => {
    const { format, maxLength = Number.POSITIVE_INFINITY, pattern, minLength = 0 } = schema
    const fake = fakes[place.name]
    const made =
      idOf(place, seed, () => integer(0, maxReferred - 1)) ??
      (format === 'date-time'
        ? dayBefore(0, 60)
        : place.name === 'dateOfBirth'
          ? dayBefore(18 * 365, 80 * 365).slice(0, 10)
          : place.name === 'hireDate'
            ? dayBefore(0, 5 * 365).slice(0, 10)
            : fake && faker.helpers.fake(fake))
    const cut = made === undefined ? undefined : [...made].slice(0, maxLength).join('')
    const isValid =
      cut !== undefined &&
      [...cut].length >= minLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(cut))
    return isValid ? cut : String(schema.example ?? 'x'.repeat(minLength))
  }

  const choices = (isNull = false): Choices => ({
    branch: (count) => integer(0, count - 1),
    example: false,
    inObject: () => choices(random() < 0.3),
    ofItem: () => choices(isNull),
    isNull,
    hasOptional: () => true,
    length: ({ minItems = 0, maxItems = 5 }) => {
      const min = Math.max(minItems, Math.min(2, maxItems))
      return integer(min, Math.max(min, Math.min(maxItems, 5)))
    },
    boolean: () => random() < 0.5,
    number: ({ type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }) => {
      const [min, max] = [Math.max(minimum, -20), Math.min(maximum, Math.max(minimum, 0) + 500)]
      if ([type].flat().includes('integer')) return integer(min, max)
      return Math.round((min + random() * (max - min)) * 100) / 100
    },
    text,
  })
  return choices
}

/** The resources that IDs refer to, by the start of the field's or the schema's name, with the IDs' prefixes. */
const resources: Readonly<Record<string, string>> = {
  account: 'acc',
  campaign: 'cmp',
  contact: 'con',
  inventory: 'evt',
  invite: 'inv',
  order: 'ord',
  product: 'prd',
  sku: 'SKU',
  warehouse: 'whs',
  webhook: 'whk',
}

/** The number of resources that IDs refer to: the first ones of each list, which has no fewer. */
const maxReferred = 2

/** Returns the ID of a resource: its own by its position, or that of one of the first ones of a list. */
function idOf(
  { name, parent, index }: Place,
  seed: string,
  referred: () => number,
): string | undefined {
  const isOwn = /^_?id$/.test(name)
  const isId = isOwn || /(_id|Id)$/.test(name) || name === 'sku' || name === 'warehouse'
  const resource = Object.keys(resources).find((each) =>
    (isOwn ? parent : name).toLowerCase().startsWith(each),
  )
  if (!isId || resource === undefined) return undefined
  const isListed = isOwn || parent.startsWith('Product')
  const random = seededRandom(seedOf(`${seed} ${resource} ${isListed ? index : referred()}`))
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return resource === 'sku'
    ? `SKU-${digits.slice(0, 6).toUpperCase()}`
    : `${resources[resource]}_${digits}`
}

/** Faker's patterns of texts, by the names of their fields. Other fields have their example. */
const fakes: Readonly<Record<string, string>> = {
  firstName: '{{person.firstName}}',
  lastName: '{{person.lastName}}',
  email: '{{internet.email}}',
  phone: '{{phone.number}}',
  companyName: '{{company.name}}',
  street1: '{{location.streetAddress}}',
  street2: '{{location.secondaryAddress}}',
  city: '{{location.city}}',
  state: '{{location.state}}',
  zip: '{{location.zipCode}}',
  country: '{{location.countryCode}}',
  shirtSize: '{{helpers.arrayElement(["S","M","L","XL"])}}',
  tags: '{{commerce.department}}',
  title: '{{commerce.productName}}',
  product_name: '{{commerce.productName}}',
  warehouse_name: '{{location.city}}',
  notes: '{{lorem.sentence}}',
  slug: '{{string.alphanumeric(22)}}',
  secret: 'whsec_{{string.alphanumeric(43)}}',
  orderNumber: 'MF-{{string.numeric(6)}}',
  inviteNumber: 'INV-{{string.numeric(6)}}',
  trackingNumber: '1Z999AA1{{string.numeric(8)}}',
  carrierCode: '{{helpers.arrayElement(["ups","fedex","dhl_express"])}}',
  status: '{{helpers.arrayElement(["Draft","Active","Paused","Expired"])}}',
}

export type LoadGenerator = (document: Document) => Promise<Generate>

/**
 * Returns a loader of the generator with Faker, which is optional, in a locale.
 * @param locale one of `@faker-js/faker/locale/`
 */
export const loadFaker =
  (locale: string): LoadGenerator =>
  async (document) =>
    fakerGenerator(document, await importFaker(locale))

/** @throws {InvalidRequest} if Faker is not installed, or has no such locale. */
async function importFaker(locale: string): Promise<Faker> {
  const load = async (name: string): Promise<{ faker: Faker }> =>
    // Bundlers must not search for a package that may be missing.
    import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ `@faker-js/faker/locale/${name}`
    )
  const { faker } = await load('en').catch(() => noGenerator())
  if (locale === 'en') return faker
  try {
    return (await load(locale)).faker
  } catch {
    throw new InvalidRequest(`Faker has no locale ${locale}. Use one such as de, fr or pt_BR.`)
  }
}

export const noGenerator = async (): Promise<never> => {
  throw new InvalidRequest(
    'dynamic needs a package. Install it with npm install --save-dev @faker-js/faker',
  )
}
