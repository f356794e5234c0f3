import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Timestamp } from '../../generated/schemas.ts'
import { newId, toId } from './ids.ts'

const key = line(100).describe('Your name for it, by which a later file finds it again.')

const id = line(100).describe('The ID of a new thing. It must be free. Default: a new ID.')

const sku = line(200).describe('The SKU of a variant.')

const count = z.int().min(0).max(2147483647)

const measure = z.number().min(0).nullable().exactOptional()

export const pricingTier = z.strictObject({
  minimumQuantity: count.describe('The units from which the tier applies.'),
  unitPrice: optional(z.number().min(0), 'The price of one unit.'),
})

const productFields = {
  key,
  id: id.exactOptional(),
  title: optional(line(500), 'Required for a new product.'),
  productionTime: optional(count, 'Lead time in days. Default: 0.'),
}

/** The fields of a variant that a product can set for all its variants in the file. */
const sharedFields = {
  pricing: optional(
    z.array(pricingTier),
    'The first tier of the first variant gives the minimumOrderQuantity.',
  ),
  active: optional(z.boolean(), 'Whether the variant is listed and can be ordered. Default: true.'),
  imageUrl: optional(
    line(2000)
      .regex(/^(https?:\/\/|\/)./, 'must be a URL, or a path on the CDN such as /tee.png')
      .nullable(),
    'A URL, or a path on the CDN such as /tee.png.',
  ),
  weight: measure,
  piecesPerCarton: measure,
  cartonHeight: measure,
  cartonLength: measure,
  cartonWidth: measure,
  packageHeight: measure,
  packageLength: measure,
  packageWidth: measure,
  packageWeight: measure,
}

const variantFields = {
  sku,
  options: optional(
    z.record(
      line(100).regex(
        /^[^.\s]([^.]*[^.\s])?$/,
        'must not have a full stop, or begin or end with a space',
      ),
      line(100),
    ),
    'Values by option, such as Color: Black. The pages of invites show them.',
  ),
  ...sharedFields,
}

const status: z.ZodType<string> = z.enum(['Draft', 'Active', 'Paused', 'Expired'])

const hasVariant = 'must be a list with an entry'

