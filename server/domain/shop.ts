import { isDeepStrictEqual } from 'node:util'
import type { components } from '../../generated/types.ts'
import { type CampaignId, newId, type WarehouseId } from './ids.ts'

type ContractVariant = components['schemas']['ProductVariant']

export type Warehouse = { key: string; id: WarehouseId; name: string }

export type Product = { key: string; id: string; title: string; productionTime: number }

export type PricingTier = { minimumQuantity: number; unitPrice?: number }

/** A variant without the fields of its product. */
export type Variant = Omit<
  ContractVariant,
  'id' | 'title' | 'productionTime' | 'minimumOrderQuantity'
> & {
  /** The key of its product. */
  product: string
  /** Its values, such as `Black`, by option, such as `Color`. */
  options: Readonly<Record<string, string>>
  pricing: readonly PricingTier[]
  active: boolean
}

/** The stock of a SKU in a warehouse, which is named by its key. */
export type StockLevel = {
  sku: string
  warehouse: string
  on_hand: number
  inbound: number
  low_stock_threshold: number
}

/** What recipients see: by default the account's name, and no color of its own. */
export type Brand = { name?: string; color?: string }

export type ShopCampaign = {
  key: string
  id: CampaignId
  name: string
  expiration: string
  status: string
  allowOutOfStockOrders: boolean
  brand: Brand
  skus: readonly string[]
}

/** What an operator puts in, in the order of creation. */
export type Shop = {
  warehouses: readonly Warehouse[]
  products: readonly Product[]
  variants: readonly Variant[]
  stock: readonly StockLevel[]
  campaigns: readonly ShopCampaign[]
}

/** A thing of a file. Fields that are left out keep their values. */
type Named<T, Key extends keyof T> = Pick<T, Key> & Partial<Omit<T, Key>>

/** The things of a section of a file. */
export type Wanted<T> = {
  things: readonly T[]
  /** Returns the place of a thing, or of one of its fields: `file:line:column`. */
  at: (thing: number, ...path: readonly PropertyKey[]) => string
  /** The fields that a thing lacks because they are not as they must be, which is reported already. */
  broken: ReadonlyMap<number, readonly string[]>
}

/** What a file names. */
export type WantedShop = {
  warehouses: Wanted<Named<Warehouse, 'key'>>
  products: Wanted<Named<Product, 'key'>>
  variants: Wanted<Named<Variant, 'sku' | 'product'>>
  stock: Wanted<Named<StockLevel, 'sku' | 'warehouse'>>
  campaigns: Wanted<Named<ShopCampaign, 'key'>>
  /** The lists of the file whose things `--prune` compares. */
  sections: readonly ('products' | 'campaigns')[]
}

/** A thing before and after. `fields` are those that differ. */
export type Change<T> = { key: string; before?: T; after: T; fields: readonly string[] }

/** A variant with what its row repeats of its product. */
export type VariantRow = { isNew: boolean; variant: Variant; product: Product; minimum: number }

export type ShopPlan = {
  [Section in keyof Shop]: readonly Change<Shop[Section][number]>[]
} & {
  unchanged: number
  /** The variants to write: those that change, and all of a product that changes. */
  rows: readonly VariantRow[]
}

/** The number of units up to which stock is low. */
export const defaultThreshold = 10

export const newVariant: Omit<Variant, 'sku' | 'product'> = {
  ...{ options: {}, pricing: [], active: true, imageUrl: null, piecesPerCarton: null },
  ...{ cartonHeight: null, cartonLength: null, cartonWidth: null, weight: null },
  ...{ packageHeight: null, packageLength: null, packageWidth: null, packageWeight: null },
}

type Compared<T> = {
  after: Map<string, T>
  changes: Change<T>[]
  named: Set<string>
  unchanged: number
}

