import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readDatabaseUrl } from './config.ts'

test('needs nothing', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    tls: undefined,
    databaseFile: 'data/merch.db',
    postgres: undefined,
    listensOn: 'http://127.0.0.1:8080',
    baseUrl: 'http://127.0.0.1:8080',
    redeemUrl: 'http://127.0.0.1:8080',
    cdnUrl: 'http://127.0.0.1:8080/cdn',
    budget: 1000,
    keepAliveSeconds: 5,
    shutdownDelaySeconds: 0,
    maxConnections: 4096,
    webhookSecretKey: undefined,
    smtpUrl: undefined,
    mailFrom: 'Invites <invites@localhost>',
    egressAllow: [],
    provider: undefined,
    windowSeconds: 86400,
    trustedProxies: [],
    corsOrigins: [],
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    logLevel: 'info',
    logFormat: 'json',
    seedDemo: true,
  })
})

test('a PostgreSQL URL selects PostgreSQL', () => {
  const url = 'postgres://user:secret@a,b:5433/merch?sslmode=verify-full'
  expect(readConfig({ DATABASE_URL: url })).toMatchObject({ postgres: { url, poolSize: 16 } })
  expect(readConfig({ DATABASE_URL: url, DATABASE_POOL_SIZE: '4' }).postgres?.poolSize).toBe(4)
})

test('a database of a command is named by its option', () => {
  expect(readDatabaseUrl('--to', 'file:merch.db').databaseFile).toBe('merch.db')
  expect(() => readDatabaseUrl('--to', 'merch.db')).toThrow(
    new ConfigError(`--to ${databaseForms}`),
  )
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', CDN_URL: '' })).toEqual(readConfig({}))
})

test('addresses follow from what is given, without a slash at their end', () => {
  const config = readConfig({ BASE_URL: 'https://api.example.com/', PORT: '9000' })
  expect(config).toMatchObject({
    baseUrl: 'https://api.example.com',
    redeemUrl: 'https://api.example.com',
    cdnUrl: 'https://api.example.com/cdn',
  })
  expect(readConfig({ HOST: '::1', PORT: '9000' }).baseUrl).toBe('http://[::1]:9000')
})

test('with a certificate, what is handed out are addresses of HTTPS', () => {
  const pair = { TLS_CERT: 'tls.crt', TLS_KEY: 'tls.key' }
  expect(readConfig(pair)).toMatchObject({
    tls: { cert: 'tls.crt', key: 'tls.key' },
    baseUrl: 'https://127.0.0.1:8080',
    redeemUrl: 'https://127.0.0.1:8080',
  })
  expect(readConfig({ ...pair, BASE_URL: 'https://api.example.com' }).baseUrl).toBe(
    'https://api.example.com',
  )
})

test.each(['TLS_CERT', 'TLS_KEY'])('%s goes with the other', (name) => {
  const other = name === 'TLS_KEY' ? 'TLS_CERT' : 'TLS_KEY'
  expect(() => readConfig({ [name]: 'tls.pem' })).toThrow(
    new ConfigError(`${other} must be set too: a certificate goes with its private key`),
  )
})

test('cannot be changed', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ HOST: '127.0.0.2' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ HOST: '192.0.2.1' }, false],
  [{ HOST: '127.0.0.1.example.com' }, false],
  [{ BASE_URL: 'https://api.example.com' }, false],
  [{ BASE_URL: 'http://localhost:8080' }, false],
  [{ HOST: '0.0.0.0', BASE_URL: 'https://api.example.com', SEED_DEMO: '1' }, true],
  [{ SEED_DEMO: '0' }, false],
])('with %j, demo data is seeded: %s', (environment, seedDemo) => {
  expect(readConfig(environment).seedDemo).toBe(seedDemo)
})

const databaseForms =
  'must be file:PATH, the path of a file on disk, or postgres://USER:PASSWORD@HOST/DATABASE'

test('a WEBHOOK_SECRET_KEY may have 16 characters', () => {
  const key = 'x'.repeat(16)
  expect(readConfig({ WEBHOOK_SECRET_KEY: key }).webhookSecretKey).toBe(key)
})

