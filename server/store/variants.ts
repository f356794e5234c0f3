import { ProductVariant as productVariant } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Variant } from '../domain/shop.ts'
import { slotsFor, statement, statementsBy } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type ProductVariant = components['schemas']['ProductVariant']

const fields = productVariant.keyof().options

/** Selects a variant's fields, in the contract's order. */
export const variantSelection = fields.map((field) => `variants.${field}` as const)

/** Resolves a relative image URL against the CDN. Absolute URLs stay as they are. */
export const withImage = <V extends { imageUrl: string | null }>(variant: V, cdnUrl: string): V => {
  if (variant.imageUrl?.startsWith('/')) variant.imageUrl = cdnUrl + variant.imageUrl
  return variant
}

type Page = { account: AccountId; limit: number; offset: number }

/** For deep pages, the statement finds the page's rows by the index alone before it reads them. */
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
          .where('account_id', '=', slot('account'))
          .where('seq', 'in', active.select('seq'))
          .orderBy('seq')
          .select(variantSelection)
      : active.select(variantSelection)
  }),
)

/** Returns a page of active variants in the order of creation (specification §4). */
export const listVariants = async (
  reader: Reader,
  values: Page,
  cdnUrl: string,
): Promise<ProductVariant[]> => {
  const variants = await reader.all(page({ deep: values.offset > 100 }), values)
  for (const variant of variants) withImage(variant, cdnUrl)
  return variants
}

/** What an operator sets of a variant beside the contract's fields. */
type VariantDetails = Pick<Variant, 'options' | 'pricing' | 'active'> & {
  productKey: string
}

type VariantRow = ProductVariant & {
  account: AccountId
  active: boolean
  skuKey: string
  titleKey: string
  productKey: string
  options: string
  pricing: string
}

const upsert = statement<VariantRow>()((db, slot) => {
  const columns = {
    ...slotsFor(slot, fields),
    active: slot('active'),
    sku_key: slot('skuKey'),
    title_key: slot('titleKey'),
    product_key: slot('productKey'),
    options: slot('options'),
    pricing: slot('pricing'),
  }
  return db
    .insertInto('variants')
    .values({ ...columns, account_id: slot('account') })
    .onConflict((conflict) => conflict.columns(['account_id', 'sku']).doUpdateSet(columns))
})

/**
 * Adds a variant, or updates all fields of the one with the SKU. An image URL that starts with a slash is
 * relative to the CDN.
 */
export const putVariant = (
  transaction: Transaction,
  account: AccountId,
  variant: ProductVariant,
  {
    active = true,
    productKey = variant.id,
    options = {},
    pricing = [{ minimumQuantity: variant.minimumOrderQuantity }],
  }: Partial<VariantDetails> = {},
): void => {
  transaction.send(upsert, {
    ...variant,
    ...{ account, active, productKey },
    options: JSON.stringify(options),
    pricing: JSON.stringify(pricing),
    skuKey: fold(variant.sku),
    titleKey: fold(variant.title),
  })
}
