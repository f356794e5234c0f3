import { isUtf8 } from 'node:buffer'
import { resolve } from 'node:path'
import { type Document, isNode, isScalar, LineCounter, parseDocument, stringify, visit } from 'yaml'
import type { z } from 'zod'
import { visible } from '../domain/rejection.ts'
import {
  type AddThing,
  fieldsThatDiffer,
  newLevel,
  newVariant,
  type Shop,
  type Wanted,
} from '../domain/shop-plan.ts'
import { composed, ImportFileError } from './files/read-csv.ts'
import { cellsOf, exactCell, readRows, readThing } from './files/read-table.ts'
import { formats, productPart, sharedPart, shopFormat, variantPart } from './shop-format.ts'

/** More than this is a catalogue, which a CSV file holds. */
export const maxShopBytes = 8 * 1024 * 1024

type ShopFile = z.output<typeof shopFormat>

type At = Wanted<unknown>['at']

/**
 * Reads a shop's file and its CSV files.
 * @param folder the folder that the paths of its CSV files are relative to.
 * @param add called with each thing, without the fields that are not as they must be.
 * @param problems gets a line for each of them: `file:line:column: the expected value`.
 * @param onProgress called with the path of a CSV file and the share of it that was read.
 * @returns the lists of the file that `--prune` compares.
 */
export const readShopFile = async (
  { name, bytes, folder }: { name: string; bytes: Buffer; folder: string },
  add: AddThing,
  problems: string[],
  onProgress = (_table: string, _share: number) => {},
): Promise<string[]> => {
  const document = readDocument(name, bytes, problems)
  if (problems.length > 0) problems.push(...otherSpaces(name, bytes))
  const { given: file, at }: { given: ShopFile; at: At } = document ?? { given: {}, at: () => name }
  const things = <T>(
    section: string,
    format: z.ZodType<T>,
    list: string | readonly unknown[] = [],
    of = at,
  ): Wanted<T>[] =>
    (typeof list === 'string' ? [] : list).flatMap(
      (raw, i) => readThing(format, raw, (...path) => of(section, i, ...path), problems) ?? [],
    )
  async function* rows<T>(section: 'products' | 'stock', format: z.ZodType<T>) {
    const table = file[section]
    if (typeof table !== 'string') return
    const path = resolve(folder, table)
    try {
      yield* readRows({ name: table, path }, format, problems, (share) => onProgress(table, share))
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error
      problems.push(`${at(section)}: ${error.message}`)
    }
  }

  for (const thing of things('warehouses', formats.warehouses, file.warehouses))
    add('warehouses', thing)
  for (const product of things('products', formats.products, file.products)) {
    const { key, variants } = product.given
    add('products', { ...product, given: productPart.parse(product.given) })
    const shared = sharedPart.parse(product.given)
    for (const variant of things('variants', formats.variants, variants, product.at))
      add('variants', { ...variant, given: { ...shared, ...variant.given, product: key } })
  }
  // A product's fields are on its first row, and on others the same or empty.
  const firstRows = new Map<string, { line: number; given: z.output<typeof productPart> }>()
  for await (const row of rows('products', formats.productRow)) {
    const given = productPart.parse(row.given)
    const first = firstRows.get(given.key) ?? { line: row.line, given }
    if (first.given === given) {
      firstRows.set(given.key, first)
      add('products', { ...row, given })
    }
    for (const [field, value] of Object.entries(given))
      if (Reflect.get(first.given, field) !== value)
        problems.push(`${row.at(field)}: ${field} must be as on line ${first.line}, or empty`)
    // Rows of a product share the text of its key.
    add('variants', {
      ...row,
      given: { ...variantPart.parse(row.given), product: first.given.key },
    })
  }
  for (const level of things('stock', formats.stock, file.stock)) add('stock', level)
  for await (const row of rows('stock', formats.stock)) add('stock', row)
  for (const campaign of things('campaigns', formats.campaigns, file.campaigns))
    add('campaigns', campaign)
  return ['products', 'campaigns'].filter((section) => section in file)
}

/** Reads YAML, of which JSON is a part. Undefined if nothing of it can be used. */
function readDocument(
  name: string,
  bytes: Buffer,
  problems: string[],
): Wanted<ShopFile> | undefined {
  const megabytes = Math.ceil(bytes.length / 1024 / 1024)
  if (bytes.length > maxShopBytes) {
    const advice = 'Put products and stock in CSV files.'
    problems.push(`${name}:1:1: the file must have at most 8 MiB, not ${megabytes}. ${advice}`)
    return undefined
  }
  // A CR alone is a line break, too (YAML 1.2.2 §5.4).
  const text = composed(bytes.toString()).replaceAll(/\r(?!\n)/g, '\n')
  const lineCounter = new LineCounter()
  // The library would compare each key of a map with all others.
  const options = { lineCounter, prettyErrors: false, uniqueKeys: false, merge: true }
  const document = parseDocument(text, options)
  const place = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset)
    return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }
  /** Returns the place of the innermost part of a path that exists. */
  const at: At = (...path) => {
    const node = document.getIn(path, true)
    if (isNode(node) && node.range) return place(node.range[0])
    return path.length === 0 ? place(0) : at(...path.slice(0, -1))
  }
  if (!isUtf8(bytes)) problems.push(`${place(text.indexOf('\ufffd'))}: the file must be UTF-8`)
  else
    for (const { offset, message } of parseErrors(document))
      problems.push(`${place(offset)}: ${message}`)
  if (problems.length > 0) return undefined
  try {
    return readThing(shopFormat, document.toJS(), at, problems)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    problems.push(
      `${at()}: aliases must follow their anchors, and not expand to too much. ${reason}.`,
    )
    return undefined
  }
}

