import { BlockList } from 'node:net'
import { z } from 'zod'

/** A setting that this version does not understand, in one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** A whole number within bounds, both included. */
const wholeNumber = (least: number, most: number) => {
  const form = `must be a whole number from ${least} to ${most}`
  const digits = z.string().regex(/^[0-9]+$/, form)
  const bounded = z.int(form).min(least, `must be at least ${least}`)
  return digits.transform(Number).pipe(bounded.max(most, `must be at most ${most}`))
}

/** An http or https address, without a slash at its end. */
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.[0-9]+){3}|::1|\[::1\])$/.test(host)

/** Credentials go along: only this machine is spoken to in the clear. */
const providerUrl = webAddress.refine((url) => {
  const { protocol, hostname, username, password, search, hash } = new URL(url)
  const isPlain = [username, password, search, hash].every((part) => part === '')
  return isPlain && (protocol === 'https:' || isLoopback(hostname))
}, 'must be an https address, without a password or a query')

/** Splits a comma-separated setting. */
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))

const isCidr = (text: string): boolean => {
  const [address = '', bits = '', ...rest] = text.split('/')
  if (rest.length > 0 || !/^[0-9]+$/.test(bits)) return false
  try {
    new BlockList().addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}

const cidrs = list.pipe(
  z.array(z.string().refine(isCidr, 'must be networks such as 10.0.0.0/8, comma-separated')),
)

/** Browsers send neither wildcards nor a path, a slash at the end or the default port. */
const isOrigin = (text: string): boolean =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

const originForm =
  'must be exact origins such as https://shop.example.com, comma-separated, without * and paths'

const origins = list.pipe(z.array(z.string().refine(isOrigin, originForm)))

const flag = z.enum(['0', '1'], 'must be 1 or 0').transform((value) => value === '1')

const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url)

const isDatabase = (url: string): boolean =>
  isPostgres(url) || (/^file:./.test(url) && !url.includes(':memory:') && !url.includes('?'))

const databaseForms =
  'must be file:PATH, the path of a file on disk, or postgres://USER:PASSWORD@HOST/DATABASE'

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

const defaultFile = 'data/merch.db'
const defaultPoolSize = 16

/** Every setting that is read from the environment, with what it means. */
const settings = z.object({
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  /** Port to listen on; 0 lets the system pick one. */
  PORT: wholeNumber(0, 65535).default(8080),
  /** The certificate, with its chain, that clients are shown; with one the server speaks TLS. */
  TLS_CERT: z.string().optional(),
  /** The certificate's private key. */
  TLS_KEY: z.string().optional(),
  /** Where the data is: `file:` and a path, made if it is not there, or a PostgreSQL database. */
  DATABASE_URL: z.string().refine(isDatabase, databaseForms).default(`file:${defaultFile}`),
  /** Connections to PostgreSQL that a process opens at most. */
  DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(defaultPoolSize),
  /** How clients reach the service; shown in the docs. */
  BASE_URL: webAddress.optional(),
  /** Where invites are redeemed: `{REDEEM_URL}/i/<slug>`. */
  REDEEM_URL: webAddress.optional(),
  /** Where product images are. */
  CDN_URL: webAddress.optional(),
  /** Requests that a client address may make in a window. */
  RATE_LIMIT_BUDGET: wholeNumber(1, 2147483647).default(1000),
  /** How long the rolling window is. */
  RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 31536000).default(86400),
  /** Networks of proxies whose `X-Forwarded-For` is believed. */
  TRUSTED_PROXIES: cidrs.default([]),
  /** Origins of pages that may call the API. */
  CORS_ORIGINS: origins.default([]),
  /** How long a connection is kept for a next request: longer than a proxy in front keeps its own. */
  KEEP_ALIVE_SECONDS: wholeNumber(1, 3600).default(5),
  /** How long a stop still accepts connections, so that a load balancer can see `/readyz` fail first. */
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 600).default(0),
  /** Connections at one time; one more is closed at once. */
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(4096),
  /** The mail server that invites are sent by; without one they are put into the outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  /** The address that emails are from. */
  MAIL_FROM: z.string().default('Invites <invites@localhost>'),
  /** The name of the service, in emails and on pages. */
  SERVICE_NAME: z
    .string()
    .regex(/^\P{Cc}{1,100}$/u, 'must be one line of at most 100 characters')
    .default('Merch Fulfillment'),
  /** Where recipients and customers find help. */
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  /** Networks that deliveries may go to although they are not the public internet's: for development. */
  WEBHOOK_EGRESS_ALLOW: cidrs.default([]),
  /** The key that signing secrets are sealed with; without one they are kept as they are. */
  WEBHOOK_SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Where the fulfillment provider's API is; orders are imported from it. */
  PROVIDER_URL: providerUrl.optional(),
  /** The pair that opens it. */
  PROVIDER_KEY: z
    .string()
    .regex(/^[^:\p{Cc}]+$/u, 'must be a line without a colon')
    .optional(),
  PROVIDER_SECRET: z
    .string()
    .regex(/^\P{Cc}+$/u, 'must be one line')
    .optional(),
  /** The account that its orders belong to. */
  PROVIDER_ACCOUNT: z.string().optional(),
  /** The campaign of orders that name none of the account's. */
  PROVIDER_CAMPAIGN: z.string().optional(),
  /** How long it rests between two polls. */
  PROVIDER_POLL_SECONDS: wholeNumber(1, 86400).optional(),
  /** Port that Prometheus reads metrics on; without one there are none. 0 lets the system pick one. */
  METRICS_PORT: wholeNumber(0, 65535).optional(),
  /** Address that metrics are read on. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** How much is logged: `debug` has a line for every request. */
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** How log lines are written: JSON for programs, or text for people. */
  LOG_FORMAT: oneOf(['json', 'pretty']).default('json'),
  /**
   * 1 fills an empty database with demo data, 0 leaves it empty. By default 1 on a loopback address
   * without BASE_URL: the key of the demo is printed, and others could reach it.
   */
  SEED_DEMO: flag.optional(),
})

