import sql, { bulk } from 'sql-template-tag'
import type { components } from '../../generated/types.ts'
import { ProductVariant as productVariant } from '../../generated/zod/schemas.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Variant } from '../domain/shop-plan.ts'
import {
  columns,
  fold,
  insertedValues,
  long,
  maxSkipped,
  ofAccount,
  type Range,
} from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type ProductVariant = components['schemas']['ProductVariant']

const fields = productVariant.keyof().options

/** The columns of a variant's fields, in the contract's order. */
export const variantColumns = columns(fields, 'variants')

/** Resolves a relative image URL against the CDN. Absolute URLs stay as they are. */
export const withImage = <V extends { imageUrl: string | null }>(variant: V, cdnUrl: string): V => {
  if (variant.imageUrl?.startsWith('/')) variant.imageUrl = cdnUrl + variant.imageUrl
  return variant
}

/** Returns a page of active variants in the order of creation (specification §4). */
export const listVariants = async (
  reader: Reader,
  { account, limit, offset }: Range & { account: AccountId },
  cdnUrl: string,
): Promise<ProductVariant[]> => {
  const rest = sql`from variants where account_id = ${account} and active = 1
    order by seq limit ${limit} offset ${offset}`
  const page =
    // For deep pages, the statement finds the page's rows by the index alone before it reads them.
    offset > 100
      ? ofAccount(account)`select ${variantColumns} from variants
          where account_id = ${account} and seq in (select seq ${rest}) order by seq`
      : ofAccount(account)`select ${variantColumns} ${rest}`
  const variants = await reader.all<ProductVariant>(long(page, offset > maxSkipped))
  for (const variant of variants) withImage(variant, cdnUrl)
  return variants
}

/** The fields of a variant that an operator sets beside the contract's. */
export type VariantDetails = Pick<Variant, 'options' | 'pricing' | 'active'> & {
  productKey: string
}

const stored = [
  ...fields,
  'active',
  'product_key',
  'options',
  'pricing',
  'sku_key',
  'title_key',
] as const

/** Adds variants, or updates those with the SKUs. Image URLs may be paths on the CDN. */
export const putVariants = (
  transaction: Transaction,
  account: AccountId,
  variants: readonly (ProductVariant & VariantDetails)[],
) => {
  const rows = variants.map(({ productKey: product_key, ...variant }) => {
    const keys = { product_key, sku_key: fold(variant.sku), title_key: fold(variant.title) }
    const row = { ...variant, ...keys }
    return [account, ...stored.map((name) => row[name])]
  })
  return transaction.run(ofAccount(account)`
    insert into variants (account_id, ${columns(stored)}) values ${bulk(rows)}
    on conflict (account_id, sku) do update set ${insertedValues(stored)}`)
}
