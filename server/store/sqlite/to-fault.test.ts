import { expect, test } from 'vitest'
import { sqliteError } from '../../testing/faulty-database.ts'
import { explain, isFault } from './sqlite-connection.ts'

test.each([
  ['SQLITE_PERM', 3, 'Let the user of the server write'],
  ['SQLITE_BUSY', 5, 'End the other process'],
  ['SQLITE_LOCKED', 6, 'End the other process'],
  ['SQLITE_NOMEM', 7, 'more memory'],
  ['SQLITE_READONLY', 8, 'Let the user of the server write'],
  ['SQLITE_IOERR_READ', 266, 'Check the disk'],
  ['SQLITE_CORRUPT', 11, 'restore a backup'],
  ['SQLITE_FULL', 13, 'Free space'],
  ['SQLITE_CANTOPEN', 14, 'Let the user of the server write'],
  ['SQLITE_PROTOCOL', 15, 'End the other process'],
  ['SQLITE_NOTADB', 26, 'restore a backup'],
])('the message of %s says what to do', (name, code, remedy) => {
  expect(explain(sqliteError(code, name))).toMatch(new RegExp(`^${name}\\. .*${remedy}`))
})

test('a violated constraint is no fault', () => {
  expect(isFault(sqliteError(19, 'UNIQUE'))).toBe(false)
})
