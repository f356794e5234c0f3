import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { Server as SecureServer } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import { type Clock, timestamp } from '../domain/clock.ts'
import { type Identity, tlsVersions } from '../http/http-server.ts'

/** The PEM files of a certificate with its chain and of its private key. */
type TlsFiles = { readonly cert: string; readonly key: string }

/**
 * Reads and checks a certificate and its key.
 * @param now in milliseconds since the Unix epoch.
 * @throws {ConfigError} when a file cannot be read or parsed, when the key does not match the
 *   certificate, or when the certificate is not valid now.
 */
export const readTls = (files: TlsFiles, now: number): Identity => {
  const identity = { cert: read('TLS_CERT', files.cert), key: read('TLS_KEY', files.key) }
  const certificate = orReject(
    () => new X509Certificate(identity.cert),
    () => `TLS_CERT ${files.cert} is not a PEM certificate`,
  )
  if (identity.key.includes('ENCRYPTED'))
    throw new ConfigError(
      `TLS_KEY ${files.key} is encrypted. Provide the key without a passphrase.`,
    )
  const key = orReject(
    () => createPrivateKey(identity.key),
    () => `TLS_KEY ${files.key} is not a PEM private key`,
  )
  if (!certificate.checkPrivateKey(key))
    throw new ConfigError(`TLS_KEY ${files.key} is not the key of TLS_CERT ${files.cert}`)
  const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()]
  if (to < now) throw new ConfigError(`TLS_CERT ${files.cert} expired at ${timestamp(to)}`)
  if (from > now)
    throw new ConfigError(`TLS_CERT ${files.cert} is not valid before ${timestamp(from)}`)
  orReject(
    () => createSecureContext(identity),
    (reason) => `TLS_CERT ${files.cert} cannot be used: ${reason}`,
  )
  return identity
}

function read(name: string, file: string): string {
  return orReject(
    () => readFileSync(file, 'utf8'),
    (reason) => `${name} cannot be read: ${reason}`,
  )
}

/** Runs a function. @throws {ConfigError} with the problem, when it throws. */
function orReject<Result>(run: () => Result, problem: (reason: string) => string): Result {
  try {
    return run()
  } catch (error) {
    throw new ConfigError(problem(reasonOf(error)))
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns when a certificate expires, in milliseconds. */
export const expiryOf = ({ cert }: Identity): number =>
  new X509Certificate(cert).validToDate.getTime()

/**
 * Reads the files again and replaces the certificate from the next connection on. If they are not valid, the old one
 * stays in use.
 * @returns the certificate if it was replaced.
 */
export const reloadTls = (server: Server, files: TlsFiles, clock: Clock, log: Logger) => {
  try {
    const identity = readTls(files, clock())
    if (server instanceof SecureServer) server.setSecureContext({ ...identity, ...tlsVersions })
    log.info('TLS certificate reloaded')
    return identity
  } catch (error) {
    log.error(
      { reason: reasonOf(error) },
      'TLS certificate not reloaded; the previous one stays in use',
    )
    return undefined
  }
}
