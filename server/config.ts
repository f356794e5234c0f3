import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { homedir } from 'node:os'
import { closestMatch } from 'leven'
import { z } from 'zod'

/** Thrown when settings are not valid. The message has a line for each. */
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

/** Whether a URL has neither a user nor a query or fragment, which addresses made from it could not have. */
const isPlain = (url: string): boolean => {
  const { username, password } = new URL(url)
  return username === '' && password === '' && !/[?#]/.test(url)
}

const webAddressForm = 'must be an http or https address, without a user, a password or a query'

/** An http or https URL. A slash at its end is removed. */
const webAddress = z
  .url({ protocol: /^https?$/, error: webAddressForm, abort: true })
  .refine(isPlain, webAddressForm)
  .transform((url) => url.replace(/\/+$/, ''))

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.[0-9]+){3}|::1|\[::1\])$/.test(host)

const providerForm = 'must be an https address, without a user, a password or a query'

/** Requests carry credentials, so plain HTTP is only for this machine. */
const providerUrl = z
  .url({ protocol: /^https?$/, error: providerForm, abort: true })
  .refine((url) => {
    const { protocol, hostname } = new URL(url)
    return isPlain(url) && (protocol === 'https:' || isLoopback(hostname))
  }, providerForm)
  .transform((url) => url.replace(/\/+$/, ''))

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

const secretKey = z
  .string()
  .refine(
    (key) => key.trim().length >= 16,
    'must be at least 16 characters, blanks at its ends not counted',
  )
  .optional()

const sender = z
  .string()
  .regex(
    /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    'must be an address such as invites@example.com or Invites <invites@example.com>',
  )

const lineForm = 'must be one line'
const line = z.string().regex(/^\P{Cc}+$/u, lineForm)

const defaultFile = 'data/merch.db'
const defaultPoolSize = 16

