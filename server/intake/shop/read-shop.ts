import { resolve } from 'node:path'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml'
import type { z } from 'zod'
import { type IdPrefix, toId } from '../../domain/ids.ts'
import type { Variant, Wanted, WantedShop } from '../../domain/shop.ts'
import { ImportFileError } from '../files/read-csv.ts'
import {
  type At,
  type Found,
  firstOfEqual,
  readRows,
  readThing,
  type Table,
} from '../files/read-table.ts'
import {
  campaignFormat,
  productFormat,
  productRow,
  shopFormat,
  stockFormat,
  variantFormat,
  warehouseFormat,
} from './shop-format.ts'

/** More than this is a catalogue, which a CSV file holds. */
export const maxShopBytes = 8 * 1024 * 1024

/**
 * A shop that was read. `problems` has a line for each field that is not as it must be:
 * `file:line:column: what is expected`. The shop lacks these fields.
 */
export type ReadShop = { wanted: WantedShop; problems: string[] }

/** Returns the node of a path in a document, or the innermost one that exists. */
const nodeAt = (document: Document, path: readonly PropertyKey[]): Node | null => {
  let found: Node | null = document.contents
  for (const step of path) {
    const node: Node | null | undefined = isAlias(found) ? found.resolve(document) : found
    let next: unknown
    if (isSeq(node)) next = node.items[Number(step)]
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      // The place of a field without a value is that of its name.
      next = pair?.value && isNode(pair.value) && pair.value.range ? pair.value : pair?.key
    }
    if (!isNode(next)) break
    found = next
  }
  return found
}