type Settings = z.output<typeof settings>

/**
 * Returns where the data of a database is.
 * @param name the setting or option that has the URL.
 * @throws {ConfigError} if it is not the URL of a database. The message has no part of it.
 */
export const readDatabaseUrl = (name: string, url: string, poolSize = defaultPoolSize) => {
  if (!isDatabase(url)) throw new ConfigError(`${name} ${databaseForms}`)
  return isPostgres(url)
    ? // The outbox and listeners have folders beside the file that there is not.
      { databaseFile: defaultFile, postgres: Object.freeze({ url, poolSize }) }
    : { databaseFile: url.slice('file:'.length), postgres: undefined }
}

/**
 * Returns the provider to poll, if there is one.
 * @throws {ConfigError} when only some of its settings are there.
 */
const providerOf = (given: Settings) => {
  const [url, key, secret] = [given.PROVIDER_URL, given.PROVIDER_KEY, given.PROVIDER_SECRET]
  const [account, campaign] = [given.PROVIDER_ACCOUNT, given.PROVIDER_CAMPAIGN]
  const pollSeconds = given.PROVIDER_POLL_SECONDS
  if (url && key && secret && account && campaign)
    return Object.freeze({ url, key, secret, account, campaign, pollSeconds: pollSeconds ?? 300 })
  const needed = { URL: url, KEY: key, SECRET: secret, ACCOUNT: account, CAMPAIGN: campaign }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  if (missing.length === Object.keys(needed).length && pollSeconds === undefined) return undefined
  const names = missing.map(([name]) => `PROVIDER_${name}`).join(', ')
  throw new ConfigError(
    `${names} must be set too: a provider is polled with all of its settings or not at all`,
  )
}

/** The provider that is polled. */
export type ProviderConfig = NonNullable<ReturnType<typeof providerOf>>

/**
 * Returns the files of the certificate, if there is one.
 * @throws {ConfigError} when only one of the two is there.
 */
const tlsOf = ({ TLS_CERT: cert, TLS_KEY: key }: Settings) => {
  if (cert && key) return Object.freeze({ cert, key })
  if (cert === undefined && key === undefined) return undefined
  const missing = cert === undefined ? 'TLS_CERT' : 'TLS_KEY'
  throw new ConfigError(`${missing} must be set too: a certificate goes with its private key`)
}

const configOf = (given: Settings) => {
  const host = given.HOST.includes(':') ? `[${given.HOST}]` : given.HOST
  const tls = tlsOf(given)
  /** Where the server listens. `baseUrl` is where clients reach it. */
  const listensOn = `${tls ? 'https' : 'http'}://${host}:${given.PORT}`
  const baseUrl = given.BASE_URL ?? listensOn
  return Object.freeze({
    host: given.HOST,
    port: given.PORT,
    tls,
    ...readDatabaseUrl('DATABASE_URL', given.DATABASE_URL, given.DATABASE_POOL_SIZE),
    listensOn,
    baseUrl,
    redeemUrl: given.REDEEM_URL ?? baseUrl,
    cdnUrl: given.CDN_URL ?? `${baseUrl}/cdn`,
    budget: given.RATE_LIMIT_BUDGET,
    windowSeconds: given.RATE_LIMIT_WINDOW_SECONDS,
    trustedProxies: given.TRUSTED_PROXIES,
    corsOrigins: given.CORS_ORIGINS,
    keepAliveSeconds: given.KEEP_ALIVE_SECONDS,
    shutdownDelaySeconds: given.SHUTDOWN_DELAY_SECONDS,
    maxConnections: given.MAX_CONNECTIONS,
    webhookSecretKey: given.WEBHOOK_SECRET_KEY,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    service: Object.freeze({ name: given.SERVICE_NAME, supportEmail: given.SUPPORT_EMAIL }),
    egressAllow: given.WEBHOOK_EGRESS_ALLOW,
    provider: providerOf(given),
    metricsPort: given.METRICS_PORT,
    metricsHost: given.METRICS_HOST,
    logLevel: given.LOG_LEVEL,
    logFormat: given.LOG_FORMAT,
    seedDemo: given.SEED_DEMO ?? (isLoopback(given.HOST) && given.BASE_URL === undefined),
  })
}

export type Config = ReturnType<typeof configOf>

/** Returns the settings with the port that the system chose, in every address that has port 0. */
export const onPort = (config: Config, port: number): Config => {
  const address = (url: string) => url.replace(/^(https?:\/\/[^/]*):0(?=\/|$)/, `$1:${port}`)
  const { listensOn, baseUrl, redeemUrl, cdnUrl } = config
  return Object.freeze({
    ...config,
    port,
    listensOn: address(listensOn),
    baseUrl: address(baseUrl),
    redeemUrl: address(redeemUrl),
    cdnUrl: address(cdnUrl),
  })
}

/** Returns a value without its password. Keys and secrets are not shown at all. */
const shown = (name: string, text = ''): string =>
  /_(KEY|SECRET)$/.test(name) ? 'what it is' : JSON.stringify(text.replace(/:[^:@/]*@/, ':…@'))

/**
 * Reads the settings. An empty variable counts as unset.
 * @throws {ConfigError} naming every variable that is not understood, and what it must be.
 */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(given)
  if (result.success) return configOf(result.data)
  const lines = result.error.issues.map(
    ({ path: [name = ''], message }) =>
      `${String(name)} ${message}, not ${shown(String(name), given[String(name)])}`,
  )
  throw new ConfigError(lines.join('\n'))
}
