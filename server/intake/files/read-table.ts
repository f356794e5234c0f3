import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { z } from 'zod'
import { fieldPath } from '../../domain/field-path.ts'
import type { Wanted } from '../../domain/shop.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

const types: Readonly<Record<string, string>> = {
  ...{ string: 'text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'fields with values', record: 'fields with values' },
}

/** Returns what a field must be. Patterns have texts of their own. */
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

const problemsOf = (issue: z.core.$ZodIssue): { path: PropertyKey[]; text: string }[] => {
  const { path, message } = issue
  if (issue.code !== 'unrecognized_keys')
    return [{ path, text: path.length === 0 ? message : `${fieldPath(path)} ${message}` }]
  return issue.keys.map((name) => ({
    path: [...path, name],
    text: `there is no field ${name} here`,
  }))
}

/**
 * Reads a thing of a file.
 * @param problems gets a line for each problem.
 * @returns the thing without its fields that are not as they must be; undefined if it has no valid name.
 */
export const readThing = <T>(
  format: z.ZodType<T>,
  raw: unknown,
  at: Wanted<T>['at'],
  problems: string[],
): Wanted<T> | undefined => {
  const { success, data, error } = format.safeParse(raw, { error: reasonOf })
  if (success) return { given: data, at, broken: [] }
  const found = error.issues.flatMap(problemsOf)
  for (const { path, text } of found) problems.push(`${at(...path)}: ${text}`)
  if (typeof raw !== 'object' || raw === null) return undefined
  const broken = found.map(({ path }) => String(path[0]))
  const rest = Object.entries(raw).filter(([name]) => !broken.includes(name))
  const again = format.safeParse(Object.fromEntries(rest))
  return again.success ? { given: again.data, at, broken } : undefined
}

type Cell = [path: readonly string[], value: unknown]

/** Returns the fields of a row. The cells of `options.Color` and `pricing.0.unitPrice` are inside others. */
const fieldsOf = (cells: readonly Cell[]): unknown => {
  const fields = new Map<string, unknown>()
  for (const [path, value] of cells) {
    const [name = ''] = path
    if (path.length === 1) fields.set(name, value)
    if (fields.has(name)) continue
    const inside = cells.filter(([each]) => each[0] === name)
    fields.set(name, fieldsOf(inside.map(([[, ...rest], each]) => [rest, each])))
  }
  const isList = fields.size > 0 && [...fields.keys()].every((name) => /^\d$/.test(name))
  return isList ? [...fields.values()] : Object.fromEntries(fields)
}

type Column = { name: string; path: string[]; isText: boolean; isKnown: boolean }

const scalars: ReadonlySet<string> = new Set(['number', 'int', 'boolean'])

/** Reads a table's first row. The problems of a row of texts show which columns hold no text, or do not exist. */
const readHeader = (
  format: z.ZodType,
  names: readonly string[],
  report: (column: number, text: string) => void,
): Column[] => {
  const columns = names.map(
    (name): Column => ({ name, path: name.split('.'), isText: true, isKnown: true }),
  )
  const texts = fieldsOf(columns.map(({ path }) => [path, 'x']))
  for (const issue of format.safeParse(texts).error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys' && issue.code !== 'invalid_type') continue
    const isScalar = issue.code === 'invalid_type' && scalars.has(issue.expected)
    for (const name of problemsOf(issue).map(({ path }) => path.join('.'))) {
      const inside = columns.filter((each) => `${each.name}.`.startsWith(`${name}.`))
      for (const column of inside)
        if (isScalar && column.name === name) column.isText = false
        else column.isKnown = false
      if (inside.length === 0 && !name.includes('.')) report(-1, `the column ${name} is missing`)
    }
  }
  for (const [i, { name, isKnown }] of columns.entries()) {
    if (!isKnown) report(i, `there is no column ${name}`)
    if (names.indexOf(name) < i) report(i, `the column ${name} is here twice`)
  }
  return columns
}

/** Returns the number, true or false that a cell holds, or else its text. */
const readCell = (cell: string): unknown => {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell)) return Number(cell)
  return cell === 'true' || (cell === 'false' ? false : cell)
}

/** The places of a row live as long as what it describes. As a text, they take a third of the memory of a list. */
const placesIn = (name: string, columns: readonly Column[], { line, starts }: CsvRow) => {
  const places = starts.join()
  return (...path: readonly PropertyKey[]): string => {
    const column = columns.findIndex((each) => each.name === path.join('.'))
    return `${name}:${line}:${places.split(',')[column] ?? 1}`
  }
}

/**
 * Yields the rows of a CSV file whose columns are the fields of a format, with their lines.
 * @param name the file's name in messages.
 * @param problems gets a line for each problem.
 * @param onProgress called with the share of the file that was read.
 */
export async function* readRows<T>(
  { name, path: file }: { name: string; path: string },
  format: z.ZodType<T>,
  problems: string[],
  onProgress = (_share: number) => {},
): AsyncGenerator<Wanted<T> & { line: number }> {
  const { size } = await stat(file)
  const stream = createReadStream(file)
  // A catalogue repeats a few texts 100,000 times. Equal ones share memory.
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
    if (texts.size < 1000 && !texts.has(text)) texts.set(text, text)
    return texts.get(text) ?? text
  }
  let columns: Column[] | undefined
  for await (const row of readCsv(stream)) {
    const { line, fields, starts, problem } = row
    const report = (column: number, text: string) =>
      problems.push(`${name}:${line}:${starts[column] ?? 1}: ${text}`)
    if (problem !== undefined) report(-1, `the row ${problem}`)
    if (problem !== undefined || fields.every((field) => field === '')) continue
    if (!columns) {
      const before = problems.length
      const names = fields.map((field) => field.trim())
      columns = readHeader(format, names, report)
      if (problems.length > before) return
    } else if (fields.length === columns.length) {
      const cells: Cell[] = []
      for (const [i, { path, isText }] of columns.entries()) {
        const cell = shared(fields[i] ?? '')
        if (cell !== '') cells.push([path, isText ? cell : readCell(cell)])
      }
      const read = readThing(format, fieldsOf(cells), placesIn(name, columns, row), problems)
      if (read) yield { ...read, line }
      onProgress(stream.bytesRead / size)
    } else report(-1, `the row must have ${columns.length} fields, as line 1 has`)
  }
}