describe('what is not understood is refused, by name', () => {
  test.each([
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be at most 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'merch.db', databaseForms],
    ['DATABASE_URL', 'file:', databaseForms],
    ['DATABASE_URL', 'mysql://localhost/merch', databaseForms],
    ['DATABASE_POOL_SIZE', '1', 'must be at least 2'],
    ['BASE_URL', 'api.example.com', 'must be an http or https address'],
    ['REDEEM_URL', 'ftp://example.com', 'must be an http or https address'],
    ['RATE_LIMIT_BUDGET', '0', 'must be at least 1'],
    ['RATE_LIMIT_WINDOW_SECONDS', '1d', 'must be a whole number from 1 to 31536000'],
    ['TRUSTED_PROXIES', '10.0.0.1', 'must be networks such as 10.0.0.0/8, comma-separated'],
    ...['10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/8, 10.0.0.0/', '2001:db8::/129'].map(
      (text): [string, string, string] => [
        'TRUSTED_PROXIES',
        text,
        'must be networks such as 10.0.0.0/8, comma-separated',
      ],
    ),
    ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error, fatal or silent'],
    ['LOG_LEVEL', '30', 'must be trace, debug, info, warn, error, fatal or silent'],
    ['LOG_FORMAT', 'text', 'must be json or pretty'],
    ['SHUTDOWN_DELAY_SECONDS', '1.5', 'must be a whole number from 0 to 600'],
    ['SHUTDOWN_DELAY_SECONDS', '601', 'must be at most 600'],
    ['SEED_DEMO', 'yes', 'must be 1 or 0'],
    ['PROVIDER_POLL_SECONDS', '0', 'must be at least 1'],
    [
      'PROVIDER_URL',
      'http://ssapi.example.com',
      'must be an https address, without a password or a query',
    ],
    ['SMTP_URL', 'http://mail.example.com', 'must be an smtp or smtps address'],
    ...[
      '*',
      'null',
      'https://*.example.com',
      'https://shop.example.com/',
      'https://shop.example.com:443',
      'HTTPS://SHOP.EXAMPLE.COM',
      'shop.example.com',
      'https://a.example.com,*',
    ].map((text): [string, string, string] => [
      'CORS_ORIGINS',
      text,
      'must be exact origins such as https://shop.example.com, comma-separated, without * and paths',
    ]),
    ['WEBHOOK_EGRESS_ALLOW', 'localhost', 'must be networks such as 10.0.0.0/8, comma-separated'],
  ])('%s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${name} ${message}, not ${JSON.stringify(value)}`),
    )
  })

  test('all of it at once', () => {
    expect(() => readConfig({ PORT: 'x', SEED_DEMO: 'x' })).toThrow(/^PORT .*\nSEED_DEMO .*$/)
  })
})

/** All settings that a provider needs. */
const provider = {
  PROVIDER_URL: 'https://ssapi.example.com/',
  PROVIDER_KEY: 'key',
  PROVIDER_SECRET: 'secret',
  PROVIDER_ACCOUNT: 'acc_1',
  PROVIDER_CAMPAIGN: 'cmp_1',
}

test.each([
  ['PORT', 0, 65_535],
  ['DATABASE_POOL_SIZE', 2, 1000],
  ['RATE_LIMIT_BUDGET', 1, 2_147_483_647],
  ['RATE_LIMIT_WINDOW_SECONDS', 1, 31_536_000],
  ['KEEP_ALIVE_SECONDS', 1, 3600],
  ['SHUTDOWN_DELAY_SECONDS', 0, 600],
  ['MAX_CONNECTIONS', 1, 1_000_000],
  ['METRICS_PORT', 0, 65_535],
  ['PROVIDER_POLL_SECONDS', 1, 86_400],
])('%s is a number from %d to %d', (name, least, most) => {
  const read = (value: number) => () => readConfig({ ...provider, [name]: String(value) })
  expect(read(least)).not.toThrow()
  expect(read(most)).not.toThrow()
  expect(read(least - 1)).toThrow(ConfigError)
  expect(read(most + 1)).toThrow(`${name} must be at most ${most}, not`)
})

describe('the provider', () => {
  test('is polled when all of its settings are there', () => {
    expect(readConfig(provider).provider).toEqual({
      ...{ url: 'https://ssapi.example.com', key: 'key', secret: 'secret' },
      ...{ account: 'acc_1', campaign: 'cmp_1', pollSeconds: 300 },
    })
    expect(readConfig({ ...provider, PROVIDER_POLL_SECONDS: '60' }).provider?.pollSeconds).toBe(60)
  })

  test('with some of them is refused in one line, by the names of the others', () => {
    expect(() => readConfig({ ...provider, PROVIDER_SECRET: '', PROVIDER_CAMPAIGN: '' })).toThrow(
      new ConfigError(
        'PROVIDER_SECRET, PROVIDER_CAMPAIGN must be set too: a provider is polled with all of its settings or not at all',
      ),
    )
    expect(() => readConfig({ PROVIDER_POLL_SECONDS: '60' })).toThrow(/^PROVIDER_URL, PROVIDER_KEY/)
  })

  test.each(['http://127.0.0.1:8090/v1', 'http://localhost', 'http://[::1]:1'])(
    'may be on this machine: %s',
    (url) => {
      expect(readConfig({ ...provider, PROVIDER_URL: url }).provider?.url).toBe(url)
    },
  )

  test.each([
    'https://user@example.com',
    'https://:pw@example.com',
    'https://example.com?x',
    'https://example.com#x',
    'http://127.0.0.1.example.com',
  ])('must be one that credentials can be sent to, not %s', (url) => {
    expect(() => readConfig({ ...provider, PROVIDER_URL: url })).toThrow(
      /^PROVIDER_URL must be an https/,
    )
  })

  test.each([
    ['PROVIDER_KEY', 'a:b', 'PROVIDER_KEY must be a line without a colon, not what it is'],
    ['PROVIDER_SECRET', 'a\nb', 'PROVIDER_SECRET must be one line, not what it is'],
  ])('%s is not shown when it is refused', (name, value, message) => {
    expect(() => readConfig({ ...provider, [name]: value })).toThrow(new ConfigError(message))
  })
})
