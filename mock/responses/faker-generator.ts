import { hash } from 'node:crypto'
import type { Faker } from '@faker-js/faker'
import {
  componentName,
  type Document,
  type Schema,
} from '../../packages/openapi-hono/model/document.ts'
import { readOperations } from '../../packages/openapi-hono/model/model.ts'
import { InvalidRequest } from './choose-reply.ts'
import type { LoadGenerator } from './load-generator.ts'

/**
 * Returns a loader that generates replies with Faker, by the names of fields, within their schemas. IDs that refer
 * to other resources are among those of their lists.
 * @param locale one of `@faker-js/faker/locale/`
 */
export const fakerGenerator =
  (locale: string): LoadGenerator =>
  async (document) => {
    const faker = await importFaker(locale)
    const operations = new Map(readOperations(document).map((each) => [each.id, each]))
    return (id, { status }, seed) => {
      const reply = operations.get(id)?.replies.find((each) => each.status === status)
      const [content] = reply?.contents ?? []
      faker.seed(Number.parseInt(hash('sha256', `${seed} ${id} ${status}`).slice(0, 8), 16))
      // Dates are relative to it, so that a seed gives the same bytes every day.
      faker.setDefaultRefDate('2026-11-20T09:00:00.000Z')
      const body = content?.schema && new Generator(document, faker, seed).value(content.schema)
      return { status, contentType: content?.contentType ?? '', body }
    }
  }

/** @throws {InvalidRequest} if Faker has no such locale. @throws if Faker is not installed. */
async function importFaker(locale: string): Promise<Faker> {
  const load = async (name: string): Promise<{ faker: Faker }> =>
    import(/* @vite-ignore */ `@faker-js/faker/locale/${name}`)
  const { faker } = await load('en')
  if (locale === 'en') return faker
  try {
    return (await load(locale)).faker
  } catch {
    throw new InvalidRequest(`Faker has no locale ${locale}. Use one such as de, fr or pt_BR.`)
  }
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

/** Where a value is. */
type Place = {
  /** The name of the field. */
  name: string
  /** The name of the schema that has the field. */
  parent: string
  /** The position in the list. */
  index: number
  /** Whether the fields of this object that can be null are null. */
  isNull: boolean
}

class Generator {
  readonly #schemas: Readonly<Record<string, Schema>>
  readonly #faker: Faker
  readonly #seed: string

  constructor({ components }: Document, faker: Faker, seed: string) {
    this.#schemas = components?.schemas ?? {}
    this.#faker = faker
    this.#seed = seed
  }

  value(schema: Schema, place: Place = { name: '', parent: '', index: 0, isNull: false }): unknown {
    const { $ref, properties, items, anyOf, oneOf, allOf } = schema
    const [part] = anyOf ?? oneOf ?? allOf ?? []
    if ($ref !== undefined) {
      const name = componentName($ref)
      const referred = this.#schemas[name] ?? {}
      return this.value(referred, referred.properties ? { ...place, parent: name } : place)
    }
    if ('const' in schema) return schema.const
    const types = [schema.type ?? []].flat()
    if (place.isNull && types.includes('null')) return null
    if (schema.enum) return this.#faker.helpers.arrayElement(schema.enum)
    if (properties) {
      const isNull = this.#faker.datatype.boolean({ probability: 0.3 })
      return Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [
          name,
          this.value(each, { ...place, name, isNull }),
        ]),
      )
    }
    if (items) {
      const { minItems = 0, maxItems = 5 } = schema
      const least = Math.max(minItems, Math.min(2, maxItems))
      const length = this.#faker.number.int({
        min: least,
        max: Math.max(least, Math.min(maxItems, 5)),
      })
      return Array.from({ length }, (_, index) => this.value(items, { ...place, index }))
    }
    if (part) return this.value(part, place)
    if (types.includes('boolean')) return this.#faker.datatype.boolean()
    if (types.includes('integer') || types.includes('number')) return this.#number(schema)
    return this.#text(schema, place)
  }

  #number({ type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): number {
    const range = {
      min: Math.max(minimum, -20),
      max: Math.min(maximum, Math.max(minimum, 0) + 500),
    }
    return [type].flat().includes('integer')
      ? this.#faker.number.int(range)
      : this.#faker.number.float({ ...range, fractionDigits: 2 })
  }

  #text(schema: Schema, place: Place): string {
    const { format, maxLength = Number.POSITIVE_INFINITY, pattern, minLength = 0 } = schema
    const text =
      this.#id(place) ??
      (format === 'date-time'
        ? this.#faker.date.recent({ days: 60 }).toISOString()
        : texts[place.name]?.(this.#faker))
    const cut = text === undefined ? undefined : [...text].slice(0, maxLength).join('')
    const isValid =
      cut !== undefined &&
      [...cut].length >= minLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(cut))
    return isValid ? cut : String(schema.example ?? 'x'.repeat(minLength))
  }

  /** Returns the ID of a resource: its own by its position, or that of one of the first ones of a list. */
  #id({ name, parent, index }: Place): string | undefined {
    const isOwn = /^_?id$/.test(name)
    const isId = isOwn || /(_id|Id)$/.test(name) || name === 'sku' || name === 'warehouse'
    const resource = Object.keys(resources).find((each) =>
      (isOwn ? parent : name).toLowerCase().startsWith(each),
    )
    if (!isId || resource === undefined) return undefined
    const isListed = isOwn || parent.startsWith('Product')
    const number = isListed ? index : this.#faker.number.int({ min: 0, max: maxReferred - 1 })
    const digits = hash('sha256', `${this.#seed} ${resource} ${number}`).slice(0, 32)
    return resource === 'sku'
      ? `SKU-${digits.slice(0, 6).toUpperCase()}`
      : `${resources[resource]}_${digits}`
  }
}