/** Every setting that is read from the environment. */
const settings = z.object({
  /** Address to listen on. */
  HOST: line.default('127.0.0.1'),
  /** Port to listen on. With 0, the system picks one. */
  PORT: wholeNumber(0, 65535).default(8080),
  /** File of the TLS certificate and its chain. Without one, the server speaks plain HTTP. */
  TLS_CERT: line.optional(),
  /** File of the certificate's private key. */
  TLS_KEY: line.optional(),
  /** The database: `file:` and the path of a SQLite file, which is created if missing, or a PostgreSQL URL. */
  DATABASE_URL: z.string().refine(isDatabase, databaseForms).default(`file:${defaultFile}`),
  /** Maximum number of connections of a process to PostgreSQL. */
  DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(defaultPoolSize),
  /** Threads for searches and other long reads of a SQLite file. With 0, other requests wait for them. */
  READ_THREADS: wholeNumber(0, 64).default(2),
  /** The URL at which clients reach the service. The docs show it. */
  BASE_URL: webAddress.optional(),
  /** The URL of the redemption pages: an invite is at `{REDEEM_URL}/i/<slug>`. */
  REDEEM_URL: webAddress.optional(),
  /** The URL of product images. */
  CDN_URL: webAddress.optional(),
  /** Maximum number of requests of a client address in a window. */
  RATE_LIMIT_BUDGET: wholeNumber(1, 2147483647).default(1000),
  /** The length of the rolling window. */
  RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 31536000).default(86400),
  /** Maximum number of pages of invites and the portal that a client address requests in a minute. */
  PAGE_RATE_LIMIT: wholeNumber(1, 2147483647).default(1200),
  /** Networks of the proxies whose `X-Forwarded-For` header is used. */
  TRUSTED_PROXIES: cidrs.default([]),
  /** Origins of pages that may call the API. */
  CORS_ORIGINS: origins.default([]),
  /** Seconds until an idle connection is closed. A proxy in front must close its own connections earlier. */
  KEEP_ALIVE_SECONDS: wholeNumber(1, 3600).default(5),
  /** Seconds in which a stopping server accepts connections, so that a load balancer sees `/readyz` fail first. */
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 600).default(0),
  /** Maximum number of open connections. One more is closed at once. */
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(4096),
  /** Maximum number of open connections of a client address. Default: a quarter of MAX_CONNECTIONS. */
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).optional(),
  /** The mail server. Without one, emails are written to the outbox folder. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  /** The sender of emails. */
  MAIL_FROM: sender.default('Invites <invites@localhost>'),
  /** The name of the service, in emails and on pages. */
  SERVICE_NAME: z
    .string()
    .regex(/^\P{Cc}{1,100}$/u, 'must be one line of at most 100 characters')
    .default('Merch Fulfillment'),
  /** The address for questions of recipients and customers. */
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  /** The addresses of the people who may sign in at `/support`. Without one, there is no such page. */
  SUPPORT_EMAILS: list
    .pipe(z.array(z.email('must be email addresses, comma-separated')))
    .default([]),
  /** Private networks to which webhooks may be delivered, for development. */
  WEBHOOK_EGRESS_ALLOW: cidrs.default([]),
  /** The key that encrypts signing secrets. Without one, they are stored in plain text. */
  WEBHOOK_SECRET_KEY: secretKey,
  /** The former key, while it changes. It decrypts the secrets that it encrypted. */
  WEBHOOK_SECRET_KEY_OLD: secretKey,
  /** Whether webhooks are delivered and the provider is polled. A copy of production must not. */
  DELIVERIES: oneOf(['on', 'off']).default('on'),
  /** The URL of the API of a fulfillment provider, from which orders are imported. */
  PROVIDER_URL: providerUrl.optional(),
  /** The credentials of the provider's API. */
  PROVIDER_KEY: z
    .string()
    .regex(/^[^:\p{Cc}]+$/u, 'must be a line without a colon')
    .optional(),
  PROVIDER_SECRET: line.optional(),
  /** The account to which the provider's orders are added. */
  PROVIDER_ACCOUNT: line.optional(),
  /** The campaign of orders that do not name one of the account. */
  PROVIDER_CAMPAIGN: line.optional(),
  /** What happens to a line whose SKU is not in the campaign: the order's lines are rejected, or the line is skipped. */
  PROVIDER_UNKNOWN_SKU: oneOf(['reject', 'skip']).optional(),
  /** Seconds between two polls of the provider. */
  PROVIDER_POLL_SECONDS: wholeNumber(1, 86400).optional(),
  /** Port of the metrics for Prometheus. Without one, there are none. With 0, the system picks one. */
  METRICS_PORT: wholeNumber(0, 65535).optional(),
  /** Address of the metrics. */
  METRICS_HOST: line.default('127.0.0.1'),
  /** The lowest level that is logged. With `debug`, each request has a line. */
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** The format of log lines: JSON for programs, or text for people. */
  LOG_FORMAT: oneOf(['json', 'pretty']).default('json'),
  /**
   * 1 adds demo data to an empty database. Default: 1 on a loopback address without BASE_URL, otherwise 0. The
   * demo's key is printed, so clients on other machines could use it.
   */
  SEED_DEMO: flag.optional(),
})

type Settings = z.output<typeof settings>

/**
 * Reads the URL of a database.
 * @param name the setting or option that has the URL, for the message.
 * @throws {ConfigError} if it is not the URL of a database. The message does not contain it.
 */
export const readDatabaseUrl = (name: string, url: string, poolSize = defaultPoolSize) => {
  if (!isDatabase(url)) throw new ConfigError(`${name} ${databaseForms}`)
  // The outbox folder is beside the default file.
  if (isPostgres(url))
    return { databaseFile: defaultFile, postgres: Object.freeze({ url, poolSize }) }
  // A shell expands ~ in some places only, and files of settings nowhere.
  const databaseFile = url.slice('file:'.length).replace(/^~(?=\/)/, () => homeOf(name))
  return { databaseFile, postgres: undefined }
}

function homeOf(name: string): string {
  try {
    return homedir()
  } catch {
    throw new ConfigError(`${name} must not begin with ~ for a user without a home folder`)
  }
}

/**
 * Returns the settings of the provider, or undefined if none is set.
 * @throws {ConfigError} when only some of them are set.
 */
