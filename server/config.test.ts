import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('needs nothing', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    databaseFile: 'data/merch.db',
    baseUrl: 'http://127.0.0.1:8080',
    redeemUrl: 'http://127.0.0.1:8080',
    cdnUrl: 'http://127.0.0.1:8080/cdn',
    budget: 1000,
    webhookSecretKey: undefined,
    smtpUrl: undefined,
    mailFrom: 'Invites <invites@localhost>',
    egressAllow: [],
    windowSeconds: 86400,
    trustedProxies: [],
    logLevel: 'info',
    seedDemo: true,
  })
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

test('cannot be changed', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

describe('what is not understood is refused, by name', () => {
  test.each([
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be at most 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'merch.db', 'must be file:PATH, the path of a file on disk'],
    ['DATABASE_URL', 'file:', 'must be file:PATH, the path of a file on disk'],
    [
      'DATABASE_URL',
      'postgres://localhost/merch',
      'PostgreSQL is not supported by this version; use file:PATH',
    ],
    ['BASE_URL', 'api.example.com', 'must be an http or https address'],
    ['REDEEM_URL', 'ftp://example.com', 'must be an http or https address'],
    ['RATE_LIMIT_BUDGET', '0', 'must be at least 1'],
    ['RATE_LIMIT_WINDOW_SECONDS', '1d', 'must be a whole number from 1 to 31536000'],
    ['TRUSTED_PROXIES', '10.0.0.1', 'must be networks such as 10.0.0.0/8, comma-separated'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'must be networks such as 10.0.0.0/8, comma-separated'],
    ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error, fatal or silent'],
    ['SEED_DEMO', 'yes', 'must be 1 or 0'],
    ['SMTP_URL', 'http://mail.example.com', 'must be an smtp or smtps address'],
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
