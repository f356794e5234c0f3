import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../tests/kit/temporary-folder.ts'
import { ConfigError, readConfig, readDatabaseUrl } from './config.ts'

test('a PostgreSQL URL selects PostgreSQL', () => {
  const url = 'postgres://user:secret@a,b:5433/merch?sslmode=verify-full'
  expect(readConfig({ DATABASE_URL: url })).toMatchObject({ postgres: { url, poolSize: 16 } })
  expect(readConfig({ DATABASE_URL: url, DATABASE_POOL_SIZE: '4' }).postgres?.poolSize).toBe(4)
})

const databaseForms =
  'must be file:PATH, the path of a file on disk, or postgres://USER:PASSWORD@HOST/DATABASE'

test('a database of a command is named by its option', () => {
  expect(readDatabaseUrl('--to', 'file:merch.db').databaseFile).toBe('merch.db')
  expect(readDatabaseUrl('--to', 'file:~/merch.db').databaseFile).toBe(join(homedir(), 'merch.db'))
  expect(() => readDatabaseUrl('--to', 'merch.db')).toThrow(
    new ConfigError(`--to ${databaseForms}`),
  )
})

test('an empty variable counts as unset, and an address has a quarter of the connections', () => {
  expect(readConfig({ MAX_CONNECTIONS: '10' }).maxConnectionsPerAddress).toBe(3)
  expect(readConfig({ PORT: '', CDN_URL: '' })).toEqual(readConfig({}))
})

test('addresses follow from BASE_URL or HOST and PORT, and from a certificate', () => {
  expect(readConfig({ BASE_URL: 'https://api.example.com/', PORT: '9000' })).toMatchObject({
    baseUrl: 'https://api.example.com',
    redeemUrl: 'https://api.example.com',
    cdnUrl: 'https://api.example.com/cdn',
  })
  expect(readConfig({ CDN_URL: 'https://cdn.example.com/' }).cdnUrl).toBe('https://cdn.example.com')
  expect(readConfig({ HOST: '::1', PORT: '9000' }).baseUrl).toBe('http://[::1]:9000')
  const pair = { TLS_CERT: 'tls.crt', TLS_KEY: 'tls.key' }
  expect(readConfig(pair)).toMatchObject({
    tls: { cert: 'tls.crt', key: 'tls.key' },
    baseUrl: 'https://127.0.0.1:8080',
  })
})

test.each<[Record<string, string>, boolean]>([
  [{ HOST: '127.0.0.2' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '127.0.0.1.example.com' }, false],
  [{ BASE_URL: 'http://localhost:8080' }, false],
  [{ HOST: '0.0.0.0', BASE_URL: 'https://api.example.com', SEED_DEMO: '1' }, true],
  [{ SEED_DEMO: '0' }, false],
])('with %j, demo data is seeded: %s', (environment, seedDemo) => {
  expect(readConfig(environment).seedDemo).toBe(seedDemo)
})

const networks = 'must be networks such as 10.0.0.0/8, comma-separated'
const levels = 'must be trace, debug, info, warn, error, fatal or silent'
const webAddress = 'must be an http or https address, without a user, a password or a query'
const sender = 'must be an address such as invites@example.com or Invites <invites@example.com>'
const providerUrl = 'must be an https address, without a user, a password or a query'
const origins =
  'must be exact origins such as https://shop.example.com, comma-separated, without * and paths'