const providerOf = (given: Settings) => {
  const [url, key, secret] = [given.PROVIDER_URL, given.PROVIDER_KEY, given.PROVIDER_SECRET]
  const [account, campaign] = [given.PROVIDER_ACCOUNT, given.PROVIDER_CAMPAIGN]
  const { PROVIDER_POLL_SECONDS: pollSeconds, PROVIDER_UNKNOWN_SKU: unknownSku } = given
  if (url && key && secret && account && campaign)
    return Object.freeze({
      url,
      key,
      secret,
      account,
      campaign,
      unknownSku: unknownSku ?? 'reject',
      pollSeconds: pollSeconds ?? 300,
    })
  const needed = { URL: url, KEY: key, SECRET: secret, ACCOUNT: account, CAMPAIGN: campaign }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  const hasOthers = pollSeconds !== undefined || unknownSku !== undefined
  if (missing.length === Object.keys(needed).length && !hasOthers) return undefined
  const names = missing.map(([name]) => `PROVIDER_${name}`).join(', ')
  throw new ConfigError(`${names} must be set too. Set all five PROVIDER_ variables, or none.`)
}

/** The settings of the provider that is polled. */
export type ProviderConfig = NonNullable<ReturnType<typeof providerOf>>

/**
 * Returns the files of the TLS certificate, or undefined if none is set.
 * @throws {ConfigError} when only one of the two is set.
 */
const tlsOf = ({ TLS_CERT: cert, TLS_KEY: key }: Settings) => {
  if (cert && key) return Object.freeze({ cert, key })
  if (cert === undefined && key === undefined) return undefined
  const missing = cert === undefined ? 'TLS_CERT' : 'TLS_KEY'
  throw new ConfigError(`${missing} must be set too. TLS needs a certificate and its private key.`)
}

