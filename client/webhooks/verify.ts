import { readEvent, type WebhookEvent } from './event.ts'
import { headerOf, type WebhookHeaders } from './headers.ts'
import { WebhookVerificationError } from './verification-error.ts'

/** A body exactly as it arrived. Parsed and serialised again, it has other bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer

export type VerifyOptions = {
  /** How far the timestamp may be off, either way; 300 if nothing is said (specification §6). */
  toleranceSeconds?: number
  /** The time, in milliseconds since the Unix epoch. */
  now?: () => number
}

/** What signs and verifies: the Web Cryptography API's. */
type Subtle = typeof globalThis.crypto.subtle

const encoder = new TextEncoder()

const bytesOf = (body: RawBody): Uint8Array => {
  if (typeof body === 'string') return encoder.encode(body)
  // Not `instanceof Uint8Array`: test runners have several.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('rawBody must be the raw body, a string or bytes, and not what it parses to')
}

const checkSettings = (secret: string, toleranceSeconds: number): void => {
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError('secret must be the signing secret that the subscription was created with')
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be 0 or more')
}

const required = (headers: WebhookHeaders, name: string): string => {
  const value = headerOf(headers, name.toLowerCase())
  if (value !== undefined) return value
  throw new WebhookVerificationError(
    'missing-header',
    `${name} is missing: pass the request's headers as they came, and no request that is not a delivery`,
  )
}

/** What is signed: the timestamp, a period and the raw body (specification §6). */
const signedContent = (timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const start = encoder.encode(`${timestamp}.`)
  const content = new Uint8Array(start.length + body.length)
  content.set(start)
  content.set(body, start.length)
  return content
}

const digestOf = (signature: string): Uint8Array<ArrayBuffer> | undefined => {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? []
  const bytes = hex?.match(/../g)?.map((pair) => Number.parseInt(pair, 16))
  return bytes && Uint8Array.from(bytes)
}

const hmac = { name: 'HMAC', hash: 'SHA-256' }

/** Has the cryptography library compare, which it does in constant time (specification §6). */
const isSignedWith = async (
  subtle: Subtle,
  secret: string,
  signature: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const digest = digestOf(signature)
  if (!digest) return false
  const key = await subtle.importKey('raw', encoder.encode(secret), hmac, false, ['verify'])
  return subtle.verify('HMAC', key, digest, content)
}

const checkTime = (timestamp: string, toleranceSeconds: number, now: number): void => {
  const age = /^[0-9]{1,12}$/.test(timestamp) ? now / 1000 - Number(timestamp) : Number.NaN
  if (Math.abs(age) <= toleranceSeconds) return
  const apart = `${Math.abs(Math.round(age))} seconds ${age < 0 ? 'in the future' : 'ago'}`
  throw new WebhookVerificationError(
    'timestamp-out-of-tolerance',
    `It was signed ${apart}, and ${toleranceSeconds} are allowed: it is a replay, or a clock is wrong`,
  )
}

/** Makes the two verifiers of the package on a cryptography library. */
export const verifiersOn = (subtle: () => Subtle) => {
  /**
   * Holds a delivery's signature and timestamp against its raw body; what the body says is not looked
   * at. For events that this version of the package does not know.
   * @throws {WebhookVerificationError} `missing-header`, `signature-mismatch` or
   *   `timestamp-out-of-tolerance`.
   * @throws {TypeError} when it is not called as it should be: no secret, a parsed body.
   */
  const verifySignature = async (
    rawBody: RawBody,
    headers: WebhookHeaders,
    secret: string,
    { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
  ): Promise<void> => {
    checkSettings(secret, toleranceSeconds)
    const body = bytesOf(rawBody)
    const signature = required(headers, 'X-Webhook-Signature')
    const timestamp = required(headers, 'X-Webhook-Timestamp')
    const content = signedContent(timestamp, body)
    if (!(await isSignedWith(subtle(), secret, signature, content)))
      throw new WebhookVerificationError(
        'signature-mismatch',
        'The signature is not of this body: pass the raw body, not re-serialised JSON, and the present secret of the subscription',
      )
    checkTime(timestamp, toleranceSeconds, now())
  }

  /**
   * Verifies a delivery and answers with its event, typed by its name: the signature, in constant
   * time, and then the timestamp (specification §6).
   * @param rawBody the body exactly as it arrived, before any parsing.
   * @param headers the request's, in whatever form the framework has them.
   * @param secret the subscription's, as create or rotate-secret returned it.
   * @throws {WebhookVerificationError} whose `reason` says why it is not to be believed; answer 400.
   * @throws {TypeError} when it is not called as it should be: no secret, a parsed body.
   */
  const verifyWebhook = async (
    rawBody: RawBody,
    headers: WebhookHeaders,
    secret: string,
    options: VerifyOptions = {},
  ): Promise<WebhookEvent> => {
    await verifySignature(rawBody, headers, secret, options)
    return readEvent(bytesOf(rawBody), headerOf(headers, 'x-webhook-event'))
  }

  return { verifySignature, verifyWebhook }
}
