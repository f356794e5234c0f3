import { z } from 'zod'
import { Timestamp } from '../../../generated/schemas.ts'

/** Text in one line, so that a plan and a list have a line for each thing. */
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'must be one line without control characters')

const key = line(100).describe('Your name for it, by which a later file finds it again.')
const id = line(100)
  .describe('The ID of a new thing. It must be free. Default: a new ID.')
  .exactOptional()
const sku = line(200).describe('The SKU of a variant.')
const count = z.int().min(0).max(2147483647)
const measure = z.number().min(0).nullable().exactOptional()

const pricingTier = z.strictObject({
  minimumQuantity: count.describe('The units from which the tier applies.'),
  unitPrice: z.number().min(0).describe('The price of one unit.').exactOptional(),
})

const productFields = {
  key,
  id,
  title: line(500).describe('Required for a new product.').exactOptional(),
  productionTime: count.describe('Lead time in days. Default: 0.').exactOptional(),
}

/** The fields of a variant that a product can set for all its variants in the file. */
const sharedFields = {
  pricing: z
    .array(pricingTier)
    .describe('The first tier of the first variant gives the minimumOrderQuantity.')
    .exactOptional(),
  active: z
    .boolean()
    .describe('Whether the variant is listed and can be ordered. Default: true.')
    .exactOptional(),
  imageUrl: line(2000)
    .regex(/^(https?:\/\/|\/)./, 'must be a URL, or a path on the CDN such as /tee.png')
    .nullable()
    .describe('A URL, or a path on the CDN such as /tee.png.')
    .exactOptional(),
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
  options: z
    .record(
      line(100).regex(
        /^[^.\s]([^.]*[^.\s])?$/,
        'must not have a full stop, or begin or end with a space',
      ),
      line(100),
    )
    .describe('Values by option, such as Color: Black. The pages of invites show them.')
    .exactOptional(),
  ...sharedFields,
}

export const warehouseFormat = z.strictObject({
  key,
  id,
  name: line(200).describe('Default: the key.').exactOptional(),
})

export const productFormat = z.strictObject({ ...productFields, ...sharedFields })

export const variantFormat = z.strictObject(variantFields)

/** A row of a CSV file of products: a variant with the fields of its product. */
export const productRow = z.strictObject({ ...productFields, ...variantFields })

export const stockFormat = z.strictObject({
  sku,
  warehouse: line(100).describe('The key of a warehouse.'),
  on_hand: count.describe('Units in the warehouse.').exactOptional(),
  inbound: count.describe('Units in transit to the warehouse.').exactOptional(),
  low_stock_threshold: count
    .describe('Units up to which stock is low. Default: 10.')
    .exactOptional(),
})

export const campaignFormat = z.strictObject({
  key,
  id,
  name: line(200).describe('Default: the key.').exactOptional(),
  expiration: Timestamp.describe('Required for a new campaign.').exactOptional(),
  status: z
    .enum(['Draft', 'Active', 'Paused', 'Expired'])
    .describe('Only an Active campaign accepts orders. Default: Active.')
    .exactOptional(),
  allowOutOfStockOrders: z
    .boolean()
    .describe('Whether orders are accepted when stock is short. Default: false.')
    .exactOptional(),
  brand: z
    .strictObject({
      name: line(100).describe('Default: the account’s name.').exactOptional(),
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/, 'must be # and six hexadecimal digits, such as #1f5c4a')
        .exactOptional(),
    })
    .describe('What the pages and emails of invites show.')
    .exactOptional(),
  skus: z.array(sku).describe('The SKUs that it offers, in their order.').exactOptional(),
})

const csvFile = z.string().regex(/\.csv$/, 'must be a list, or the path of a .csv file')

/** The sections of a file, whose things the formats above describe. */
const fileOf = <Product extends z.ZodType, Thing extends z.ZodType>(
  product: Product,
  thing: (format: z.ZodType) => Thing,
) =>
  z.strictObject({
    $schema: z.string().describe('The URL of this schema.').exactOptional(),
    warehouses: z.array(thing(warehouseFormat)).exactOptional(),
    products: z
      .union([z.array(product), csvFile])
      .describe('A list, or the path of a CSV file with a row for each variant.')
      .exactOptional(),
    stock: z
      .union([z.array(thing(stockFormat)), csvFile])
      .describe('A list, or the path of a CSV file with a row for each SKU and warehouse.')
      .exactOptional(),
    campaigns: z.array(thing(campaignFormat)).exactOptional(),
  })

/** A file whose things are not checked yet. */
export const shopFormat = fileOf(z.record(z.string(), z.unknown()), () => z.unknown())

/** Returns the JSON Schema of the file, for editors. */
export const shopJsonSchema = (): object => ({
  title: 'Shop: what an operator puts in. Fields that are left out keep their values.',
  ...z.toJSONSchema(
    fileOf(productFormat.extend({ variants: z.array(variantFormat).min(1) }), (format) => format),
    { io: 'input' },
  ),
})
