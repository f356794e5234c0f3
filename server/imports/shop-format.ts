import { z } from 'zod'
import { Timestamp } from '../../generated/zod/schemas.ts'
import { toId } from '../domain/ids.ts'

const key = name(100).describe('Your name for it, by which a later file finds it again.')

const id = line(100).describe('The ID of a new thing. It must be free. Default: a new ID.')

const sku = name(200).describe('The SKU of a variant.')

const count = z.int().min(0).max(2147483647)

const measure = z.number().min(0).nullable().exactOptional()

const pricingTier = z.strictObject({
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
          .regex(/^#[0-9a-fA-F]{6}$/, 'must be # and six hexadecimal digits, such as #1f5c4a')
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

const isListOrCsv = 'must be a list, or the path of a .csv or .tsv file'

/** A file whose things are not checked yet. */
export const shopFormat = fileOf(() => z.unknown())

export const shopJsonSchema = (): object => ({
  title: 'Shop: what an operator puts in. Fields that are left out keep their values.',
  ...z.toJSONSchema(
    fileOf((format) => format),
    { io: 'input' },
  ),
})

/** @param thing returns the format of the things of a list, given the format that describes them to editors. */
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
  return z.union([z.array(thing), z.string().regex(/\.[CcTt][Ss][Vv]$/, isListOrCsv)], isListOrCsv)
}

/** A text by which a thing is found again. Word processors change quotation marks, which YAML then takes for text. */
function name(maxLength: number) {
  return line(maxLength).regex(
    /^(?![“”„«»‘’‚])/,
    'must not begin with a quotation mark but " and \'',
  )
}

/** Text in one line, so that a plan and a list have a line for each thing. */
function line(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'must be one line without control characters')
}
