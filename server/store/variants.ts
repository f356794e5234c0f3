import type { components } from '../../generated/types.ts'
import { fold } from '../domain/fold.ts'
import { statement, statementsBy } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type ProductVariant = components['schemas']['ProductVariant']

/** A variant's columns under the contract's names, in the contract's order. */
export const variantColumns = [
  'variants.product_id as id',
  'variants.title',
  'variants.sku',
  'variants.minimum_order_quantity as minimumOrderQuantity',
  'variants.production_time as productionTime',
  'variants.image_url as imageUrl',
  'variants.pieces_per_carton as piecesPerCarton',
  'variants.carton_height as cartonHeight',
  'variants.carton_length as cartonLength',
  'variants.carton_width as cartonWidth',
  'variants.weight',
  'variants.package_height as packageHeight',
  'variants.package_length as packageLength',
  'variants.package_width as packageWidth',
  'variants.package_weight as packageWeight',
] as const

/** Image addresses are on the CDN unless they name another place. */
export const withImage = <V extends { imageUrl: string | null }>(variant: V, cdnUrl: string): V => {
  if (variant.imageUrl?.startsWith('/')) variant.imageUrl = cdnUrl + variant.imageUrl
  return variant
}

type Page = { account: string; limit: number; offset: number }

/** Far into a list, finding the page's rows by the index alone comes first and reading them after. */
const page = statementsBy(({ deep }: { deep: boolean }) =>
  statement<Page>()((db, slot) => {
    const active = db
      .selectFrom('variants')
      .where('account_id', '=', slot('account'))
      .where('active', '=', 1)
      .orderBy('seq')
      .limit(slot('limit'))
      .offset(slot('offset'))
    return deep
      ? db
          .selectFrom('variants')
          .where('seq', 'in', active.select('seq'))
          .orderBy('seq')
          .select(variantColumns)
      : active.select(variantColumns)
  }),
)

/** A page of active variants in the order of their creation (specification §4). */
export const listVariants = async (
  reader: Reader,
  values: Page,
  cdnUrl: string,
): Promise<ProductVariant[]> => {
  const variants = await reader.all(page({ deep: values.offset > 100 }), values)
  for (const variant of variants) withImage(variant, cdnUrl)
  return variants
}

type NewVariant = ProductVariant & {
  account: string
  active: boolean
  skuKey: string
  titleKey: string
}

const insert = statement<NewVariant>()((db, slot) =>
  db.insertInto('variants').values({
    account_id: slot('account'),
    sku: slot('sku'),
    product_id: slot('id'),
    title: slot('title'),
    minimum_order_quantity: slot('minimumOrderQuantity'),
    production_time: slot('productionTime'),
    image_url: slot('imageUrl'),
    pieces_per_carton: slot('piecesPerCarton'),
    carton_height: slot('cartonHeight'),
    carton_length: slot('cartonLength'),
    carton_width: slot('cartonWidth'),
    weight: slot('weight'),
    package_height: slot('packageHeight'),
    package_length: slot('packageLength'),
    package_width: slot('packageWidth'),
    package_weight: slot('packageWeight'),
    active: slot('active'),
    sku_key: slot('skuKey'),
    title_key: slot('titleKey'),
  }),
)

/** Adds a variant. An image address that starts with a slash is on the CDN. */
export const insertVariant = async (
  transaction: Transaction,
  account: string,
  variant: ProductVariant,
  active = true,
): Promise<void> => {
  await transaction.run(insert, {
    ...variant,
    account,
    active,
    skuKey: fold(variant.sku),
    titleKey: fold(variant.title),
  })
}