/** Returns the place of the first byte that is not UTF-8, or undefined. */
const illFormedAt = (name: string, bytes: Buffer): string | undefined => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return undefined
  } catch {
    const before = new TextDecoder().decode(bytes).split('\ufffd')[0] ?? ''
    const lines = before.split('\n')
    return `${name}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
  }
}

type ShopFile = z.output<typeof shopFormat>

/** Reads YAML, of which JSON is a part. Undefined if nothing of it can be used. */
const readDocument = (
  name: string,
  bytes: Buffer,
  problems: string[],
): { file: ShopFile; at: At } | undefined => {
  const megabytes = Math.ceil(bytes.length / 1024 / 1024)
  if (bytes.length > maxShopBytes) {
    const advice = 'Put products and stock in CSV files.'
    problems.push(`${name}:1:1: the file must have at most 8 MiB, not ${megabytes}. ${advice}`)
    return undefined
  }
  const illFormed = illFormedAt(name, bytes)
  if (illFormed !== undefined) {
    problems.push(`${illFormed}: the file must be UTF-8`)
    return undefined
  }
  const lineCounter = new LineCounter()
  const document = parseDocument(bytes.toString(), { lineCounter, prettyErrors: false })
  const place = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset)
    return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }
  for (const { pos, message } of document.errors) problems.push(`${place(pos[0])}: ${message}`)
  if (problems.length > 0) return undefined
  const at: At = (...path) => place(nodeAt(document, path)?.range?.[0] ?? 0)
  try {
    const found = readThing(shopFormat, document.toJS(), at, problems)
    return found && { file: found.value, at }
  } catch (error) {
    // The only error of a document without errors: aliases that would expand to too much.
    const reason = error instanceof Error ? error.message : String(error)
    problems.push(`${at()}: the aliases must expand to less. ${reason}.`)
    return undefined
  }
}

/** Returns the text of a place, or of a field there. */
type TextOf = (place: readonly number[], path: readonly PropertyKey[]) => string

/** Collects the things of a section with their places, as few numbers: a catalogue has 100,000 of them. */
class List<T> implements Wanted<T> {
  readonly things: T[] = []
  readonly broken = new Map<number, readonly string[]>()
  readonly #places: number[] = []
  readonly #perThing: number
  readonly #textOf: TextOf

  /** @param perThing how many numbers a place has. */
  constructor(perThing: number, textOf: TextOf) {
    this.#perThing = perThing
    this.#textOf = textOf
  }

  add({ value, broken }: Found<T>, place: readonly number[]): void {
    if (broken.length > 0) this.broken.set(this.things.length, broken)
    this.things.push(value)
    this.#places.push(...place)
  }

  at = (thing: number, ...path: readonly PropertyKey[]): string => {
    const from = thing * this.#perThing
    return this.#textOf(this.#places.slice(from, from + this.#perThing), path)
  }
}

/** Returns the list of the things of a table. */
const listOfRows = <T>({ name, keys }: Pick<Table<unknown>, 'name' | 'keys'>): List<T> =>
  new List(keys.length + 1, ([line, ...starts], [field]) => {
    return `${name}:${line}:${starts[keys.indexOf(String(field))] ?? 1}`
  })

type WantedOf<Section extends 'products' | 'variants' | 'stock'> =
  WantedShop[Section]['things'][number]
type ProductFields = Pick<z.output<typeof productRow>, 'key' | 'id' | 'title' | 'productionTime'>

/** Returns the product's fields of a row, without those that are left out. */
const productOf = ({ key, id, title, productionTime }: ProductFields): WantedOf<'products'> => ({
  key,
  ...(id !== undefined && { id }),
  ...(title !== undefined && { title }),
  ...(productionTime !== undefined && { productionTime }),
})

type Products = Pick<WantedShop, 'products' | 'variants'>

/** Reads products from rows. Their fields are on their first rows, and on others the same or empty. */
const productsOfRows = async (table: Table<z.output<typeof productRow>>): Promise<Products> => {
  const products = listOfRows<WantedOf<'products'>>(table)
  const variants = listOfRows<WantedOf<'variants'>>(table)
  const first = new Map<string, { value: WantedOf<'products'>; line: number }>()
  const options = firstOfEqual<Variant['options']>()
  const pricing = firstOfEqual<Variant['pricing']>()
  for await (const { value: row, broken, place, at } of readRows(table)) {
    const { key, id, title, productionTime, ...variant } = row
    const value = productOf(row)
    variants.add(
      {
        value: {
          ...variant,
          product: key,
          ...(variant.options && { options: options(variant.options) }),
          ...(variant.pricing && { pricing: pricing(variant.pricing) }),
        },
        broken,
      },
      place,
    )
    const earlier = first.get(key)
    if (!earlier) {
      products.add({ value, broken }, place)
      first.set(key, { value, line: place[0] })
      continue
    }
    for (const [field, given] of Object.entries(value))
      if (Reflect.get(earlier.value, field) !== given)
        table.problems.push(`${at(field)}: ${field} must be as on line ${earlier.line}, or empty`)
  }
  return { products, variants }
}

type ShopList = Exclude<ShopFile['products'], string | undefined>

const productsOfList = (list: ShopList, at: At, problems: string[]): Products => {
  const textOf = ([i = 0, j]: readonly number[], path: readonly PropertyKey[]) =>
    at('products', i, ...(j === undefined ? [] : ['variants', j]), ...path)
  const products = new List<WantedOf<'products'>>(1, textOf)
  const variants = new List<WantedOf<'variants'>>(2, textOf)
  for (const [i, { variants: own, ...raw }] of list.entries()) {
    const found = readThing(productFormat, raw, (...path) => textOf([i], path), problems)
    if (!Array.isArray(own) || own.length === 0)
      problems.push(`${textOf([i], ['variants'])}: variants must be a list with an entry`)
    if (!found || !Array.isArray(own)) continue
    const { key, id, title, productionTime, ...shared } = found.value
    products.add({ value: productOf(found.value), broken: found.broken }, [i])
    for (const [j, variant] of own.entries()) {
      const read = readThing(variantFormat, variant, (...path) => textOf([i, j], path), problems)
      if (read) variants.add({ ...read, value: { ...shared, ...read.value, product: key } }, [i, j])
    }
  }
  return { products, variants }
}

/** Gives the ID of a thing its type. */
const withId =
  <Prefix extends IdPrefix>(prefix: Prefix) =>
  <T extends object>({ id, ...value }: T & { id?: string }) => ({
    ...value,
    ...(id !== undefined && { id: toId(prefix, id) }),
  })

/** Where a shop's file comes from. */
export type ShopSource = {
  /** Its name in messages. */
  name: string
  bytes: Buffer
  /** The folder that the paths of its CSV files are relative to. */
  folder: string
  /** Called with the name of a CSV file and the share of it that was read. */
  onProgress?: (name: string, share: number) => void
}

/** Reads a shop's file and its CSV files. */
export const readShopFile = async ({
  name,
  bytes,
  folder,
  onProgress = () => {},
}: ShopSource): Promise<ReadShop> => {
  const problems: string[] = []
  const { file = {}, at = () => name } = readDocument(name, bytes, problems) ?? {}

  const listOf = <T, Thing>(
    section: keyof ShopFile,
    list: readonly unknown[] = [],
    format: z.ZodType<T>,
    thingOf: (value: T) => Thing,
  ) => {
    const textOf = ([i = 0]: readonly number[], path: readonly PropertyKey[]) =>
      at(section, i, ...path)
    const things = new List<Thing>(1, textOf)
    for (const [i, raw] of list.entries()) {
      const found = readThing(format, raw, (...path) => textOf([i], path), problems)
      if (found) things.add({ ...found, value: thingOf(found.value) }, [i])
    }
    return things
  }
  const tableOf = <T>(name: string, format: z.ZodType<T>, keys: Table<T>['keys']): Table<T> => ({
    ...{ name, path: resolve(folder, name), format, keys, problems, onProgress },
  })
  const readProducts = (products: ShopFile['products'] = []) =>
    typeof products === 'string'
      ? productsOfRows(tableOf(products, productRow, ['key', 'sku']))
      : productsOfList(products, at, problems)
  const readStock = async (stock: ShopFile['stock']): Promise<WantedShop['stock']> => {
    if (typeof stock !== 'string') return listOf('stock', stock, stockFormat, (level) => level)
    const table = tableOf(stock, stockFormat, ['sku', 'warehouse'])
    const levels = listOfRows<WantedOf<'stock'>>(table)
    for await (const { place, ...found } of readRows(table)) levels.add(found, place)
    return levels
  }
  /** Reports a CSV file that cannot be read at the place of its name. */
  const orReport = async <T>(section: 'products' | 'stock', result: T | Promise<T>, none: T) => {
    try {
      return await result
    } catch (error) {
      const isOfFile =
        error instanceof ImportFileError || (error instanceof Error && 'code' in error)
      if (!isOfFile) throw error
      problems.push(`${at(section)}: ${String(file[section])} cannot be read: ${error.message}`)
      return none
    }
  }

  const noProducts = productsOfList([], at, problems)
  const wanted = {
    warehouses: listOf('warehouses', file.warehouses, warehouseFormat, withId('whs')),
    ...(await orReport('products', readProducts(file.products), noProducts)),
    stock: await orReport('stock', readStock(file.stock), await readStock([])),
    campaigns: listOf('campaigns', file.campaigns, campaignFormat, withId('cmp')),
    sections: (['products', 'campaigns'] as const).filter((section) => file[section] !== undefined),
  }
  return { wanted, problems }
}