/** Texts by the names of their fields. Other fields have their example. */
const texts: Readonly<Record<string, (faker: Faker) => string>> = {
  firstName: (faker) => faker.person.firstName(),
  lastName: (faker) => faker.person.lastName(),
  email: (faker) => faker.internet.email().toLowerCase(),
  phone: (faker) => faker.phone.number(),
  companyName: (faker) => faker.company.name(),
  street1: (faker) => faker.location.streetAddress(),
  street2: (faker) => faker.location.secondaryAddress(),
  city: (faker) => faker.location.city(),
  state: (faker) => faker.location.state(),
  zip: (faker) => faker.location.zipCode(),
  country: (faker) => faker.location.countryCode(),
  dateOfBirth: (faker) => faker.date.birthdate().toISOString().slice(0, 10),
  hireDate: (faker) => faker.date.past({ years: 5 }).toISOString().slice(0, 10),
  shirtSize: (faker) => faker.helpers.arrayElement(['S', 'M', 'L', 'XL']),
  tags: (faker) => faker.commerce.department().toLowerCase(),
  title: (faker) => faker.commerce.productName(),
  product_name: (faker) => faker.commerce.productName(),
  warehouse_name: (faker) => faker.location.city(),
  notes: (faker) => faker.lorem.sentence(),
  slug: (faker) => faker.string.alphanumeric(22),
  secret: (faker) => `whsec_${faker.string.alphanumeric(43)}`,
  orderNumber: (faker) => `MF-${faker.string.numeric(6)}`,
  inviteNumber: (faker) => `INV-${faker.string.numeric(6)}`,
  trackingNumber: (faker) => `1Z999AA1${faker.string.numeric(8)}`,
  carrierCode: (faker) => faker.helpers.arrayElement(['ups', 'fedex', 'dhl_express']),
  status: (faker) => faker.helpers.arrayElement(['Draft', 'Active', 'Paused', 'Expired']),
}
