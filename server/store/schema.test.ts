import { expect, test } from 'vitest'
import { migrations } from './schema.ts'

/** Columns of existing tables have a default, so that servers of earlier versions can insert rows. */
const column =
  /^alter table \w+ add column \S+ \w+( collate "C")?( not null default .+| default .+)?$/

test('a migration whose name has -add- adds tables, and columns that old servers can leave out', () => {
  for (const [name, statements] of Object.values(migrations).flatMap(
    Object.entries<readonly string[]>,
  )) {
    if (!name.includes('-add-')) continue
    const created = statements.join('\n').matchAll(/^create table (\w+)/gm)
    const tables = [...created].map(([, table]) => table).join('|')
    // Building an index of an existing table stops its writes.
    const additions = [
      /^create table/,
      column,
      RegExp(`^create (unique )?index \\w+ on (${tables}) `),
    ]
    for (const statement of statements)
      expect(
        additions.some((addition) => addition.test(statement)),
        statement,
      ).toBe(true)
  }
})