/** Compares the things that a file names with those that exist. */
const compare = <T extends object, Key extends keyof T>(
  problems: string[],
  name: string,
  keyOf: (thing: Pick<T, Key>) => string,
  current: readonly T[],
  { things, at }: Wanted<Named<T, Key>>,
  create: (value: Named<T, Key>) => T,
): Compared<T> => {
  const after = new Map(current.map((thing) => [keyOf(thing), thing]))
  const ids = new Set(current.map((thing) => 'id' in thing && thing.id))
  const places = new Map<string, number>()
  const changes: Change<T>[] = []
  for (const [i, thing] of things.entries()) {
    const key = keyOf(thing)
    const earlier = places.get(key)
    if (earlier !== undefined)
      problems.push(`${at(i)}: ${name} ${key} must be here once. It is also at ${at(earlier)}.`)
    places.set(key, i)
    const before = after.get(key)
    const changed: T = { ...(before ?? create(thing)), ...thing }
    if (before && 'id' in before && 'id' in changed && before.id !== changed.id)
      problems.push(`${at(i, 'id')}: ${name} ${key} has the ID ${before.id}. Remove this one.`)
    else if (!before && 'id' in changed && ids.has(changed.id))
      problems.push(`${at(i, 'id')}: another ${name} has the ID ${changed.id}. Remove this one.`)
    if ('id' in changed) ids.add(changed.id)
    addChange(changes, key, before, changed)
    after.set(key, changed)
  }
  return {
    after,
    changes,
    named: new Set(places.keys()),
    unchanged: things.length - changes.length,
  }
}

const none: readonly string[] = []

const addChange = <T extends object>(
  changes: Change<T>[],
  key: string,
  before: T | undefined,
  after: T,
): void => {
  if (!before) {
    changes.push({ key, after, fields: none })
    return
  }
  const fields: string[] = []
  for (const field in after) if (!isDeepStrictEqual(before[field], after[field])) fields.push(field)
  if (fields.length > 0) changes.push({ key, before, after, fields })
}

/** Changes the things that the file does not name. */
const prune = <T extends object>({ after, changes, named }: Compared<T>, ended: Partial<T>) => {
  for (const [key, before] of after) {
    if (named.has(key)) continue
    const changed = { ...before, ...ended }
    addChange(changes, key, before, changed)
    after.set(key, changed)
  }
}

/** Returns the product's minimum: that of the first tier of its first variant (specification §2). */
const minimumOf = ([first]: readonly Variant[]): number => first?.pricing[0]?.minimumQuantity ?? 1

const rowsOf = (
  current: readonly Variant[],
  products: Compared<Product>,
  variants: Compared<Variant>,
): VariantRow[] => {
  const before = Map.groupBy(current, ({ product }) => product)
  const after = Map.groupBy(variants.after.values(), ({ product }) => product)
  const changed = new Map(variants.changes.map((change) => [change.key, change]))
  const changedProducts = new Set(products.changes.map(({ key }) => key))
  return [...after].flatMap(([key, group]) => {
    const product = products.after.get(key)
    const minimum = minimumOf(group)
    const isAll = changedProducts.has(key) || minimum !== minimumOf(before.get(key) ?? group)
    return group.flatMap((variant): VariantRow[] => {
      const change = changed.get(variant.sku)
      const isNew = change !== undefined && change.before === undefined
      return product && (isAll || change) ? [{ isNew, variant, product, minimum }] : []
    })
  })
}

/** Reports what the file refers to and neither it nor the account has. */
const checkReferences = (
  wanted: WantedShop,
  current: Shop,
  warehouses: ReadonlyMap<string, unknown>,
  problems: string[],
): void => {
  const owners = new Map(current.variants.map(({ sku, product }) => [sku, product]))
  for (const [i, { sku, product }] of wanted.variants.things.entries()) {
    const owner = owners.get(sku) ?? product
    if (owner !== product)
      problems.push(`${wanted.variants.at(i, 'sku')}: ${sku} belongs to the product ${owner}`)
    owners.set(sku, product)
  }
  const ofShop = 'of the file or the account'
  for (const [i, { sku, warehouse }] of wanted.stock.things.entries()) {
    const { at } = wanted.stock
    if (!owners.has(sku)) problems.push(`${at(i, 'sku')}: ${sku} must be a SKU ${ofShop}`)
    if (!warehouses.has(warehouse))
      problems.push(`${at(i, 'warehouse')}: ${warehouse} must be the key of a warehouse ${ofShop}`)
  }
  for (const [i, { skus = [] }] of wanted.campaigns.things.entries()) {
    const seen = new Set<string>()
    for (const [j, sku] of skus.entries()) {
      const place = () => wanted.campaigns.at(i, 'skus', j)
      if (!owners.has(sku)) problems.push(`${place()}: ${sku} must be a SKU ${ofShop}`)
      if (seen.has(sku)) problems.push(`${place()}: ${sku} must be in the list once`)
      seen.add(sku)
    }
  }
}

