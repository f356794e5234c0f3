import { z } from 'zod'
import { visible } from '../../domain/rejection.ts'
import type { Wanted } from '../../domain/shop-plan.ts'
import { fieldPath } from '../field-path.ts'
import { openFile, readCsv, type Source } from './read-csv.ts'

type Column = { name: string; path: string[]; kind: 'text' | 'number' | 'whole number' }

/** A row of a table, without empty cells. */
export type TableRow = { line: number; fields: Fields; at: At; problem: string | undefined }

/**
 * Yields the rows of a CSV file whose columns are the fields of a format. The fields are not checked yet. If the
 * first row does not name the columns, yields its problems instead.
 */
export async function* readTable(source: Source, format: z.ZodType): AsyncGenerator<TableRow> {
  // A catalogue repeats a few texts 100,000 times. Equal ones share memory.
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
    if (texts.size < 1000 && !texts.has(text)) texts.set(text, text)
    return texts.get(text) ?? text
  }
  let columns: readonly Column[] | undefined
  let names: readonly string[] = []
  let headerLine = 1
  for await (const row of readCsv(source)) {
    const { line, starts } = row
    const place = (column: number) => `${source.name}:${line}:${starts[column] ?? 1}`
    const cells = row.fields.map((cell) => cell.trim())
    if (row.problem === undefined && cells.every((cell) => cell === '')) continue
    if (!columns) {
      const last = cells.findLastIndex((name) => name !== '')
      const known = namesOf(format)
      const knownNames = new Map(known.map((name) => [plainName(name), name]))
      names = cells.slice(0, last + 1).map((name) => knownNames.get(plainName(name)) ?? name)
      const header = readHeader(format, names)
      if (header.problems.size > maxUnknown) {
        const all = [...header.problems]
        const [, example] = all.find(([column]) => column >= 0) ?? all[0] ?? []
        const problem = `${all.length} columns are missing or not known, for example: ${example}. The columns of this format are ${known.join(', ')}`
        return yield { line, fields: {}, at: () => place(0), problem }
      }
      if (row.problem !== undefined) header.problems.set(-1 - header.problems.size, row.problem)
      // A title, or another kind of file. Of formats with more columns than they name, nothing else shows it.
      else if (header.problems.size === 0 && !names.some((name) => known.includes(name)))
        header.problems.set(0, `${noNames}, and names none of ${known.join(', ')}`)
      for (const [column, problem] of header.problems)
        yield { line, fields: {}, at: () => place(column), problem }
      if (header.problems.size > 0) return
      columns = header.columns
      headerLine = line
      continue
    }
    const filled = columns.flatMap((column, i): [Column, unknown][] => {
      const cell = cells[i] ?? ''
      const exact = exactText(cell)
      const text = shared(exact ?? unmarked(cell, column))
      if (text === '') return []
      if (exact === undefined && formula.test(cell)) return [[column, unresolvedFormula]]
      return [[column, exact && column.kind === 'text' ? exact : readCell(text, column)]]
    })
    const isWide = cells.slice(columns.length).some((cell) => cell !== '')
    // Spreadsheet programs leave out empty cells at the end of a row. A file that breaks off does not end its row.
    const isBroken = cells.length < columns.length && row.isLast === true
    const problem =
      isWide || isBroken
        ? `the row must have ${columns.length} fields, as line ${headerLine} has`
        : undefined
    yield {
      line,
      fields: fieldsOf(filled),
      at: (...path) => place(names.indexOf(path.join('.'))),
      problem: row.problem ?? problem,
    }
  }
  if (!columns) yield { line: 1, fields: {}, at: () => `${source.name}:1:1`, problem: noNames }
}

const noNames = 'the first line must name the columns'

/** More problems of columns are one: the table is of another program. */
const maxUnknown = 5

/** Returns the names of the columns of a format whose fields are no lists. */
function namesOf(format: z.ZodType, prefix = ''): string[] {
  if (!(format instanceof z.ZodObject)) return [prefix.slice(0, -1)]
  return Object.entries(format.shape).flatMap(([name, field]) =>
    field instanceof z.ZodType ? namesOf(field, `${prefix}${name}.`) : [],
  )
}

