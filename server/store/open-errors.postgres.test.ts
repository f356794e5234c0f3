import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../testkit/free-port.ts'
import { type PostgresCluster, startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { openPostgresStore } from './postgres.ts'

let cluster: PostgresCluster
let port: number
beforeAll(async () => {
  port = await freePort()
  const access = ['host all stranger 127.0.0.1/32 scram-sha-256']
  cluster = await startPostgresCluster({ port, access, settings: ['max_connections=6'] })
  for (const sql of [
    `create role stranger login password 'right'`,
    'create role weak login',
    'create database own',
    'create database closed',
    'revoke connect on database closed from public',
    'create database theirs',
  ])
    await cluster.query('postgres', sql)
  await cluster.query('theirs', 'create table notes (id int)')
})
afterAll(() => cluster.stop())

const reasonAt = (user: string, rest: string, host = `127.0.0.1:${port}`) =>
  openPostgresStore(`postgres://${user}@${host}/${rest}`, { poolSize: 1 }).then(
    (store) => store.close(),
    ({ message }: Error) => message.replace('The PostgreSQL database cannot be opened: ', ''),
  )

const own = 'Make the user of DATABASE_URL the owner of the database and its tables.'
const checkHost = 'Check that PostgreSQL runs, and the host and port in DATABASE_URL.'

test.each([
  ['merch', 'theirs', 'it holds the tables of another program. Use a new database'],
  [
    'merch',
    'own?options=-c%20search_path%3Dnone',
    'no schema has been selected to create in. Create the schema that search_path names, or correct DATABASE_URL.',
  ],
  [
    'stranger:wrong',
    'own',
    'password authentication failed for user "stranger". Check the user and the password in DATABASE_URL.',
  ],
  ['stranger', 'own', /must be a string. Add the password to DATABASE_URL, or set PGPASSWORD.$/],
  ['nobody', 'own', /^role "nobody" does not exist. Check the user, /],
  [
    'merch',
    'none',
    'database "none" does not exist. Create the database, or correct DATABASE_URL.',
  ],
  ['weak', 'own', `permission denied for schema public. ${own}`],
  ['weak', 'closed', `permission denied for database "closed". ${own}`],
  [
    'merch',
    'own?options=-c%20default_transaction_read_only%3Don',
    'cannot execute CREATE TABLE in a read-only transaction. Name the primary in DATABASE_URL.',
  ],
])('the start of %s on %s says %s', async (user, database, reason) => {
  expect(await reasonAt(user, database)).toEqual(
    typeof reason === 'string' ? reason : expect.stringMatching(reason),
  )
})

test.each([
  ['127.0.0.1:1', `connect ECONNREFUSED 127.0.0.1:1. ${checkHost}`],
  ['none.invalid', /^getaddrinfo E\w+ none.invalid. Check the host in DATABASE_URL.$/],
])('the start on %s says %s', async (host, reason) => {
  expect(await reasonAt('merch', 'own', host)).toMatch(reason)
})

test('the start on a server without free connections says so', async () => {
  for (let i = 0; i < 3; i++) {
    const client = new Client(`postgres://merch@127.0.0.1:${port}/own`)
    await client.connect()
    onTestFinished(() => client.end())
  }
  expect(await reasonAt('weak', 'own')).toMatch(
    /Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL or the limit of the user.$/,
  )
})
