import { DeliveryError } from './attempt-delivery.ts'

/** Returns why a request failed in a few words, without internal details. */
export const reasonOf = (error: Error): string => {
  const code = 'code' in error ? String(error.code) : ''
  const kind = kinds.find(([pattern]) => pattern.test(code))
  return knownReasons.get(code) ?? kind?.[1] ?? 'The request failed'
}

/** Converts an error to a `DeliveryError` without internal details such as addresses. */
export const toDeliveryError = (error: unknown): unknown =>
  error instanceof DeliveryError || !(error instanceof Error)
    ? error
    : new DeliveryError(reasonOf(error), { cause: error })

/** Reasons by the code of an error. */
const knownReasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'Connection refused'],
  ['ECONNRESET', 'Connection reset'],
  ['EPIPE', 'Connection reset'],
  ['UND_ERR_SOCKET', 'Connection reset'],
  ['ENOTFOUND', 'The host has no address'],
  ['EAI_AGAIN', 'The host cannot be looked up'],
  ['EHOSTUNREACH', 'The host cannot be reached'],
  ['ENETUNREACH', 'The host cannot be reached'],
  ['ETIMEDOUT', 'The host does not respond'],
  ['UND_ERR_CONNECT_TIMEOUT', 'The host does not respond'],
  ['EPROTO', 'The TLS handshake failed'],
  ['CERT_HAS_EXPIRED', 'The certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate is self-signed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another host'],
  ['HPE_HEADER_OVERFLOW', 'The response headers are too large'],
])

/** Other codes by pattern: of OpenSSL, of certificates and of the HTTP parser. */
const kinds: readonly [RegExp, string][] = [
  [/^ERR_SSL_/, 'The TLS handshake failed'],
  [/CERT|^UNABLE_TO_|^INVALID_|^PATH_LENGTH_|^HOSTNAME_/, 'The certificate is not valid'],
  [/^HPE_/, 'The response is not HTTP'],
]
