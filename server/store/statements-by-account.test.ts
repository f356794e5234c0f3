import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

// Lists the statements that do not bind one account, and why. See by-account.test.ts for the keys.

/** Statements that are not limited to one account, by file. */
const everyAccount: Record<string, Record<string, string>> = {
  'accounts.ts': {
    insert: 'adds an account',
    all: 'lists the accounts',
    byId: 'the id is the account',
    any: 'whether there is an account',
    deactivate: 'the id is the account',
    byEmail: 'a sign-in begins with an email address',
    setEmail: 'the id is the account',
  },
  'api-keys.ts': {
    byDigest: 'a request has a key alone',
    revoke: 'a command names a key alone',
    anyById: 'a command names a key alone',
    use: 'writes the last uses of keys of all accounts at once',
  },
  'budget-tiers.ts': {
    networks: 'networks belong to no account',
    accounts: 'lists the accounts with a tier',
    digests: 'lists the keys of the accounts with a tier',
    setAccount: 'binds the account as the key',
    removeAccount: 'binds the account as the key',
    setNetwork: 'networks belong to no account',
    removeNetwork: 'networks belong to no account',
  },
  'contacts.ts': { indexing: 'adds new contacts of all accounts to SQLite’s search index' },
  'delivery-queue.ts': {
    waiting: 'finds the deliveries of all accounts',
    count: 'counts the deliveries of all accounts',
  },
  'numbers.ts': { next: 'the id is the account' },
  'listeners.ts': {
    forget: 'deletes expired listeners of all accounts',
    forgetDeliveries: 'deletes deliveries of deleted listeners of all accounts',
  },
  'orders.ts': { ownerOf: 'a command names an order alone' },
  'portal.ts': {
    forgetLinks: 'deletes expired links of all accounts',
    ofLink: 'a visitor has a link alone',
    dropLink: 'a visitor has a link alone',
    forgetSessions: 'deletes expired sessions of all accounts',
    ofSession: 'a visitor has a cookie alone',
    dropSession: 'a visitor has a cookie alone',
  },
  'redemption/held-invites.ts': { bySlug: 'a recipient has a link alone' },
  'engine/is-current.ts': { applied: 'the schema' },
  'postgres/claims.ts': {
    record: 'a claim takes deliveries of several accounts',
    expire: 'deletes old claims of all servers',
    find: 'a claim takes deliveries of several accounts',
  },
  'locks.ts': { wholeAccount: 'locks an account', database: 'locks the migrations' },
  'postgres/postgres-request-log.ts': {
    ofAddress: 'the request log',
    heads: 'the request log',
    rowsOf: 'the request log',
    add: 'the request log',
    expire: 'the request log',
    replaceOffset: 'the request log',
  },
  'sqlite/sqlite-request-log.ts': {
    ofAddress: 'the request log',
    newestRow: 'the request log',
    rowsSince: 'the request log',
    offsetOf: 'the request log',
    add: 'the request log',
    expire: 'the request log',
    replaceOffset: 'the request log',
  },
}

/** Statements that bind the account, but not for each table that they name. */
const partly = {
  'delivery-queue.ts claim': 'deletes by number the rows that it has selected by account',
  'delivery-queue.ts remove': 'deletes by number the rows that it has selected by account',
}

type Found = { file: string; name: string; isEveryAccount: boolean; text: string }

const creators = new Set(['statement', 'statementOf', 'everyAccountStatement'])

/** Returns the function at the beginning of `a()()`. */
const beginning = (node: ts.Expression): string =>
  ts.isCallExpression(node) ? beginning(node.expression) : node.getText()

/** Returns the statements in a file, by the names of their constants. */
const statementsIn = (file: string, text: string): Found[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const visit = (node: ts.Node, name: string): void => {
    const named = ts.isVariableDeclaration(node) ? node.name.getText() : name
    if (ts.isCallExpression(node) && creators.has(beginning(node))) {
      const isEveryAccount = beginning(node) === 'everyAccountStatement'
      found.push({ file, name: named, isEveryAccount, text: node.getText() })
    } else node.forEachChild((child) => visit(child, named))
  }
  visit(source, '')
  return found
}

const folder = import.meta.dirname
const statements = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== 'statement.ts')
  .flatMap((path) => statementsIn(path, readFileSync(join(folder, path), 'utf8')))

test('every statement binds the account, except those in the list', () => {
  expect(statements.length).toBeGreaterThan(90)
  const listed = Object.entries(everyAccount).flatMap(([file, names]) =>
    Object.keys(names).map((name) => `${file} ${name}`),
  )
  // Preparing any other statement throws unless it binds the account.
  const found = statements.filter(({ isEveryAccount }) => isEveryAccount)
  expect(found.map(({ file, name }) => `${file} ${name}`).toSorted()).toEqual(listed.toSorted())
})

const tableWithAccount = /create table (\w+) \([^;]*?\baccount_id\b/g

/** Tables that a statement names. */
const named = /(?:selectFrom|updateTable|deleteFrom|insertInto|innerJoin|leftJoin)\(\s*'(\w+)/g

/** A condition on the account: its column, or `isOf` of people.ts, which names it. */
const bound = /account_id|isOf\(slot\)/g

/** Tables whose rows belong to an account. */
const owned = new Set(
  [...readFileSync(join(folder, 'schema.ts'), 'utf8').matchAll(tableWithAccount)].map(
    ([, table = '']) => table,
  ),
)

test('a statement about one account names the account for each table', () => {
  expect(owned.size).toBeGreaterThan(15)
  const open = statements
    .filter(({ isEveryAccount, text }) => {
      const tables = [...text.matchAll(named)].filter(([, table = '']) => owned.has(table))
      return !isEveryAccount && tables.length > (text.match(bound)?.length ?? 0)
    })
    .map(({ file, name }) => `${file} ${name}`)
  expect(open.toSorted()).toEqual(Object.keys(partly).toSorted())
})
