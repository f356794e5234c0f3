import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import { type Clock, timestamp } from '../domain/clock.ts'
import { type Identity, setCertificate } from '../http/connection/tls-server.ts'

/** Where a certificate with its chain and its private key are, as PEM files. */
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
    throw new ConfigError(`TLS_CERT ${file} holds no certificate as PEM`)
  }
}

const keyOf = (pem: string, file: string): KeyObject => {
  if (pem.includes('ENCRYPTED'))
    throw new ConfigError(`TLS_KEY ${file} is sealed with a passphrase, and must not be`)
  try {
    return createPrivateKey(pem)
  } catch {
    throw new ConfigError(`TLS_KEY ${file} holds no private key as PEM`)
  }
}

/**
 * Reads a certificate and its key, and makes sure that a client can be shown them.
 * @param now in milliseconds since 1970.
 * @throws {ConfigError} in one line, when a file cannot be read or holds something else, when they are
 * not each other's, or when the certificate is not valid now.
 */
export const readTls = (files: TlsFiles, now: number): Identity => {
  const identity = { cert: read('TLS_CERT', files.cert), key: read('TLS_KEY', files.key) }
  const certificate = certificateOf(identity.cert, files.cert)
  const { validFromDate, validToDate } = certificate
  if (!certificate.checkPrivateKey(keyOf(identity.key, files.key)))
    throw new ConfigError(`TLS_KEY ${files.key} is not the key of TLS_CERT ${files.cert}`)
  if (validToDate.getTime() < now)
    throw new ConfigError(`TLS_CERT ${files.cert} has expired, ${timestamp(validToDate.getTime())}`)
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

/** Has a server use what its files hold now; where that cannot be used, it goes on as before. */
export const renewTls = (server: Server, files: TlsFiles, clock: Clock, log: Logger): void => {
  try {
    setCertificate(server, readTls(files, clock()))
    log.info('the TLS certificate is renewed')
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'the TLS certificate is not renewed')
  }
}