/** Returns the name of a column as it is compared: `Tracking number` and `tracking_number` are trackingNumber. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/** Columns of texts that people write. Some begin with an apostrophe, such as ’s-Hertogenbosch. */
const prose = /(?:^|\.)(?:firstName|lastName|companyName|street[12]|city|state|notes|title|name)$/

/** Returns the text of a formula that is one: `="01"`. Spreadsheet programs change no text in such a cell. */
function exactText(cell: string): string | undefined {
  return /^="((?:[^"]|"")*)"$/s.exec(cell)?.[1]?.replaceAll('""', '"')
}

/** Returns a cell without the apostrophe that tells spreadsheet programs that it is a text. */
function unmarked(cell: string, { name }: Column): string {
  return cell.replace(prose.test(name) ? /^'(?='*[=+\-@\t\r\d])/ : /^'/, '')
}

/** Returns a value for a cell that is read as that value, also after a spreadsheet program has saved it: in a formula if needed. */
export function exactCell(value: unknown): unknown {
  // In other languages, programs take 0.125 for 125 and 1.5 for a day, and save true as WAHR.
  const isSafe = Number.isInteger(value) || value === null || value === undefined
  if (typeof value !== 'string') return isSafe ? value : `="${value}"`
  const isChanged = value.trim() !== value || /^(?:['=@]|[+-](?![\d ().-]*$))/.test(value)
  const isTaken = amount.test(value) || dayOfMonth.test(value)
  const isPlain = !isChanged && !isTaken && lossOf(value) === undefined
  return isPlain ? value : `="${value.replaceAll('"', '""')}"`
}

/** A text that spreadsheet programs take for a number, a day or a time, and save as one: `0123`, `3-4`, `1E5`, `(12)`, `10 %`, `5 PM`. */
const amount = /^\(?[+-]?\p{Sc}? ?\d[\dE.,:/-]*(?:[\s'’]\d{3}[\d.,]*)*\s?(?:[)%\p{Sc}]|[ap]m)?$/iu

/** The same for days with the name of a month in English, German, French, Spanish, Italian, Portuguese or Dutch: `MAR-12`, `5. Mai`. */
const dayOfMonth =
  /^(?=.*\d)(?:\d{1,4}[-/. ]*)?(?:jan|ene|gen|fe[bv]|fév|mar|mär|mrt|a[pbv]r|ma[iyg]|mei|ju[nli]|giu|lug|aug|aoû|ago|sep|set|o[ckt]t|out|nov|de[cz]|déc|dic)\p{L}{0,6}\.?(?:[-/., ]*\d{1,4}){0,2}$/iu

/** A formula that calls a function, such as HYPERLINK. Other texts may begin with `=`, too. */
const formula = /^=[\p{L}.]+\(/u

/** Errors that spreadsheet programs write for formulas that fail, in any language: `#N/A`, `#REF!`, `#NAME?`, `Err:502`. */
const failedFormula =
  /^(?:#\p{Lu}\/\p{Lu}|#N[ADV]|#YOK|#HIÁNYZIK|#NENÍ_K_DISPOZICI|#GETTING_DATA|#[¡¿]?[\p{Lu}/\d]+[!?]|Err:\d{3})$/u

/** A number with an exponent, with a fraction of none, or with zeros after the 15 digits that spreadsheet programs keep. */
const rounded = /^(?:[+-]?\d+(?:[.,]\d+E[+-]?|E[+-])\d+|[1-9]\d{14}0{3,}|\d{5,}\.0)$/i

/** Returns what a spreadsheet program has lost of a text. */
export function lossOf(text: string): LostValue | undefined {
  if (failedFormula.test(text)) return missingResult
  if (text.includes('\ufffd'))
    return new LostValue(
      'has lost characters, which are now U+FFFD: open the original in its own encoding',
    )
  return rounded.test(text) ? roundedNumber : undefined
}

/** A value whose digits a spreadsheet program has lost. */
export class LostValue {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

const roundedNumber = new LostValue(
  'has lost digits: a spreadsheet has rounded it. Format the column as text',
)

const missingResult = new LostValue('is an error of a formula in the spreadsheet')

const unresolvedFormula = new LostValue('is a formula: save the table with the results of formulas')

const scalars: ReadonlySet<string> = new Set(['number', 'int', 'boolean'])

/** Reads a table's first row. The problems of a row of texts show which columns hold no text, or do not exist. */
function readHeader(format: z.ZodType, names: readonly string[]) {
  const columns = names.map((name): Column => ({ name, path: name.split('.'), kind: 'text' }))
  const problems = new Map<number, string>()
  const fields = fieldsOf(columns.map((column) => [column, 'x']))
  // Of an object without a column, each required field is missing.
  for (const [outer = '', inner] of namesOf(format).map((name) => name.split('.')))
    if (inner !== undefined) fields[outer] ??= {}
  const { error } = format.safeParse(fields)
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys' && issue.code !== 'invalid_type') continue
    const isScalar = issue.code === 'invalid_type' && scalars.has(issue.expected)
    for (const name of problemsOf(issue).map(({ path }) => path.join('.'))) {
      const inside = columns.filter((column) => `${column.name}.`.startsWith(`${name}.`))
      if (inside.length === 0) problems.set(-1 - problems.size, `the column ${name} is missing`)
      for (const column of inside)
        if (isScalar && column.name === name) column.kind = 'number'
        else problems.set(columns.indexOf(column), `there is no column ${visible(column.name)}`)
    }
  }
  const fractions = columns.map((column): [Column, unknown] => [
    column,
    column.kind === 'number' ? 1.5 : 'x',
  ])
  for (const { path } of format.safeParse(fieldsOf(fractions)).error?.issues ?? []) {
    const column = columns.find(({ name }) => name === path.join('.'))
    if (column?.kind === 'number') column.kind = 'whole number'
  }
  for (const [i, { name, path }] of columns.entries()) {
    if (name === '') problems.set(i, 'the column has no name')
    else if (path.includes('__proto__') || !hasPath(fields, path))
      problems.set(i, `there is no column ${name}`)
    else if (names.indexOf(name) < i) problems.set(i, `the column ${name} is here twice`)
  }
  return { columns, problems }
}

type Fields = Record<string, unknown>

function fieldsOf(cells: Iterable<[column: Column, value: unknown]>): Fields {
  // A column may have the name of a property that all objects have.
  const fields: Fields = Object.create(null)
  for (const [{ path }, value] of cells) put(fields, path, value)
  return fields
}

/** Puts the value of a cell into a row's fields. Those of `options.Color` and `pricing.0.unitPrice` are inside others. */
function put(fields: object, [name = '', ...rest]: readonly string[], value: unknown): void {
  const [inner] = rest
  if (Array.isArray(fields) && !isIndex(name)) return
  const empty: object = isIndex(inner) ? [] : Object.create(null)
  const before: unknown = Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined
  const inside = inner === undefined ? value : (before ?? empty)
  Reflect.set(fields, name, inside)
  if (inner !== undefined && typeof inside === 'object' && inside !== null) put(inside, rest, value)
}

function hasPath(fields: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (typeof fields !== 'object' || fields === null) return false
  // A list has properties, such as its length, that are no columns.
  if (Array.isArray(fields) && !isIndex(name)) return false
  return hasPath(Reflect.get(fields, name), rest)
}

function isIndex(name = ''): boolean {
  return /^\d$/.test(name)
}

function problemsOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; text: string }[] {
  const { path, message } = issue
  if (issue.code !== 'unrecognized_keys')
    return [{ path, text: path.length === 0 ? message : `${fieldPath(path)} ${message}` }]
  return issue.keys.map((name) => ({
    path: [...path, name],
    text: `there is no field ${visible(name)} here`,
  }))
}

/** Returns the value of a cell. One that its column cannot hold remains text, which the format rejects. */
function readCell(cell: string, { kind, name }: Column): unknown {
  const loss = lossOf(cell)
  if (loss && (kind === 'text' || loss === missingResult)) return loss
  // A day that was typed as 2027-03-31 is saved as 3/31/2027 or 31.03.2027.
  if (/(?:Date|At)$/.test(name) && /^\d{1,4}[./]\d{1,2}[./]\d/.test(cell))
    return new LostValue(
      'has the form of a spreadsheet: write it as 2027-03-31, and format the column as text',
    )
  if (kind === 'text') return cell
  if (/^-?\d+([.,]\d+)?E[+-]?\d+$/.test(cell)) return roundedNumber
  if (kind === 'whole number' && /\.\d{3}$/.test(cell))
    return new LostValue('may be a thousand: write it without a point')
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell)) return Number(cell)
  if (/^-?\d+([,.'’\s]\d+)+$/.test(cell))
    return new LostValue('has a separator: write decimals with a point, and thousands without one')
  return /^true$/i.test(cell) || (/^false$/i.test(cell) ? false : cell)
}

type At = Wanted<unknown>['at']

/** More problems of one thing are counted: finding their places takes long. */
const maxProblems = 100

/** The broken fields of all things that have none. */
const none: readonly string[] = []

/**
 * Reads a thing of a file.
 * @param problems gets a line for each problem.
 * @returns the thing without its fields that are not as they must be; undefined if it has no valid name.
 */
export const readThing = <T>(
  format: z.ZodType<T>,
  raw: unknown,
  at: At,
  problems: string[],
): Wanted<T> | undefined => {
  const { success, data, error } = format.safeParse(raw, { error: reasonOf })
  if (success) return { given: data, at, broken: none }
  const all = error.issues.flatMap(problemsOf)
  const found = all.slice(0, maxProblems)
  for (const { path, text } of found) {
    // Formats of the document have messages of their own.
    const value = valueAt(raw, path)
    const reason = value instanceof LostValue ? `${fieldPath(path)} ${value.reason}` : text
    const hasHidden = typeof value === 'string' && visible(value) !== value
    const hidden = hasHidden ? `: ${visible(value).slice(0, 100)}` : ''
    problems.push(`${at(...path)}: ${reason}${hidden}`)
  }
  if (all.length > maxProblems)
    problems.push(`${at()}: ${all.length - maxProblems} more problems are not listed`)
  if (typeof raw !== 'object' || raw === null) return undefined
  const broken = new Set(found.map(({ path }) => String(path[0])))
  const rest = Object.entries(raw).filter(([name]) => !broken.has(name))
  const again = format.safeParse(Object.fromEntries(rest))
  return again.success ? { given: again.data, at, broken: [...broken] } : undefined
}

function valueAt(value: unknown, [step, ...rest]: readonly PropertyKey[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return value
  return valueAt(Reflect.get(value, step), rest)
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'fields with values',
  record: 'fields with values',
}

/** Returns the expected value of a field. Patterns have texts of their own. */
const reasonOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return issue.expected === 'string' && ['number', 'boolean'].includes(typeof issue.input)
        ? 'must be text: put it in quotes'
        : `must be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    default:
      return undefined
  }
}

/** Returns the plain values of a thing by their paths, such as `pricing.0.unitPrice`. */
export const cellsOf = (fields: object, prefix = ''): [column: string, value: unknown][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !(value instanceof LostValue)
      ? cellsOf(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  )

/**
 * Yields the things of a CSV file whose columns are the fields of a format, with their lines.
 * @param problems gets a line for each problem.
 * @param onProgress called with the share of the file that was read.
 * @throws {ImportFileError} when the file cannot be read.
 */
export async function* readRows<T>(
  { name, path }: { name: string; path: string },
  format: z.ZodType<T>,
  problems: string[],
  onProgress = (_share: number) => {},
): AsyncGenerator<Wanted<T> & { line: number }> {
  const source = await openFile(path, name)
  for await (const { line, fields, at, problem } of readTable(source, format)) {
    if (problem === undefined) {
      const read = readThing(format, fields, at, problems)
      if (read) yield { ...read, line }
      onProgress(source.share())
    } else problems.push(`${at()}: ${problem}`)
  }
}
