import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
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
import { z } from 'zod'
import { fieldPath } from '../../domain/field-path.ts'
import { type IdPrefix, toId } from '../../domain/ids.ts'
import type { Variant, Wanted, WantedShop } from '../../domain/shop.ts'
import { ImportFileError } from '../files/import-file-error.ts'
import { type CsvRow, readCsv } from '../files/read-csv.ts'
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
const maxBytes = 8 * 1024 * 1024

/**
 * A shop that was read. `problems` has a line for each field that is not as it must be:
 * `file:line:column: what is expected`. The shop lacks these fields.
 */
export type ReadShop = { wanted: WantedShop; problems: string[] }

type At = (...path: readonly PropertyKey[]) => string
type Issue = z.core.$ZodIssue
type Schema = z.core.JSONSchema.BaseSchema

const wanted: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'fields with values',
  record: 'fields with values',
}

/** Returns what a field must be. Patterns have texts of their own. */
const reasonOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return issue.expected === 'string' && ['number', 'boolean'].includes(typeof issue.input)
        ? 'must be text: put it in quotes'
        : `must be ${wanted[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty'
      return issue.origin === 'array' ? 'must have an entry' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    default:
      return undefined
  }
}

/** Returns the issues of the alternative that was meant: the one whose type fits. */
const flat = (issues: readonly Issue[], path: readonly PropertyKey[] = []): Issue[] =>
  issues.flatMap((issue) => {
    const at = [...path, ...issue.path]
    if (issue.code !== 'invalid_union') return [{ ...issue, path: at }]
    const isOfType = ({ path, code }: Issue) => path.length > 0 || code !== 'invalid_type'
    return flat(issue.errors.find((each) => each.some(isOfType)) ?? issue.errors[0] ?? [], at)
  })

const problemsOf = (error: z.ZodError, at: At): string[] =>
  flat(error.issues).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => `${at(...issue.path, name)}: there is no field ${name} here`)
    const field = issue.path.length === 0 ? '' : `${fieldPath(issue.path)} `
    return [`${at(...issue.path)}: ${field}${issue.message}`]
  })

/** A thing of a file, without the fields that are not as they must be. */
type Found<T> = { value: T; broken: readonly string[] }

/** Reads a thing. Reports its problems. Undefined if it has no valid name. */
const readThing = <T>(
  format: z.ZodType<T>,
  raw: unknown,
  at: At,
  problems: string[],
): Found<T> | undefined => {
  const { success, data, error } = format.safeParse(raw, { error: reasonOf })
  if (success) return { value: data, broken: [] }
  problems.push(...problemsOf(error, at))
  if (typeof raw !== 'object' || raw === null) return undefined
  const broken = error.issues.flatMap((issue) =>
    issue.path.length === 0 && issue.code === 'unrecognized_keys'
      ? issue.keys
      : issue.path.slice(0, 1).map(String),
  )
  const rest = Object.entries(raw).filter(([name]) => !broken.includes(name))
  const again = format.safeParse(Object.fromEntries(rest))
  return again.success ? { value: again.data, broken } : undefined
}

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
  if (bytes.length > maxBytes) {
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

type Kind = 'text' | 'number' | 'boolean'
type Column = { path: string[]; kind: Kind }

/** Returns how the cells of a column are read; undefined if the row has no such field. */
const columnOf = (schema: Schema, name: string): Column | undefined => {
  const path = name.split('.')
  let found = schema
  for (const step of path) {
    const { properties, items, additionalProperties } = found
    const inner = properties?.[step] ?? (/^\d$/.test(step) ? items : additionalProperties)
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return undefined
    found = inner
  }
  const types = [found, ...(found.anyOf ?? [])].map((each) => typeof each === 'object' && each.type)
  if (types.includes('object') || types.includes('array')) return undefined
  const isNumber = types.includes('number') || types.includes('integer')
  return { path, kind: isNumber ? 'number' : types.includes('boolean') ? 'boolean' : 'text' }
}

const readCell = (cell: string, kind: Kind): unknown => {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(cell)) return Number(cell)
  if (kind === 'boolean' && /^(true|false)$/.test(cell)) return cell === 'true'
  return cell
}

/** Sets a field of a row, such as `options.Color` or `pricing.0.unitPrice`. */
const setField = (row: Map<string, unknown>, [name = '', ...rest]: string[], value: unknown) => {
  if (rest.length === 0) {
    row.set(name, value)
    return
  }
  const held = row.get(name)
  const inner: Map<string, unknown> = held instanceof Map ? held : new Map()
  setField(inner, rest, value)
  row.set(name, inner)
}

const plain = (row: ReadonlyMap<string, unknown>): unknown => {
  const entries = [...row].map(([name, value]): [string, unknown] => [
    name,
    value instanceof Map ? plain(value) : value,
  ])
  return entries.every(([name]) => /^\d$/.test(name)) && entries.length > 0
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries)
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

/** A CSV file whose columns are the fields of a format. */
type Table<T> = {
  name: string
  path: string
  format: z.ZodType<T>
  /** The columns that name a thing. */
  keys: readonly [string, string]
  problems: string[]
  onProgress: (name: string, share: number) => void
}

/** A row, and its line and the places of its keys in it. */
type Row<T> = Found<T> & { place: [line: number, ...starts: number[]]; at: At }

/** Reads a table's first row. Undefined if it does not name columns of the table. */
const readHeader = <T>(
  { name, format, keys, problems }: Table<T>,
  { line, fields, starts }: CsvRow,
): Map<string, Column> | undefined => {
  const schema = z.toJSONSchema(format, { io: 'input' })
  const columns = new Map<string, Column>()
  const before = problems.length
  for (const [i, field] of fields.entries()) {
    const [column, place] = [columnOf(schema, field.trim()), `${name}:${line}:${starts[i]}`]
    if (!column) problems.push(`${place}: there is no column ${field}`)
    if (columns.has(field.trim())) problems.push(`${place}: the column ${field} is here twice`)
    if (column) columns.set(field.trim(), column)
  }
  for (const key of keys)
    if (!columns.has(key)) problems.push(`${name}:${line}:1: the column ${key} is missing`)
  return problems.length > before ? undefined : columns
}

/** The most values of which equal ones share memory. */
const mostShared = 1000

/** Returns a function that returns the first of equal values. A catalogue repeats a few of them 100,000 times. */
const firstOfEqual = <Value>(): ((value: Value) => Value) => {
  const known = new Map<string, Value>()
  return (value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const first = known.get(text)
    if (first === undefined && known.size < mostShared) known.set(text, value)
    return first ?? value
  }
}

/** A table of more than this is a large catalogue. */
const largeBytes = 4 * 1024 * 1024

async function* readRows<T>(table: Table<T>): AsyncGenerator<Row<T>> {
  const { name, path: file, format, keys, problems, onProgress } = table
  const { size } = await stat(file)
  // A catalogue of 100,000 variants then takes 340 MB instead of 520, and four seconds more.
  if (size > largeBytes) setFlagsFromString('--optimize-for-size')
  const stream = createReadStream(file)
  const shared = firstOfEqual<string>()
  let columns: Map<string, Column> | undefined
  for await (const read of readCsv(stream)) {
    const { line, fields, starts, problem } = read
    if (problem !== undefined) problems.push(`${name}:${line}:1: the row ${problem}`)
    if (problem !== undefined || fields.every((field) => field === '')) continue
    if (!columns) {
      columns = readHeader(table, read)
      if (!columns) return
      continue
    }
    if (fields.length !== columns.size) {
      problems.push(`${name}:${line}:1: the row must have ${columns.size} fields, as line 1 has`)
      continue
    }
    const row = new Map<string, unknown>()
    const names = [...columns.keys()]
    for (const [i, { path, kind }] of [...columns.values()].entries()) {
      const cell = shared(fields[i] ?? '')
      if (cell !== '') setField(row, path, readCell(cell, kind))
    }
    const at: At = (...path) => `${name}:${line}:${starts[names.indexOf(path.join('.'))] ?? 1}`
    const found = readThing(format, plain(row), at, problems)
    const keyStarts = keys.map((key) => starts[names.indexOf(key)] ?? 1)
    if (found) yield { ...found, place: [line, ...keyStarts], at }
    onProgress(name, stream.bytesRead / size)
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
