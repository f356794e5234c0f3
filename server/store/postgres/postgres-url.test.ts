import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { readPostgresUrl } from './postgres-url.ts'

test.each([
  ['postgres://db.example/shop', [{ host: 'db.example', port: 5432 }]],
  ['postgresql://db.example:5433/shop', [{ host: 'db.example', port: 5433 }]],
  [
    'postgres://a,b:5433/shop',
    [
      { host: 'a', port: 5432 },
      { host: 'b', port: 5433 },
    ],
  ],
  ['postgres://[2001:db8::1]:5433/shop', [{ host: '2001:db8::1', port: 5433 }]],
  ['postgres:///shop', [{ host: 'localhost', port: 5432 }]],
  ['postgres://%2Frun%2Fpostgresql/shop', [{ host: '/run/postgresql', port: 5432 }]],
  ['postgres:///shop?host=/run/postgresql&port=5433', [{ host: '/run/postgresql', port: 5433 }]],
  [
    'postgres:///shop?host=a,b&port=5433',
    [
      { host: 'a', port: 5433 },
      { host: 'b', port: 5433 },
    ],
  ],
  [
    'postgres:///shop?host=a,b&port=1,2',
    [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ],
  ],
])('%s names hosts and ports', (url, hosts) => {
  expect(readPostgresUrl(url)).toMatchObject({ hosts, database: 'shop' })
})

test('user and password are percent-decoded', () => {
  expect(readPostgresUrl('postgres://a%40b:p%3Aw:%2F@db/shop')).toMatchObject({
    user: 'a@b',
    password: 'p:w:/',
  })
  expect(readPostgresUrl('postgres://a:b@db/shop')).toMatchObject({ user: 'a', password: 'b' })
  expect(readPostgresUrl('postgres://a@db/shop')).toMatchObject({ user: 'a', password: undefined })
})

test('several hosts require a server that can write, unless the URL says otherwise', () => {
  const requires = (url: string) => readPostgresUrl(url).requireWritable
  expect(requires('postgres://a/shop')).toBe(false)
  expect(requires('postgres://a/shop?target_session_attrs=read-write')).toBe(true)
  expect(requires('postgres://a,b/shop')).toBe(true)
  expect(requires('postgres://a,b/shop?target_session_attrs=any')).toBe(false)
})

test.each([
  ['', 2000],
  ['?connect_timeout=0', 2000],
  ['?connect_timeout=1', 1000],
  ['?connect_timeout=30', 30_000],
])('with %j, a connection is attempted for %i ms', (query, milliseconds) => {
  expect(readPostgresUrl(`postgres://db/shop${query}`).connectMilliseconds).toBe(milliseconds)
})

test('sslmode has the meaning that libpq gives it', () => {
  const ca = join(temporaryFolder(), 'ca.pem')
  writeFileSync(ca, 'certificate')
  const ssl = (query: string) => readPostgresUrl(`postgres://db/shop?${query}`).ssl
  expect(ssl('')).toEqual([{ rejectUnauthorized: false }, false])
  expect(ssl('sslmode=disable')).toEqual([false])
  expect(ssl('sslmode=require')).toEqual([{ rejectUnauthorized: false }])
  expect(ssl(`sslmode=verify-full&sslrootcert=${ca}`)).toEqual([{ ca: 'certificate' }])
  expect(ssl('sslmode=verify-full&sslrootcert=system')).toEqual([{}])
  // The chain is verified, the name is not.
  const chain = [{ ca: 'certificate', checkServerIdentity: expect.any(Function) }]
  expect(ssl(`sslmode=verify-ca&sslrootcert=${ca}`)).toEqual(chain)
  expect(ssl(`sslmode=require&sslrootcert=${ca}`)).toEqual(chain)
})

test.each([
  ['sslmod=require', 'DATABASE_URL has the unknown parameter sslmod'],
  ['sslmode=on', 'the parameter sslmode of DATABASE_URL is not valid'],
  ['sslrootcert=system&sslmode=require', 'sslrootcert=system in DATABASE_URL needs sslmode=verify'],
  ['connect_timeout=soon', 'the parameter connect_timeout of DATABASE_URL is not valid'],
])('%s is rejected by name', (query, message) => {
  expect(() => readPostgresUrl(`postgres://user:secret@db/shop?${query}`)).toThrow(message)
})
