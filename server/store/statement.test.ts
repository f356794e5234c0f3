import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type AccountId, toId } from '../domain/ids.ts'
import { SqliteConnection } from './sqlite/sqlite-connection.ts'
import { everyAccountStatement, statement, statementsBy } from './statement.ts'

const connection = () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    create table warehouses (seq integer primary key, id text, account_id text, name text);
    insert into warehouses (id, account_id, name) values ('w1', 'a', 'One'), ('w2', 'b', 'Two');
  `)
  return new SqliteConnection(database)
}

test('a statement returns plain objects with the selected names', () => {
  const names = statement<{ account: AccountId }>()((db, slot) =>
    db
      .selectFrom('warehouses')
      .where('account_id', '=', slot('account'))
      .select(['id', 'name as called']),
  )
  const rows = connection().all(names, { account: toId('acc', 'a') })
  expect(rows).toEqual([{ id: 'w1', called: 'One' }])
  expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype)
})

test('a statement that does not bind the account is rejected', () => {
  const everything = statement<{ account: AccountId }>()((db) =>
    db.selectFrom('warehouses').select('id'),
  )
  expect(() => connection().all(everything, { account: toId('acc', 'a') })).toThrow(
    /A statement about one account must bind it/,
  )
})

test('a missing value throws an error and is not bound as null', () => {
  const byName = everyAccountStatement<{ name?: string }>()((db, slot) =>
    db.selectFrom('warehouses').where('name', '=', slot('name')).select('id'),
  )
  expect(() => connection().all(byName, {})).toThrow(/cannot bind undefined/)
})

test('statements of the same shape are built once', () => {
  let built = 0
  const by = statementsBy((shape: { deep: boolean }) => {
    built++
    return { shape }
  })
  expect(by({ deep: true })).toBe(by({ deep: true }))
  expect(by({ deep: false })).not.toBe(by({ deep: true }))
  expect(built).toBe(2)
})

/** The constants of the store whose queries name a table with an account more often than the account. */
const withoutAccount = {
  claim: 'deletes by number the rows that it has selected by account',
  remove: 'deletes by number the rows that it has selected by account',
}

test('a query about one account names the account for each table', () => {
  const schema = readFileSync(`${import.meta.dirname}/schema.ts`, 'utf8')
  const owned = new Set(
    [...schema.matchAll(/create table (\w+) \([^;]*?\baccount_id\b/g)].map(([, table]) => table),
  )
  const constants = globSync(`${import.meta.dirname}/*.ts`, { exclude: ['**/*.test.ts'] })
    .flatMap((file) => readFileSync(file, 'utf8').split(/\n(?=(?:export )?const )/))
    .filter((text) => !text.includes('everyAccountStatement'))
  const open = constants.filter((text) => {
    const tables = [
      ...text.matchAll(/(?:From|updateTable|insertInto|innerJoin|leftJoin)\(\s*'(\w+)/g),
    ].filter(([, table]) => owned.has(table))
    return tables.length > (text.match(/account_id|isOf\(slot\)/g)?.length ?? 0)
  })
  expect(open.map((text) => /const (\w+)/.exec(text)?.[1])).toEqual(Object.keys(withoutAccount))
})
