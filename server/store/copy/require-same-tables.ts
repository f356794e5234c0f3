import { CopyError, type Table } from './copy-sides.ts'

const columnsOf = (tables: readonly Table[]): Set<string> =>
  new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)))

/** @throws {CopyError} that names the columns that only one of two databases has. */
export const requireSameTables = (source: readonly Table[], target: readonly Table[]): void => {
  const [ofSource, ofTarget] = [columnsOf(source), columnsOf(target)]
  const differing = [...ofSource, ...ofTarget].filter(
    (column) => !(ofSource.has(column) && ofTarget.has(column)),
  )
  if (differing.length > 0)
    throw new CopyError(`Only one of the databases has the columns ${differing.join(', ')}.`)
}
