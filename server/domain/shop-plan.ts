import { isDeepStrictEqual } from 'node:util'
import { type CampaignId, newId, type WarehouseId } from './ids.ts'
import { visible } from './rejection.ts'

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
  fields: readonly string[]
  /** Whether the file says how many units of a stock level were counted. */
  isCounted?: boolean
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

/** The picture and the measures of a variant that has none. */
export const unmeasured = {
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

export const newVariant: Omit<Variant, 'sku' | 'product'> = {
  options: {},
  pricing: [],
  active: true,
  ...unmeasured,
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
  warehouses: { key: string; id?: WarehouseId; name?: string }
  products: { key: string; id?: string; title?: string; productionTime?: number }
  variants: {
    sku: string
    product: string
    options?: Record<string, string>
    pricing?: { minimumQuantity: number; unitPrice?: number }[]
    active?: boolean
    imageUrl?: string | null
  } & { [M in Measure]?: number | null }
  stock: {
    sku: string
    warehouse: string
    on_hand?: number
    inbound?: number
    low_stock_threshold?: number
  }
  campaigns: {
    key: string
    id?: CampaignId
    name?: string
    expiration?: string
    status?: string
    allowOutOfStockOrders?: boolean
    brand?: { name?: string; color?: string }
    skus?: string[]
  }
}

/** A weight or a size of a variant. */
type Measure = Exclude<keyof typeof unmeasured, 'imageUrl'>

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

type Rules<T, G> = {
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
    if ('on_hand' in given) thing.isCounted = true
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
          problems.push(
            `${at(...path)}: ${visible(other)} must be ${kinds[to]} of the file or the account`,
          )
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

/** The things of an account. A variant and a stock level name their product and warehouse by its key. */
type Things = { [Section in keyof Given]: Required<Given[Section]> }

function ownKey({ key }: { key: string }): string {
  return key
}