const configOf = (given: Settings) => {
  if (given.WEBHOOK_SECRET_KEY_OLD !== undefined && given.WEBHOOK_SECRET_KEY === undefined)
    throw new ConfigError(
      'WEBHOOK_SECRET_KEY must be set too. WEBHOOK_SECRET_KEY_OLD is its former value.',
    )
  const host = given.HOST.includes(':') ? `[${given.HOST}]` : given.HOST
  const tls = tlsOf(given)
  /** Where the server listens. `baseUrl` is where clients reach it. */
  const listensOn = `${tls ? 'https' : 'http'}://${host}:${given.PORT}`
  const baseUrl = given.BASE_URL ?? listensOn
  /** Whether only this machine is served. */
  const isLocal = isLoopback(given.HOST) && given.BASE_URL === undefined
  return Object.freeze({
    host: given.HOST,
    port: given.PORT,
    tls,
    ...readDatabaseUrl('DATABASE_URL', given.DATABASE_URL, given.DATABASE_POOL_SIZE),
    readThreads: given.READ_THREADS,
    listensOn,
    baseUrl,
    redeemUrl: given.REDEEM_URL ?? baseUrl,
    cdnUrl: given.CDN_URL ?? `${baseUrl}/cdn`,
    rateLimit: given.RATE_LIMIT_BUDGET,
    windowSeconds: given.RATE_LIMIT_WINDOW_SECONDS,
    pageRateLimit: given.PAGE_RATE_LIMIT,
    trustedProxies: given.TRUSTED_PROXIES,
    corsOrigins: given.CORS_ORIGINS,
    keepAliveSeconds: given.KEEP_ALIVE_SECONDS,
    shutdownDelaySeconds: given.SHUTDOWN_DELAY_SECONDS,
    maxConnections: given.MAX_CONNECTIONS,
    maxConnectionsPerAddress:
      given.MAX_CONNECTIONS_PER_ADDRESS ?? Math.ceil(given.MAX_CONNECTIONS / 4),
    webhookSecretKey: given.WEBHOOK_SECRET_KEY,
    webhookSecretKeyOld: given.WEBHOOK_SECRET_KEY_OLD,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    service: Object.freeze({ name: given.SERVICE_NAME, supportEmail: given.SUPPORT_EMAIL }),
    supportEmails: given.SUPPORT_EMAILS,
    egressAllow: given.WEBHOOK_EGRESS_ALLOW,
    isDelivering: given.DELIVERIES === 'on',
    provider: providerOf(given),
    metricsPort: given.METRICS_PORT,
    metricsHost: given.METRICS_HOST,
    logLevel: given.LOG_LEVEL,
    logFormat: given.LOG_FORMAT,
    isLocal,
    seedDemo: given.SEED_DEMO ?? isLocal,
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

/** Settings that can also be read from the file that the name with `_FILE` at its end has. */
const secrets = [
  'DATABASE_URL',
  'SMTP_URL',
  'WEBHOOK_SECRET_KEY',
  'WEBHOOK_SECRET_KEY_OLD',
  'PROVIDER_KEY',
  'PROVIDER_SECRET',
]

/** Beginnings of names that only this program has. Others are variables of other programs. */
const prefixes =
  /^(RATE_LIMIT|PAGE_RATE|WEBHOOK|PROVIDER|MAX_CONNECTIONS|SHUTDOWN_DELAY|KEEP_ALIVE|TRUSTED_PROX|SEED_DEMO)/

/** Kubernetes adds such variables for a service of any name. */
const ofKubernetes = /_(SERVICE_HOST|SERVICE_PORT|PORT)(_|$)/

/** Returns the values by name that are set, and the file of each that is read from one. */
function readValues(environment: NodeJS.ProcessEnv) {
  const values: Record<string, string> = {}
  const files: Record<string, string> = {}
  const problems: string[] = []
  const names = Object.keys(settings.shape)
  for (const [name, value = ''] of Object.entries(environment)) {
    if (value === '') continue
    const target = name.replace(/_FILE$/, '')
    if (target !== name && secrets.includes(target)) {
      files[target] = value
      if (environment[target]) problems.push(`${target} and ${name} are set. Remove one of them.`)
      else
        try {
          values[target] = readFileSync(value, 'utf8').replace(/\r?\n$/, '')
        } catch (error) {
          problems.push(`${name} cannot be read: ${error instanceof Error ? error.message : error}`)
        }
    } else if (names.includes(name)) values[name] = value
    else if (prefixes.test(name) && !ofKubernetes.test(name))
      problems.push(`${name} is not a setting. Did you mean ${closestMatch(name, names)}?`)
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return { values, files }
}

const isSecret = (name: string): boolean => /_(KEY|SECRET)(_OLD)?$/.test(name) && name !== 'TLS_KEY'

/** Hides the passwords of a URL, which may have signs that a URL must not have. That of PostgreSQL may be in the query. */
const withoutPassword = (text: string): string =>
  text.replace(/(\/\/[^:/@]*):.*@/s, '$1:…@').replaceAll(/([?&]password=)[^&]*/g, '$1…')

/** Defaults that follow from other settings. */
const derived: Readonly<Record<string, string>> = {
  BASE_URL: 'http://HOST:PORT, or https with a certificate',
  REDEEM_URL: 'BASE_URL',
  CDN_URL: 'BASE_URL/cdn',
  MAX_CONNECTIONS_PER_ADDRESS: 'a quarter of MAX_CONNECTIONS',
  PROVIDER_UNKNOWN_SKU: 'reject',
  PROVIDER_POLL_SECONDS: '300',
  SEED_DEMO: '1 if HOST is a loopback address and BASE_URL is unset, otherwise 0',
}

/** Returns each setting with its default and form. */
export const describeSettings = () =>
  Object.entries(settings.shape).map(([name, schema]) => {
    const missing: unknown = schema.safeParse(undefined).data
    const [issue] = schema.safeParse('\n!').error?.issues ?? []
    const form = issue?.message.replace(/^must be /, '') ?? ''
    return { name, fallback: derived[name] ?? String(missing ?? ''), form }
  })

/**
 * Returns the value of each setting and its source: the environment, a file or the default. Secrets are masked.
 * @throws {ConfigError} as {@link readConfig}.
 */
export const listSettings = (environment: NodeJS.ProcessEnv = process.env) => {
  readConfig(environment)
  const { values, files } = readValues(environment)
  return describeSettings().map(({ name, fallback }) => {
    const value = values[name]
    if (value === undefined) return { name, value: fallback, source: 'default' }
    const source = files[name] ?? 'environment'
    return { name, value: isSecret(name) ? '…' : withoutPassword(value), source }
  })
}

/** Returns the end of a message with the value, without its password. Keys and secrets are not shown at all. */
const shown = (name: string, text = ''): string =>
  isSecret(name) ? '' : `, not ${JSON.stringify(withoutPassword(text))}`

/**
 * Reads the settings. An empty variable counts as unset.
 * @throws {ConfigError} with a line for each variable that is not valid, which says what it must be.
 */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const { values } = readValues(environment)
  const result = settings.safeParse(values)
  if (result.success) return configOf(result.data)
  const lines = result.error.issues.map(
    ({ path: [name = ''], message }) =>
      `${String(name)} ${message}${shown(String(name), values[String(name)])}`,
  )
  throw new ConfigError(lines.join('\n'))
}
