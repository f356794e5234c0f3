import { type WebhookName, type WebhookPayloads, webhooks } from '../../../generated/webhooks.ts'

/** Why a delivery failed verification. */
export type VerificationFailure =
  /** The signature or the timestamp header is missing. */
  | 'missing-header'
  /** The signature does not match the secret and the body. */
  | 'signature-mismatch'
  /** The timestamp is too old or too far in the future. */
  | 'timestamp-out-of-tolerance'
  /** The signature is valid, but the body is not an event. */
  | 'malformed-payload'
  /** The unsigned `X-Webhook-Event` names another event than the signed body. */
  | 'event-mismatch'
  /** The signature is valid, but this version of the package does not know the event. */
  | 'unknown-event'

/** Thrown for a delivery that fails verification. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: VerificationFailure

  constructor(reason: VerificationFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Request headers: `Headers`, Node's headers object, or pairs of name and value. */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined }

const pairs = (
  headers: WebhookHeaders,
): Iterable<readonly [string, string | readonly string[] | undefined]> =>
  Symbol.iterator in headers ? headers : Object.entries(headers)

/**
 * Returns the value of a header, ignoring the case of its name. Repeated values are joined with
 * commas, as Fetch and Node do (RFC 9110 §5.3).
 * @param wanted the name in lower case
 */
const headerOf = (headers: WebhookHeaders, wanted: string): string | undefined => {
  const values: string[] = []
  for (const [name, value] of pairs(headers))
    if (name.toLowerCase() === wanted && value !== undefined) values.push(...[value].flat())
  return values.length === 0 ? undefined : values.join(', ')
}

/** A delivered event. `event` determines the type of `data`. */
export type WebhookEvent = WebhookPayloads[WebhookName]

const isKnown = (name: string): name is WebhookName => Object.hasOwn(webhooks, name)

const malformed = (cause?: unknown) =>
  new WebhookVerificationError(
    'malformed-payload',
    'The signature is valid, but the body is not an event. Check what else uses this secret.',
    { cause },
  )

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    throw malformed(error)
  }
}

/** Checks only the outline of an event. The service sends only events that match the contract. */
const isEvent = (value: unknown): value is { event: string; data: object } =>
  typeof value === 'object' &&
  value !== null &&
  'event' in value &&
  typeof value.event === 'string' &&
  'data' in value &&
  typeof value.data === 'object' &&
  value.data !== null

const isKnownEvent = (value: { event: string; data: object }): value is WebhookEvent =>
  isKnown(value.event)

/**
 * Reads the event from a body with a valid signature.
 * @param named the value of `X-Webhook-Event`. It is not signed, so the body decides.
 * @throws {WebhookVerificationError} `malformed-payload`, `event-mismatch` or `unknown-event`.
 */
const readEvent = (body: Uint8Array, named: string | undefined): WebhookEvent => {
  const value = parse(body)
  if (!isEvent(value)) throw malformed()
  if (named !== undefined && named !== value.event)
    throw new WebhookVerificationError(
      'event-mismatch',
      `X-Webhook-Event is ${named}, but the signed body is ${value.event}. A proxy may have changed the header.`,
    )
  if (!isKnownEvent(value))
    throw new WebhookVerificationError(
      'unknown-event',
      `This version does not know the event ${value.event}. Update the package, or use verifySignature and parse the body.`,
    )
  return value
}

/** The body exactly as received. Parsing and serializing JSON can change the bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer

export type VerifyOptions = {
  /** The maximum difference of the timestamp, in seconds. Default: 300 (specification §6). */
  toleranceSeconds?: number
  /** The current time, in milliseconds since the Unix epoch. */
  now?: () => number
}

type Subtle = typeof globalThis.crypto.subtle

const encoder = new TextEncoder()

const bytesOf = (body: RawBody): Uint8Array => {
  if (typeof body === 'string') return encoder.encode(body)
  // Not `instanceof`: test runners have several realms.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body)
  throw new TypeError('rawBody must be the raw body as a string or bytes, not a parsed object')
}

const checkArguments = (
  headers: WebhookHeaders,
  secret: string,
  toleranceSeconds: number,
): void => {
  if (typeof headers !== 'object' || headers === null)
    throw new TypeError('headers must be the headers of the request')
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError('secret must be the signing secret of the subscription')
  if (secret.trim() !== secret)
    throw new TypeError('secret must not begin or end with white space, such as a line break')
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be 0 or more')
}

const required = (headers: WebhookHeaders, name: string): string => {
  const value = headerOf(headers, name.toLowerCase())
  if (value !== undefined) return value
  throw new WebhookVerificationError(
    'missing-header',
    `The header ${name} is missing. Pass the headers of the delivery unchanged.`,
  )
}

/** Joins the signed content: the timestamp, a period and the raw body (specification §6). */
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

/** Verifies with the cryptography library, which compares in constant time (specification §6). */
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
    Number.isNaN(age)
      ? 'The timestamp is not in Unix seconds. Pass the headers of the delivery unchanged.'
      : `The timestamp is ${apart}, but the tolerance is ${toleranceSeconds} seconds. The delivery is a replay, or a clock is wrong.`,
  )
}

/** Creates the two verify functions with a cryptography library. */
export const createVerifiers = (subtle: () => Subtle) => {
  /**
   * Verifies the signature and the timestamp of a delivery, but does not parse the body. Use it for
   * events that this version of the package does not know.
   * @throws {WebhookVerificationError} `missing-header`, `signature-mismatch` or
   *   `timestamp-out-of-tolerance`.
   * @throws {TypeError} for invalid arguments, such as an empty secret or a parsed body.
   * @example await verifySignature(await request.text(), request.headers, secret)
   */
  const verifySignature = async (
    rawBody: RawBody,
    headers: WebhookHeaders,
    secret: string,
    { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
  ): Promise<void> => {
    checkArguments(headers, secret, toleranceSeconds)
    const body = bytesOf(rawBody)
    const signature = required(headers, 'X-Webhook-Signature')
    const timestamp = required(headers, 'X-Webhook-Timestamp')
    const content = signedContent(timestamp, body)
    if (!(await isSignedWith(subtle(), secret, signature, content)))
      throw new WebhookVerificationError(
        'signature-mismatch',
        'The signature does not match. Pass the raw body, not re-serialized JSON, and the current secret of the subscription, with its prefix whsec_.',
      )
    checkTime(timestamp, toleranceSeconds, now())
  }

  /**
   * Verifies the signature and then the timestamp of a delivery, and returns its typed event
   * (specification §6).
   * @param rawBody the body exactly as received, before parsing
   * @param headers the request headers, as your framework provides them
   * @param secret the subscription's secret, as create or rotate-secret returned it
   * @throws {WebhookVerificationError} with a `reason`, when verification fails. Respond with 400.
   * @throws {TypeError} for invalid arguments, such as an empty secret or a parsed body.
   * @example
   * const event = await verifyWebhook(await request.text(), request.headers, secret)
   * if (event.event === 'order.shipped') console.log(event.data.trackingNumber)
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