/** The things of a file's lists, and the rows of its CSV files. */
export const formats = {
  warehouses: z.strictObject({
    key,
    id: id.transform((text) => toId('whs', text)).exactOptional(),
    name: optional(line(200), 'Default: the key.'),
  }),
  products: z.strictObject({
    ...productFields,
    ...sharedFields,
    variants: z.array(z.unknown(), hasVariant).min(1, hasVariant),
  }),
  variants: z.strictObject(variantFields),
  productRow: z.strictObject({ ...productFields, ...variantFields }),
  stock: z.strictObject({
    sku,
    warehouse: line(100).describe('The key of a warehouse.'),
    on_hand: optional(count, 'Units in the warehouse.'),
    inbound: optional(count, 'Units in transit to the warehouse.'),
    low_stock_threshold: optional(count, 'Units up to which stock is low. Default: 10.'),
  }),
  campaigns: z.strictObject({
    key,
    id: id.transform((text) => toId('cmp', text)).exactOptional(),
    name: optional(line(200), 'Default: the key.'),
    // The contract's schema says of a number only that it must be text.
    expiration: z
      .preprocess(String, Timestamp.describe('Required for a new campaign.'))
      .exactOptional(),
    status: optional(status, 'Only an Active campaign accepts orders. Default: Active.'),
    allowOutOfStockOrders: optional(
      z.boolean(),
      'Whether orders are accepted when stock is short. Default: false.',
    ),
    brand: optional(
      z.strictObject({
        name: optional(line(100), 'Default: the account’s name.'),
        color: z
          .string()
          .regex(/^#[0-9a-f]{6}$/, 'must be # and six hexadecimal digits, such as #1f5c4a')
          .exactOptional(),
      }),
      'What the pages and emails of invites show.',
    ),
    skus: optional(z.array(sku), 'The SKUs that it offers, in their order.'),
  }),
}

/** Select the fields of a product, and those that its variants share or have, from a product or a row. */
export const productPart = z.object(productFields)

export const sharedPart = z.object(sharedFields)

export const variantPart = z.object(variantFields)

const isListOrCsv = 'must be a list, or the path of a .csv file'

/** A file whose things are not checked yet. */
export const shopFormat = fileOf(() => z.unknown())

export type Product = Things['products']

export type Variant = Things['variants']

/** What recipients see: by default the account's name, and no color of its own. */
export type Brand = Things['campaigns']['brand']

export const sections = ['warehouses', 'products', 'variants', 'stock', 'campaigns'] as const

export type Section = (typeof sections)[number]

/** What an operator puts in, in the order of creation. */
export type Shop = { [S in Section]: readonly Things[S][] } & {
  /** The number of plans that have changed it. */
  revision: number
}

export const emptyShop: Shop = {
  revision: 0,
  warehouses: [],
  products: [],
  variants: [],
  stock: [],
  campaigns: [],
}

/** A thing of a file. */
export type Wanted<T> = {
  given: T
  /** Returns the place of the thing, or of one of its fields: `file:line:column`. */
  at: (...path: readonly PropertyKey[]) => string
  /** The fields that it lacks because they are not as they must be, which is reported already. */
  broken: readonly string[]
}

/** Takes the things of a file. Those that others refer to come first: the order is that of `sections`. */
export type AddThing = <S extends Section>(section: S, thing: Wanted<Given[S]>) => void

/** A thing of an account, before and after. Without a change, both are the same. */
export type Change<T> = {
  before: T | undefined
  after: T
  /** The fields that differ. */
  fields: readonly string[]
  /** Where the file names it: `file:line:column`. */
  place?: string
}

/** All things of an account by their keys, the new ones last, in the file's order. */
export type ShopPlan = { [S in Section]: ReadonlyMap<string, Change<Things[S]>> } & {
  /** The revision of the shop that was compared. */
  revision: number
}

const kinds = { variants: 'a SKU', warehouses: 'the key of a warehouse' } as const

/** The number of units up to which stock is low. */
export const defaultThreshold = 10

export const newLevel = { on_hand: 0, inbound: 0, low_stock_threshold: defaultThreshold }

export const newVariant: Omit<Variant, 'sku' | 'product'> = {
  options: {},
  pricing: [],
  active: true,
  imageUrl: null,
  piecesPerCarton: null,
  cartonHeight: null,
  cartonLength: null,
  cartonWidth: null,
  weight: null,
  packageHeight: null,
  packageLength: null,
  packageWidth: null,
  packageWeight: null,
}

const newCampaign = { status: 'Active', allowOutOfStockOrders: false, brand: {}, skus: [] }

export const rules: { [S in Section]: Rules<Things[S], Given[S]> } = {
  warehouses: {
    name: 'warehouse',
    keyOf: ownKey,
    create: (given) => ({ id: newId('whs'), name: given.key, ...given }),
  },
  products: {
    name: 'product',
    keyOf: ownKey,
    create: (given) => ({ id: newId('prd'), title: '', productionTime: 0, ...given }),
    required: 'title',
  },
  variants: {
    name: 'variant',
    keyOf: (variant) => variant.sku,
    create: (given) => ({ ...newVariant, ...given }),
    ended: { list: 'products', fields: { active: false } },
  },
  stock: {
    name: 'stock',
    keyOf: ({ sku, warehouse }) => `${sku} in ${warehouse}`,
    create: (given) => ({ ...newLevel, ...given }),
    references: ({ sku, warehouse }) => [
      { to: 'variants', key: sku, path: ['sku'] },
      { to: 'warehouses', key: warehouse, path: ['warehouse'] },
    ],
  },
  campaigns: {
    name: 'campaign',
    keyOf: ownKey,
    create: (given) => ({
      id: newId('cmp'),
      name: given.key,
      expiration: '',
      ...newCampaign,
      ...given,
    }),
    required: 'expiration',
    references: ({ skus = [] }) =>
      skus.map((key, i) => ({ to: 'variants', key, path: ['skus', i] })),
    ended: { list: 'campaigns', fields: { status: 'Expired' } },
  },
}

/** The fields that differ of all things that are as before, or new. */
const unchanged: readonly string[] = []

/** Returns the JSON Schema of the file, for editors. */
export const shopJsonSchema = (): object => ({
  title: 'Shop: what an operator puts in. Fields that are left out keep their values.',
  ...z.toJSONSchema(
    fileOf((format) => format),
    { io: 'input' },
  ),
})

/** @param thing returns the format of the things of a list, given what describes them to editors. */
function fileOf<Thing extends z.ZodType>(thing: (format: z.ZodType) => Thing) {
  return z.strictObject({
    $schema: optional(z.string(), 'The URL of this schema.'),
    warehouses: z.array(thing(formats.warehouses)).exactOptional(),
    products: optional(
      listOrCsv(thing(formats.products.extend({ variants: z.array(formats.variants).min(1) }))),
      'A list, or the path of a CSV file with a row for each variant.',
    ),
    stock: optional(
      listOrCsv(thing(formats.stock)),
      'A list, or the path of a CSV file with a row for each SKU and warehouse.',
    ),
    campaigns: z.array(thing(formats.campaigns)).exactOptional(),
  })
}

function optional<Format extends z.ZodType>(format: Format, description: string) {
  return format.describe(description).exactOptional()
}

function listOrCsv<Thing extends z.ZodType>(thing: Thing) {
  return z.union([z.array(thing), z.string().regex(/\.csv$/, isListOrCsv)], isListOrCsv)
}

/** Yields the things that are new or change, with their keys. */
export function* changesOf<T>(
  things: ReadonlyMap<string, Change<T>>,
): Generator<[key: string, change: Change<T>]> {
  for (const entry of things) if (!entry[1].before || entry[1].fields.length > 0) yield entry
}

/** Returns the fields of a thing whose values are others than before. */
export const fieldsThatDiffer = (before: object, after: object): string[] =>
  Object.keys(after).filter(
    (field) => !isDeepStrictEqual(Reflect.get(before, field), Reflect.get(after, field)),
  )

/** A thing that another one names by its key. `path` is the field that names it. */
type Reference = { to: keyof typeof kinds; key: string; path: readonly PropertyKey[] }

/** The things of a file. Fields that are left out keep their values. */
type Given = {
  warehouses: z.output<typeof formats.warehouses>
  products: z.output<typeof productPart>
  variants: z.output<typeof variantPart> & { product: string }
  stock: z.output<typeof formats.stock>
  campaigns: z.output<typeof formats.campaigns>
}

/**
 * Starts to plan how a shop becomes what a file says. What the file does not name stays.
 * @param problems gets a line for each problem of the file: `file:line:column: what is expected`.
 * @returns `add`, which takes the things of the file, and `finish`, which returns the plan. It takes the lists of
 *   which the things that the file does not name end: variants become inactive, campaigns `Expired`.
 */
export const startPlan = (current: Shop, problems: string[]) => {
  const isKnown = ({ to, key }: Reference): boolean => parts[to].things.has(key)
  const parts = {
    warehouses: compare(rules.warehouses, current.warehouses, isKnown, problems),
    products: compare(rules.products, current.products, isKnown, problems),
    variants: compare(rules.variants, current.variants, isKnown, problems),
    stock: compare(rules.stock, current.stock, isKnown, problems),
    campaigns: compare(rules.campaigns, current.campaigns, isKnown, problems),
  }
  type Parts = { [S in Section]: { add: (wanted: Wanted<Given[S]>) => void } }
  const adders: Parts = parts
  const add: AddThing = (section, thing) => adders[section].add(thing)
  const finish = (lists: readonly string[] = []): ShopPlan => {
    for (const section of sections) parts[section].endOthers(lists)
    return {
      revision: current.revision,
      warehouses: parts.warehouses.things,
      products: parts.products.things,
      variants: parts.variants.things,
      stock: parts.stock.things,
      campaigns: parts.campaigns.things,
    }
  }
  return { add, finish }
}

/** How the things of a section are compared. */
type Rules<T, G> = {
  /** Its name in a plan. */
  name: string
  keyOf: (thing: G) => string
  create: (given: G) => T
  /** A field that only a new thing needs. */
  required?: keyof G & string
  references?: (given: G) => Reference[]
  /** The list of a file that `--prune` compares, and the fields of a thing that it does not name. */
  ended?: { list: string; fields: Partial<T> }
}

/**
 * Compares the things of a section with those that a file names.
 * @param isKnown returns whether what a thing refers to exists.
 * @param problems gets a line for each problem.
 */
function compare<T extends G, G extends { sku?: string; id?: string; product?: string }>(
  { name, keyOf, create, required, references, ended }: Rules<T, G>,
  current: readonly T[],
  isKnown: (reference: Reference) => boolean,
  problems: string[],
) {
  const things = new Map<string, Change<T>>()
  const ids = new Set<string | undefined>()
  for (const thing of current) {
    things.set(keyOf(thing), { before: thing, after: thing, fields: unchanged })
    ids.add(thing.id)
  }
  const addNew = (key: string, { given, at, broken }: Wanted<G>): void => {
    const after = create(given)
    if (required && !(required in given) && !broken.includes(required))
      problems.push(`${at()}: ${required} is required`)
    if (after.id !== undefined && ids.has(after.id))
      problems.push(`${at('id')}: another ${name} has the ID ${after.id}. Remove this one.`)
    ids.add(after.id)
    things.set(key, { before: undefined, after, fields: unchanged, place: at() })
  }
  const change = (thing: Change<T>, given: G | Partial<T>): readonly string[] => {
    const fields = fieldsThatDiffer(thing.after, given)
    if (fields.length === 0) return unchanged
    thing.after = { ...thing.after, ...given }
    thing.fields = fields
    return fields
  }
  const update = (key: string, thing: Change<T>, { given, at }: Wanted<G>): void => {
    const { place, after } = thing
    if (place) problems.push(`${at()}: ${name} ${key} must be here once. It is also at ${place}.`)
    const fields = change(thing, given)
    if (fields.includes('product'))
      problems.push(`${at('sku')}: ${key} belongs to the product ${after.product}`)
    if (fields.includes('id'))
      problems.push(`${at('id')}: ${name} ${key} has the ID ${after.id}. Remove this one.`)
    thing.place = at()
  }
  return {
    things,
    add: (wanted: Wanted<G>): void => {
      const { given, at } = wanted
      const key = keyOf(given)
      const thing = things.get(key)
      if (thing) update(key, thing, wanted)
      else addNew(key, wanted)
      const seen = new Set<string>()
      for (const reference of references?.(given) ?? []) {
        const { to, key: other, path } = reference
        if (!isKnown(reference))
          problems.push(`${at(...path)}: ${other} must be ${kinds[to]} of the file or the account`)
        if (seen.has(other)) problems.push(`${at(...path)}: ${other} must be in the list once`)
        seen.add(other)
      }
    },
    /** Ends the things that a file with these lists does not name. */
    endOthers: (lists: readonly string[]): void => {
      if (!ended || !lists.includes(ended.list)) return
      for (const thing of things.values()) if (!thing.place) change(thing, ended.fields)
    },
  }
}

/** Text in one line, so that a plan and a list have a line for each thing. */
function line(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'must be one line without control characters')
}

/** The things of an account. A variant and a stock level name their product and warehouse by its key. */
type Things = { [Section in keyof Given]: Required<Given[Section]> }

function ownKey({ key }: { key: string }): string {
  return key
}