test.each<[string, string, ...string[]]>([
  ['PORT', 'must be a whole number from 0 to 65535', 'http', '-1', '1.5'],
  ['DATABASE_URL', databaseForms, 'merch.db', 'file:', 'mysql://localhost/merch'],
  ['BASE_URL', webAddress, 'api.example.com'],
  ['BASE_URL', webAddress, 'https://user@example.com', 'https://example.com/?x', 'http://a.b/#x'],
  ['REDEEM_URL', webAddress, 'ftp://example.com'],
  ['MAIL_FROM', sender, 'Invites', 'a@b.example\nBcc', 'Invites <invites>'],
  ['TRUSTED_PROXIES', networks, '10.0.0.1', '10.0.0.0/33', '10.0.0.0/8/8', '2001:db8::/129'],
  ['WEBHOOK_EGRESS_ALLOW', networks, 'localhost', '10.0.0.0/8, 10.0.0.0/'],
  ['LOG_LEVEL', levels, 'loud', '30'],
  ['LOG_FORMAT', 'must be json or pretty', 'text'],
  ['SEED_DEMO', 'must be 1 or 0', 'yes'],
  ['SMTP_URL', 'must be an smtp or smtps address', 'http://mail.example.com'],
  ['CORS_ORIGINS', origins, '*', 'null', 'https://*.example.com', 'https://a.example.com,*'],
  ['CORS_ORIGINS', origins, 'https://a.example.com/', 'https://a.example.com:443', 'HTTPS://A.B'],
  ['PROVIDER_URL', providerUrl, 'http://ssapi.example.com', 'https://user@example.com'],
  ['PROVIDER_URL', providerUrl, 'https://example.com?x', 'http://127.0.0.1.example.com'],
])('%s %s', (name, message, ...values) => {
  for (const value of values)
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${name} ${message}, not ${JSON.stringify(value)}`),
    )
})

test('all problems are reported at once', () => {
  expect(() => readConfig({ PORT: 'x', SEED_DEMO: 'x' })).toThrow(/^PORT .*\nSEED_DEMO .*$/)
})

const secretForm = 'must be at least 16 characters, blanks at its ends not counted'

test.each([
  ['PROVIDER_KEY', 'a:b', 'PROVIDER_KEY must be a line without a colon'],
  ['PROVIDER_SECRET', 'a\nb', 'PROVIDER_SECRET must be one line'],
  ['WEBHOOK_SECRET_KEY', ` ${'x'.repeat(15)}\n`, `WEBHOOK_SECRET_KEY ${secretForm}`],
  [
    'DATABASE_URL',
    'mysql://u:pass@h/d?user=u&password=p',
    `DATABASE_URL ${databaseForms}, not "mysql://u:…@h/d?user=u&password=…"`,
  ],
  [
    'SMTP_URL',
    'smtp://u:p/a@s:s@h',
    'SMTP_URL must be an smtp or smtps address, not "smtp://u:…@h"',
  ],
])('the secret in a rejected %s is not shown', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(message))
})

/** All settings that a provider needs. */
const provider = {
  PROVIDER_URL: 'https://ssapi.example.com/',
  PROVIDER_KEY: 'key',
  PROVIDER_SECRET: 'secret',
  PROVIDER_ACCOUNT: 'acc_1',
  PROVIDER_CAMPAIGN: 'cmp_1',
}

// The bounds of the others are in docs/operating.md, which a test compares with the settings.
test.each([
  ['PORT', 0, 65_535],
  ['RATE_LIMIT_WINDOW_SECONDS', 1, 31_536_000],
  ['PROVIDER_POLL_SECONDS', 1, 86_400],
])('%s is a number from %d to %d', (name, least, most) => {
  const read = (value: number) => () => readConfig({ ...provider, [name]: String(value) })
  expect(read(least)).not.toThrow()
  expect(read(most)).not.toThrow()
  expect(read(least - 1)).toThrow(ConfigError)
  expect(read(most + 1)).toThrow(`${name} must be at most ${most}, not`)
})

test('a provider is polled if all of its settings are there', () => {
  expect(readConfig(provider).provider).toEqual({
    url: 'https://ssapi.example.com',
    key: 'key',
    secret: 'secret',
    account: 'acc_1',
    campaign: 'cmp_1',
    unknownSku: 'reject',
    pollSeconds: 300,
  })
  expect(readConfig({ ...provider, PROVIDER_POLL_SECONDS: '60' }).provider?.pollSeconds).toBe(60)
  const here = 'http://[::1]:1'
  expect(readConfig({ ...provider, PROVIDER_URL: here }).provider?.url).toBe(here)
})

test.each([
  ...Object.keys(provider).map((name): [Record<string, string>, string] => [
    { ...provider, [name]: '' },
    `${name} must be set too. Set all five PROVIDER_ variables, or none.`,
  ]),
  [
    { ...provider, PROVIDER_SECRET: '', PROVIDER_CAMPAIGN: '' },
    'PROVIDER_SECRET, PROVIDER_CAMPAIGN must be set too. Set all five PROVIDER_ variables, or none.',
  ],
  [
    { PROVIDER_POLL_SECONDS: '60' },
    'PROVIDER_URL, PROVIDER_KEY, PROVIDER_SECRET, PROVIDER_ACCOUNT, PROVIDER_CAMPAIGN must be set too. Set all five PROVIDER_ variables, or none.',
  ],
  [{ TLS_CERT: 'a' }, 'TLS_KEY must be set too. TLS needs a certificate and its private key.'],
  [
    { WEBHOOK_SECRET_KEY_OLD: 'the former key of 16' },
    'WEBHOOK_SECRET_KEY must be set too. WEBHOOK_SECRET_KEY_OLD is its former value.',
  ],
  [{ TLS_KEY: 'a' }, 'TLS_CERT must be set too. TLS needs a certificate and its private key.'],
])('%j alone is rejected', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(new ConfigError(message))
})

test('a misspelt name is rejected with the nearest one, and variables of others are ignored', () => {
  const names = { RATE_LIMIT_BUGDET: '1', PROVIDER_ACOUNT: 'a' }
  expect(() => readConfig(names)).toThrow(
    new ConfigError(`RATE_LIMIT_BUGDET is not a setting. Did you mean RATE_LIMIT_BUDGET?
PROVIDER_ACOUNT is not a setting. Did you mean PROVIDER_ACCOUNT?`),
  )
  const others = { HOSTNAME: 'a', DATABASE_URI: 'b', PROVIDER_SERVICE_HOST: 'c', SMTP_HOST: 'd' }
  expect(readConfig(others)).toEqual(readConfig({}))
})

test('a secret is read from a file, but not if it is also set', () => {
  const file = join(temporaryFolder(), 'key')
  writeFileSync(file, 'a key in a file!\n')
  const environment = { WEBHOOK_SECRET_KEY_FILE: file }
  expect(readConfig(environment).webhookSecretKey).toBe('a key in a file!')
  expect(() => readConfig({ ...environment, WEBHOOK_SECRET_KEY: 'the same key of 16' })).toThrow(
    'WEBHOOK_SECRET_KEY and WEBHOOK_SECRET_KEY_FILE are set. Remove one of them.',
  )
  expect(() => readConfig({ SMTP_URL_FILE: `${file}-none` })).toThrow(
    /^SMTP_URL_FILE cannot be read: ENOENT/,
  )
})
