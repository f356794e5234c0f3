import { isDeepStrictEqual } from 'node:util'
import { Document, isScalar, visit } from 'yaml'
import { defaultThreshold, newVariant, type Shop, type Variant } from '../../domain/shop.ts'

type Fields = Record<string, unknown>

/** Returns the fields whose values are not the defaults. */
const withoutDefaults = (thing: object, defaults: object): Fields =>
  Object.fromEntries(
    Object.entries(thing).filter(
      ([field, value]) => !isDeepStrictEqual(value, Reflect.get(defaults, field)),
    ),
  )

const fieldsOf = ({ product, sku, options, ...variant }: Variant): Fields => ({
  sku,
  ...withoutDefaults({ options, ...variant }, newVariant),
})

/** Moves the fields that all variants of a product share to the product. */
const splitShared = (variants: readonly Fields[]): { shared: Fields; own: Fields[] } => {
  const [first = {}, ...others] = variants
  const isShared = ([field, value]: [string, unknown]) =>
    !['sku', 'options'].includes(field) &&
    others.length > 0 &&
    others.every((other) => isDeepStrictEqual(other[field], value))
  const shared = Object.fromEntries(Object.entries(first).filter(isShared))
  return { shared, own: variants.map((fields) => withoutDefaults(fields, shared)) }
}

/** Returns YAML. A list or a group of plain values in a list is one line. */
const toYaml = (file: Fields, baseUrl: string): string => {
  const document = new Document(file, { aliasDuplicateObjects: false })
  document.commentBefore = ` yaml-language-server: $schema=${baseUrl}/shop.schema.json`
  const isPlain = (items: readonly unknown[]) => items.every((item) => isScalar(item))
  visit(document, {
    Map: (_, node) => {
      if (isPlain(node.items.map(({ value }) => value))) node.flow = true
    },
    Seq: (_, node) => {
      if (isPlain(node.items)) node.flow = true
    },
  })
  return document.toString({ lineWidth: 100, flowCollectionPadding: true })
}

/** Returns the plain values of a row by their paths, such as `pricing.0.unitPrice`. */
const flattened = (fields: object, prefix = ''): [column: string, value: unknown][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? flattened(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  )

const toCsv = (rows: readonly Fields[]): string => {
  const tables = rows.map((row) => new Map(flattened(row)))
  const columns = [...new Set(tables.flatMap((row) => [...row.keys()]))]
  const cell = (value: unknown): string => {
    const text = String(value ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = tables.map((row) => columns.map((column) => cell(row.get(column))).join(','))
  return [columns.map(cell).join(','), ...lines, ''].join('\n')
}

/**
 * Returns a shop as files by name. Applying them to its account changes nothing.
 * @param hasTables whether products and stock are CSV files beside the YAML file.
 */
export const writeShop = (
  shop: Shop,
  baseUrl: string,
  hasTables: boolean,
): { 'shop.yaml': string; [table: string]: string } => {
  const variants = Map.groupBy(shop.variants, ({ product }) => product)
  const products = shop.products.map(({ id, ...product }) => {
    const { shared, own } = splitShared((variants.get(product.key) ?? []).map(fieldsOf))
    return { ...product, ...shared, variants: own }
  })
  const stock = shop.stock.map((level) =>
    withoutDefaults(level, { inbound: 0, low_stock_threshold: defaultThreshold }),
  )
  const rest = {
    warehouses: shop.warehouses.map(({ id, ...warehouse }) => warehouse),
    campaigns: shop.campaigns.map(({ id, ...campaign }) =>
      withoutDefaults(campaign, { brand: {} }),
    ),
  }
  if (!hasTables) {
    const { warehouses, campaigns } = rest
    return { 'shop.yaml': toYaml({ warehouses, products, stock, campaigns }, baseUrl) }
  }
  const rows = products.flatMap(({ variants, ...product }) =>
    variants.map((variant): Fields => ({ ...product, ...variant })),
  )
  const tables = { products: 'products.csv', stock: 'stock.csv' }
  return {
    'shop.yaml': toYaml({ ...rest, ...tables }, baseUrl),
    'products.csv': toCsv(rows),
    'stock.csv': toCsv(stock),
  }
}