/**
 * Returns the problem of the first space that is not YAML's where the syntax needs one, such as after a dash. Texts that
 * were copied from pages and documents have them.
 */
function otherSpaces(name: string, bytes: Buffer): string[] {
  const text = bytes.toString()
  const found = /(?:^[ -]*|: *)([\u00a0\u2000-\u200b\u202f\u3000])/m.exec(text)
  if (!found) return []
  const [until, space = ''] = found
  const lines = text.slice(0, found.index + until.length).split(/\r\n?|\n/)
  return [`${name}:${lines.length}:${lines.at(-1)?.length}: ${visible(space)} is no space in YAML`]
}

/** Most errors after these follow from them. */
const maxParseErrors = 100

/** Returns the errors of a document, and its keys that a map has twice or no object can have. */
function parseErrors(document: Document.Parsed): { offset: number; message: string }[] {
  const errors = document.errors.map(({ pos: [offset], code, message }) => ({
    offset,
    message: code === 'MULTIPLE_DOCS' ? 'the file must be a single YAML document' : message,
  }))
  const tooDeep = errors.find(({ message }) => message.includes('call stack'))
  if (tooDeep) return [{ ...tooDeep, message: 'the file has too many levels' }]
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        const offset = (isNode(key) && key.range?.[0]) || 0
        if (!isScalar(key)) {
          errors.push({ offset, message: 'the name of a field must be text' })
          continue
        }
        const { value } = key
        if (seen.has(value)) errors.push({ offset, message: 'Map keys must be unique' })
        if (value === '__proto__')
          errors.push({ offset, message: 'there is no field __proto__ here' })
        seen.add(value)
      }
    },
  })
  const more = errors.length - maxParseErrors
  const [last] = errors.splice(maxParseErrors)
  if (last) errors.push({ ...last, message: `${more} more problems are not listed` })
  return errors
}

/** Returns values as a line of RFC 4180, without a line break. */
export const csvLine = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      const text = String(value ?? '')
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    })
    .join(',')

/**
 * Returns a shop as files by name, whole or in parts. Applying them to its account changes nothing.
 * @param hasTables whether products and stock are CSV files beside the YAML file.
 */
export const writeShop = (
  shop: Shop,
  baseUrl: string,
  hasTables: boolean,
): { 'shop.yaml': string; [table: string]: string | Iterable<string> } => {
  const variants = Map.groupBy(shop.variants, ({ product }) => product)
  const variantsOf = (key: string) =>
    (variants.get(key) ?? []).map(({ product: _, sku, options, ...variant }) =>
      withoutDefaults({ sku, options, ...variant }, newVariant),
    )
  const { on_hand, ...defaults } = newLevel
  function* levels() {
    for (const level of shop.stock) yield withoutDefaults(level, defaults)
  }
  const warehouses = shop.warehouses.map(({ id, ...warehouse }) => warehouse)
  const campaigns = shop.campaigns.map(({ id, ...campaign }) =>
    withoutDefaults(campaign, { brand: {} }),
  )
  if (!hasTables) {
    const products = shop.products.map(({ id, ...product }) => ({
      ...product,
      variants: variantsOf(product.key),
    }))
    const stock = [...levels()]
    return { 'shop.yaml': toYaml({ warehouses, products, stock, campaigns }, baseUrl) }
  }
  const tables = { products: 'products.csv', stock: 'stock.csv' }
  function* rows() {
    for (const { id, ...product } of shop.products)
      for (const variant of variantsOf(product.key)) yield { ...product, ...variant }
  }
  return {
    'shop.yaml': toYaml({ warehouses, campaigns, ...tables }, baseUrl),
    'products.csv': toCsv(rows, ['key', 'sku']),
    'stock.csv': toCsv(levels, ['sku', 'warehouse']),
  }
}

type Fields = Record<string, unknown>

/** Returns the fields whose values are not the defaults. */
function withoutDefaults(thing: object, defaults: object): Fields {
  return Object.fromEntries(
    fieldsThatDiffer(defaults, thing).map((field) => [field, Reflect.get(thing, field)]),
  )
}

function toYaml(file: Fields, baseUrl: string): string {
  return `# yaml-language-server: $schema=${baseUrl}/shop.schema.json\n${stringify(file, { aliasDuplicateObjects: false })}`
}

/** Yields the lines of a table as they are needed. Its columns are those of any of its things. */
function* toCsv(things: () => Iterable<Fields>, required: readonly string[]): Generator<string> {
  const columns = new Set(required)
  for (const thing of things()) for (const [column] of cellsOf(thing)) columns.add(column)
  // The byte order mark tells spreadsheet programs that it is UTF-8.
  yield `\ufeff${csvLine([...columns])}\n`
  for (const thing of things()) {
    const cells = new Map(cellsOf(thing))
    yield `${csvLine([...columns].map((column) => exactCell(cells.get(column))))}\n`
  }
}
