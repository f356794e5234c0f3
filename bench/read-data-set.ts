import { z } from 'zod'
import { type DataSet, dataSet } from './data-set.ts'

/** Thrown for an invalid data set. The message has one line per error. */
export class DataSetError extends Error {
  override name = 'DataSetError'
}

const mostReasons = 10

const inside = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (outer, key) =>
      typeof outer === 'object' && outer !== null ? Reflect.get(outer, key) : undefined,
    value,
  )

/** Returns a value as in the file, if it is short enough to quote. */
const quoted = (value: unknown): string | undefined => {
  const isText = typeof value === 'string' && value.length <= 60
  return isText || typeof value === 'number' || typeof value === 'boolean'
    ? JSON.stringify(value)
    : undefined
}

/** Formats an error: row, field, the row's id, the expected and the actual value. */
const reason = ({ path, message }: z.core.$ZodIssue, data: unknown): string => {
  const [list, index, field] = path
  const isField = list !== undefined && index !== undefined && field !== undefined && field !== 'id'
  const id = isField ? quoted(inside(data, [list, index, 'id'])) : undefined
  const given = quoted(inside(data, path))
  return [
    z.core.toDotPath(path) || 'the file',
    id === undefined ? '' : ` (of ${id})`,
    ` ${message}`,
    given === undefined ? '' : `; it is ${given}`,
  ].join('')
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DataSetError(`the file is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/**
 * Parses a data set.
 * @throws {DataSetError} with the rows and fields that cannot be loaded.
 */
export const readDataSet = (text: string): DataSet => {
  const data = parse(text)
  const result = dataSet.safeParse(data)
  if (result.success) return result.data
  const { issues } = result.error
  const reasons = issues.slice(0, mostReasons).map((issue) => reason(issue, data))
  if (issues.length > mostReasons) reasons.push(`and ${issues.length - mostReasons} more`)
  throw new DataSetError(reasons.join('\n'))
}
