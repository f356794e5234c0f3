import { z } from 'zod'
import {
  cidrs,
  databaseForms,
  flag,
  isDatabase,
  isLoopback,
  isPostgres,
  oneOf,
  origins,
  providerUrl,
  webAddress,
  wholeNumber,
} from './setting-formats.ts'

/** A setting that this version does not understand, in one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

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
  /** Who invites are from. */
  MAIL_FROM: z.string().default('Invites <invites@localhost>'),
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

/** The fulfillment provider that is polled. */
export type ProviderConfig = {
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly account: string
  readonly campaign: string
  readonly pollSeconds: number
}

export type Config = {
  readonly host: string
  readonly port: number
  /** Where the certificate and its key are, as PEM files; undefined where TLS is not spoken. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  /** The SQLite file. With `postgres` there is none, but outbox and listeners have folders beside it. */
  readonly databaseFile: string
  /** The PostgreSQL database, if the data is in one. */
  readonly postgres: { readonly url: string; readonly poolSize: number } | undefined
  /** The URL that the server listens on. */
  readonly listensOn: string
  /** The URL where clients reach it. */
  readonly baseUrl: string
  readonly redeemUrl: string
  readonly cdnUrl: string
  readonly budget: number
  readonly windowSeconds: number
  readonly trustedProxies: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly keepAliveSeconds: number
  readonly shutdownDelaySeconds: number
  readonly maxConnections: number
  readonly webhookSecretKey: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly egressAllow: readonly string[]
  readonly provider: ProviderConfig | undefined
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  readonly logLevel: Settings['LOG_LEVEL']
  readonly logFormat: Settings['LOG_FORMAT']
  readonly seedDemo: boolean
}

/**
 * Returns where the data of a database is.
 * @param name the setting or option that has the URL.
 * @throws {ConfigError} if it is not the URL of a database. The message has no part of it.
 */
export const readDatabaseUrl = (
  name: string,
  url: string,
  poolSize = defaultPoolSize,
): Pick<Config, 'databaseFile' | 'postgres'> => {
  if (!isDatabase(url)) throw new ConfigError(`${name} ${databaseForms}`)
  return isPostgres(url)
    ? { databaseFile: defaultFile, postgres: Object.freeze({ url, poolSize }) }
    : { databaseFile: url.slice('file:'.length), postgres: undefined }
}

/** The same settings once the system has picked a port: no address that is handed out may hold port 0. */
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

/** A setting as it may be shown: passwords and keys are nobody's business. */
const shown = (name: string, text = ''): string =>
  /_(KEY|SECRET)$/.test(name) ? 'what it is' : JSON.stringify(text.replace(/:[^:@/]*@/, ':…@'))

type Settings = z.output<typeof settings>

/**
 * The provider, if there is one.
 * @throws {ConfigError} when only some of its settings are there.
 */
const providerOf = (given: Settings): ProviderConfig | undefined => {
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

/**
 * The files of the certificate, if there is one.
 * @throws {ConfigError} when only one of the two is there.
 */
const tlsOf = ({ TLS_CERT: cert, TLS_KEY: key }: Settings): Config['tls'] => {
  if (cert && key) return Object.freeze({ cert, key })
  if (cert === undefined && key === undefined) return undefined
  const missing = cert === undefined ? 'TLS_CERT' : 'TLS_KEY'
  throw new ConfigError(`${missing} must be set too: a certificate goes with its private key`)
}

/**
 * Reads the settings. An empty variable counts as unset.
 * @throws {ConfigError} naming every variable that is not understood, and what it must be.
 */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(given)
  if (!result.success) {
    const lines = result.error.issues.map(
      ({ path: [name = ''], message }) =>
        `${String(name)} ${message}, not ${shown(String(name), given[String(name)])}`,
    )
    throw new ConfigError(lines.join('\n'))
  }
  const { data } = result
  const host = data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST
  const tls = tlsOf(data)
  const listensOn = `${tls ? 'https' : 'http'}://${host}:${data.PORT}`
  const baseUrl = data.BASE_URL ?? listensOn
  return Object.freeze({
    host: data.HOST,
    port: data.PORT,
    tls,
    ...readDatabaseUrl('DATABASE_URL', data.DATABASE_URL, data.DATABASE_POOL_SIZE),
    listensOn,
    baseUrl,
    redeemUrl: data.REDEEM_URL ?? baseUrl,
    cdnUrl: data.CDN_URL ?? `${baseUrl}/cdn`,
    budget: data.RATE_LIMIT_BUDGET,
    windowSeconds: data.RATE_LIMIT_WINDOW_SECONDS,
    trustedProxies: data.TRUSTED_PROXIES,
    corsOrigins: data.CORS_ORIGINS,
    keepAliveSeconds: data.KEEP_ALIVE_SECONDS,
    shutdownDelaySeconds: data.SHUTDOWN_DELAY_SECONDS,
    maxConnections: data.MAX_CONNECTIONS,
    webhookSecretKey: data.WEBHOOK_SECRET_KEY,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    egressAllow: data.WEBHOOK_EGRESS_ALLOW,
    provider: providerOf(data),
    metricsPort: data.METRICS_PORT,
    metricsHost: data.METRICS_HOST,
    logLevel: data.LOG_LEVEL,
    logFormat: data.LOG_FORMAT,
    seedDemo: data.SEED_DEMO ?? (isLoopback(data.HOST) && data.BASE_URL === undefined),
  })
}