/** Reports a field that only a new thing needs. */
const requireNew = <T extends object>(
  { things, at, broken }: Wanted<Partial<T> & { key: string }>,
  current: readonly { key: string }[],
  field: keyof T & string,
  problems: string[],
): void => {
  const known = new Set(current.map(({ key }) => key))
  for (const [i, thing] of things.entries())
    if (!known.has(thing.key) && !(field in thing) && !broken.get(i)?.includes(field)) {
      problems.push(`${at(i)}: ${field} is required`)
      known.add(thing.key)
    }
}

const keyOf = ({ key }: { key: string }): string => key

/**
 * Plans how a shop becomes what a file says. What the file does not name stays.
 * @param ends the sections of which the things that the file does not name end: variants become inactive,
 *   campaigns `Expired`.
 * @returns the plan; or a line for each problem of the file, `file:line:column: what is expected`.
 */
export const planShop = (
  current: Shop,
  wanted: WantedShop,
  ends: readonly ('products' | 'campaigns')[] = [],
): ShopPlan | { problems: string[] } => {
  const problems: string[] = []
  const warehouses = compare(
    problems,
    'warehouse',
    keyOf,
    current.warehouses,
    wanted.warehouses,
    ({ key, name = key }): Warehouse => ({ key, id: newId('whs'), name }),
  )
  requireNew<Product>(wanted.products, current.products, 'title', problems)
  const products = compare(
    problems,
    'product',
    keyOf,
    current.products,
    wanted.products,
    ({ key }): Product => ({ key, id: newId('prd'), title: '', productionTime: 0 }),
  )
  const variants = compare<Variant, 'sku' | 'product'>(
    problems,
    'variant',
    ({ sku }) => sku,
    current.variants,
    wanted.variants,
    (own) => ({ ...newVariant, ...own }),
  )
  const stock = compare<StockLevel, 'sku' | 'warehouse'>(
    problems,
    'stock',
    ({ sku, warehouse }) => `${sku} in ${warehouse}`,
    current.stock,
    wanted.stock,
    (own) => ({ on_hand: 0, inbound: 0, low_stock_threshold: defaultThreshold, ...own }),
  )
  requireNew<ShopCampaign>(wanted.campaigns, current.campaigns, 'expiration', problems)
  const campaigns = compare(
    problems,
    'campaign',
    keyOf,
    current.campaigns,
    wanted.campaigns,
    ({ key, name = key }): ShopCampaign => ({
      ...{ key, id: newId('cmp'), name, expiration: '', status: 'Active' },
      ...{ allowOutOfStockOrders: false, brand: {}, skus: [] },
    }),
  )
  if (ends.includes('products')) prune(variants, { active: false })
  if (ends.includes('campaigns')) prune(campaigns, { status: 'Expired' })
  checkReferences(wanted, current, warehouses.after, problems)
  if (problems.length > 0) return { problems }
  const plan = {
    warehouses: warehouses.changes,
    products: products.changes,
    variants: variants.changes,
    stock: stock.changes,
    campaigns: campaigns.changes,
  }
  const compared = [warehouses, products, variants, stock, campaigns]
  return {
    ...plan,
    unchanged: compared.reduce((sum, { unchanged }) => sum + unchanged, 0),
    rows: rowsOf(current.variants, products, variants),
  }
}
