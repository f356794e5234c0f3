import type { z } from 'zod'
import { fieldPath } from '../../domain/field-path.ts'
import type { Wanted } from '../../domain/shop.ts'
import { openFile, readCsv, type Source } from './read-csv.ts'

type At = Wanted<unknown>['at']

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
  const found = error.issues.flatMap(problemsOf)
  for (const { path, text } of found) problems.push(`${at(...path)}: ${text}`)
  if (typeof raw !== 'object' || raw === null) return undefined
  const broken = found.map(({ path }) => String(path[0]))
  const rest = Object.entries(raw).filter(([name]) => !broken.includes(name))
  const again = format.safeParse(Object.fromEntries(rest))
  return again.success ? { given: again.data, at, broken } : undefined
}

type Fields = Record<string, unknown>

/** Returns the plain values of a thing by their paths, such as `pricing.0.unitPrice`. */
export const cellsOf = (fields: object, prefix = ''): [column: string, value: unknown][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? cellsOf(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  )

/** Puts the value of a cell into a row's fields. Those of `options.Color` and `pricing.0.unitPrice` are inside others. */
const put = (fields: object, [name = '', ...rest]: readonly string[], value: unknown): void => {
  const [inner] = rest
  const empty: object = inner !== undefined && /^\d$/.test(inner) ? [] : Object.create(null)
  const inside: unknown = inner === undefined ? value : (Reflect.get(fields, name) ?? empty)
  Reflect.set(fields, name, inside)
  if (inner !== undefined && typeof inside === 'object' && inside !== null) put(inside, rest, value)
}

type Column = { name: string; path: string[]; isText: boolean }

const fieldsOf = (cells: Iterable<[column: Column, value: unknown]>): Fields => {
  // A column may have the name of a property that all objects have.
  const fields: Fields = Object.create(null)
  for (const [{ path }, value] of cells) put(fields, path, value)
  return fields
}

const scalars: ReadonlySet<string> = new Set(['number', 'int', 'boolean'])

/** Reads a table's first row. The problems of a row of texts show which columns hold no text, or do not exist. */
const readHeader = (format: z.ZodType, names: readonly string[]) => {
  const columns = names.map((name): Column => ({ name, path: name.split('.'), isText: true }))
  const problems = new Map<number, string>()
  const { error } = format.safeParse(fieldsOf(columns.map((column) => [column, 'x'])))
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys' && issue.code !== 'invalid_type') continue
    const isScalar = issue.code === 'invalid_type' && scalars.has(issue.expected)
    for (const name of problemsOf(issue).map(({ path }) => path.join('.'))) {
      const inside = columns.filter((column) => `${column.name}.`.startsWith(`${name}.`))
      if (inside.length === 0) problems.set(-1 - problems.size, `the column ${name} is missing`)
      for (const column of inside)
        if (isScalar && column.name === name) column.isText = false
        else problems.set(columns.indexOf(column), `there is no column ${column.name}`)
    }
  }
  for (const [i, name] of names.entries())
    if (names.indexOf(name) < i) problems.set(i, `the column ${name} is here twice`)
  return { columns, problems }
}

/** Returns the number, true or false that a cell holds, or else its text. */
const readCell = (cell: string): unknown => {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell)) return Number(cell)
  return cell === 'true' || (cell === 'false' ? false : cell)
}

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
  for await (const { line, fields: cells, starts, problem: unreadable } of readCsv(source)) {
    const place = (column: number) => `${source.name}:${line}:${starts[column] ?? 1}`
    if (unreadable === undefined && cells.every((cell) => cell === '')) continue
    if (!columns) {
      const header = readHeader(
        format,
        cells.map((name) => name.trim()),
      )
      if (unreadable !== undefined) header.problems.set(-1, unreadable)
      for (const [column, problem] of header.problems)
        yield { line, fields: {}, at: () => place(column), problem }
      if (header.problems.size > 0) return
      columns = header.columns
      names = columns.map(({ name }) => name)
      continue
    }
    const named = columns
    const filled = named.flatMap((column, i): [Column, unknown][] => {
      const cell = shared(cells[i] ?? '')
      return cell === '' ? [] : [[column, column.isText ? cell : readCell(cell)]]
    })
    yield {
      line,
      fields: fieldsOf(filled),
      at: (...path) => place(names.indexOf(path.join('.'))),
      problem:
        unreadable !== undefined
          ? unreadable
          : cells.length === columns.length
            ? undefined
            : `the row must have ${columns.length} fields, as line 1 has`,
    }
  }
  const problem = 'the first line must name the columns'
  if (!columns) yield { line: 1, fields: {}, at: () => `${source.name}:1:1`, problem }
}

/**
 * Yields the things of a CSV file whose columns are the fields of a format, with their lines.
 * @param name the file's name in messages.
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
