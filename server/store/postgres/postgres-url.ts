import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { z } from 'zod'

type Ssl = Exclude<ClientConfig['ssl'], undefined>

/** Where and how to connect, as a URL says it with libpq's names. */
export type PostgresSettings = {
  /** Tried in this order. A host that begins with a slash is the folder of a Unix socket. */
  hosts: readonly { host: string; port: number }[]
  user: string | undefined
  password: string | undefined
  database: string | undefined
  /** TLS settings to try, in this order. */
  ssl: readonly Ssl[]
  connectMilliseconds: number
  applicationName: string
  /** Settings of the session, such as `-c statement_timeout=2000`. */
  options: string | undefined
  /** Whether a server that only reads is passed over. */
  requireWritable: boolean
}

const parameters = z.strictObject({
  host: z.string().optional(),
  port: z.string().optional(),
  user: z.string().optional(),
  password: z.string().optional(),
  dbname: z.string().optional(),
  sslmode: z.enum(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']).optional(),
  sslrootcert: z.string().optional(),
  sslcert: z.string().optional(),
  sslkey: z.string().optional(),
  connect_timeout: z
    .string()
    .regex(/^[0-9]+$/)
    .transform(Number)
    .optional(),
  application_name: z.string().optional(),
  options: z.string().optional(),
  target_session_attrs: z.enum(['any', 'read-write', 'primary']).optional(),
})

type Parameters = z.output<typeof parameters>

/** @throws {Error} if the file cannot be read. The message names the parameter. */
const readPem = (parameter: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Error(`${path} cannot be read. Correct ${parameter} in DATABASE_URL.`)
  }
}

/** Returns the TLS settings of libpq's `sslmode`. */
const sslOf = ({ sslmode, sslrootcert, sslcert, sslkey }: Parameters): readonly Ssl[] => {
  const isSystem = sslrootcert === 'system'
  const ca =
    sslrootcert === undefined || isSystem ? {} : { ca: readPem('sslrootcert', sslrootcert) }
  const own = {
    ...(sslcert === undefined ? {} : { cert: readPem('sslcert', sslcert) }),
    ...(sslkey === undefined ? {} : { key: readPem('sslkey', sslkey) }),
  }
  // As in libpq, public authorities sign for anyone, so the name must be verified.
  if (isSystem && sslmode !== undefined && sslmode !== 'verify-full')
    throw new Error('sslrootcert=system in DATABASE_URL needs sslmode=verify-full')
  switch (sslmode ?? (isSystem ? 'verify-full' : undefined)) {
    case 'disable':
      return [false]
    case 'verify-full':
      return [{ ...ca, ...own }]
    case 'verify-ca':
      return [{ ...ca, ...own, checkServerIdentity: () => undefined }]
    case 'require':
      // As in libpq, a root certificate makes it verify the chain.
      return sslrootcert === undefined
        ? [{ ...own, rejectUnauthorized: false }]
        : [{ ...ca, ...own, checkServerIdentity: () => undefined }]
    default:
      return [{ ...own, rejectUnauthorized: false }, false]
  }
}

const form = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/

/** Splits `host:port`. A host may be an IPv6 address in brackets. */
const hostAndPort = (text: string): [host: string, port: string] => {
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/.exec(text) ?? []
  return [decodeURIComponent(host.replace(/^\[(.*)\]$/, '$1')), port]
}

const hostsOf = (authority: string, { host, port }: Parameters): PostgresSettings['hosts'] => {
  const named = authority === '' ? [] : authority.split(',').map(hostAndPort)
  const hosts = host === undefined ? named.map(([name]) => name) : host.split(',')
  const ports = port === undefined ? named.map(([, number]) => number) : port.split(',')
  return (hosts.length > 0 ? hosts : ['localhost']).map((name, i) => ({
    host: name === '' ? 'localhost' : name,
    port: Number(ports[i] || (ports.length === 1 && ports[0]) || 5432),
  }))
}

/**
 * Reads a URL such as `postgres://user:password@host1,host2:5433/database?sslmode=verify-full`.
 * @throws {Error} if it has a parameter that is unknown or has an unknown value. The message names it.
 */
export const readPostgresUrl = (url: string): PostgresSettings => {
  const [, login = '', authority = '', path = '', query = ''] = form.exec(url) ?? []
  const result = parameters.safeParse(Object.fromEntries(new URLSearchParams(query)))
  if (!result.success)
    throw new Error(
      result.error.issues
        .map((issue) =>
          issue.code === 'unrecognized_keys'
            ? `DATABASE_URL has the unknown parameter ${issue.keys.join(', ')}`
            : `the parameter ${issue.path.join('.')} of DATABASE_URL is not valid`,
        )
        .join('; '),
    )
  const given = result.data
  const [user = '', ...password] = login.split(':')
  const hosts = hostsOf(authority, given)
  const { target_session_attrs = hosts.length > 1 ? 'read-write' : 'any' } = given
  const database = decodeURIComponent(path) || undefined
  return {
    hosts,
    user: given.user ?? (decodeURIComponent(user) || undefined),
    password:
      given.password ?? (password.length > 0 ? decodeURIComponent(password.join(':')) : undefined),
    database: given.dbname ?? database,
    ssl: sslOf(given),
    connectMilliseconds: (given.connect_timeout || 2) * 1000,
    applicationName: given.application_name ?? 'merch',
    options: given.options,
    requireWritable: target_session_attrs !== 'any',
  }
}
