import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import { type Clock, timestamp } from '../domain/clock.ts'
import { type Identity, setCertificate } from '../http/http-server.ts'

/** The PEM files of a certificate with its chain and of its private key. */
export type TlsFiles = { readonly cert: string; readonly key: string }

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const read = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${reasonOf(error)}`)
  }
}

const certificateOf = (pem: string, file: string): X509Certificate => {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new ConfigError(`TLS_CERT ${file} is not a PEM certificate`)
  }
}

const keyOf = (pem: string, file: string): KeyObject => {
  if (pem.includes('ENCRYPTED'))
    throw new ConfigError(`TLS_KEY ${file} is encrypted. Provide the key without a passphrase.`)
  try {
    return createPrivateKey(pem)
  } catch {
    throw new ConfigError(`TLS_KEY ${file} is not a PEM private key`)
  }
}

/**
 * Reads and checks a certificate and its key.
 * @param now in milliseconds since the Unix epoch.
 * @throws {ConfigError} when a file cannot be read or parsed, when the key does not match the
 *   certificate, or when the certificate is not valid now.
 */
export const readTls = (files: TlsFiles, now: number): Identity => {
  const identity = { cert: read('TLS_CERT', files.cert), key: read('TLS_KEY', files.key) }
  const certificate = certificateOf(identity.cert, files.cert)
  const { validFromDate, validToDate } = certificate
  if (!certificate.checkPrivateKey(keyOf(identity.key, files.key)))
    throw new ConfigError(`TLS_KEY ${files.key} is not the key of TLS_CERT ${files.cert}`)
  if (validToDate.getTime() < now)
    throw new ConfigError(`TLS_CERT ${files.cert} expired at ${timestamp(validToDate.getTime())}`)
  if (validFromDate.getTime() > now)
    throw new ConfigError(
      `TLS_CERT ${files.cert} is not valid before ${timestamp(validFromDate.getTime())}`,
    )
  try {
    createSecureContext(identity)
  } catch (error) {
    throw new ConfigError(`TLS_CERT ${files.cert} cannot be used: ${reasonOf(error)}`)
  }
  return identity
}

/** Reads the files again and replaces the certificate. If they are not valid, the old one stays in use. */
export const reloadTls = (server: Server, files: TlsFiles, clock: Clock, log: Logger): void => {
  try {
    setCertificate(server, readTls(files, clock()))
    log.info('TLS certificate reloaded')
  } catch (error) {
    log.error(
      { reason: reasonOf(error) },
      'TLS certificate not reloaded; the previous one stays in use',
    )
  }
}
