import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { isWellFormed, keyLength } from '../../server/domain/api-key.ts'
import type { Env } from '../../server/http/call.ts'
import { demoKeys } from '../demo-keys.ts'
import type { RequestContext } from '../responses/choose-reply.ts'
import type { LoggedRequest } from '../types.ts'
import type { KeyState } from './backends.ts'

const maxEntries = 100

export class RequestLog {
  /** The last requests, oldest first. */
  entries: readonly LoggedRequest[] = []
  #count = 0
  readonly #onEntry: (entry: LoggedRequest) => void

  constructor(onEntry: (entry: LoggedRequest) => void) {
    this.#onEntry = onEntry
  }

  add(handled: Handled): void {
    const entry = { ...handled, url: maskKeys(handled.url) }
    const added = { number: ++this.#count, ...entry, curl: curlLine(entry) }
    this.entries = [...this.entries, added].slice(-maxEntries)
    this.#onEntry(added)
  }
}

/** Headers that curl sets itself, or that browsers send about themselves. */
const notForCurl =
  /^(accept-encoding|connection|content-length|expect|host|transfer-encoding|user-agent|sec-.+)$/

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

type Handled = Omit<LoggedRequest, 'number' | 'curl'>

const curlLine = ({ method, url, requestHeaders, requestBody }: Handled): string => {
  const headers = Object.entries(requestHeaders).filter(([name]) => !notForCurl.test(name))
  // curl waits for the body of a HEAD that it does not know, and adds a type to every body.
  const hasBody = requestBody !== '' && method !== 'HEAD'
  const isUntyped = hasBody && requestHeaders['content-type'] === undefined
  return [
    'curl',
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' && !hasBody ? [] : ['-X', method]),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    quoted(url),
    // A semicolon is curl's sign for an empty value.
    ...headers.map(
      ([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...(isUntyped ? [`-H 'content-type:'`] : []),
    ...(hasBody ? ['--data-raw', quoted(requestBody)] : []),
  ].join(' ')
}

/** The maximum number of bytes of a body that the log keeps: as many as a request may have. */
const maxLoggedBytes = 256 * 1024

/** Decodes the start of a body as text. A character that is cut at the end is left out. */
const textOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, maxLoggedBytes), {
    stream: bytes.length > maxLoggedBytes,
  })

const recorded = new WeakMap<IncomingMessage, () => Uint8Array>()

/** Records a request body as it arrives, whether the server reads it or not. Call it before any of it arrives. */
export const recordBody = (incoming: IncomingMessage): void => {
  const chunks: Uint8Array[] = []
  let length = 0
  // Listeners would start the stream before the server reads it.
  const push = incoming.push.bind(incoming)
  incoming.push = (chunk: unknown, encoding) => {
    if (chunk instanceof Uint8Array) {
      if (length <= maxLoggedBytes) chunks.push(chunk)
      length += chunk.length
    }
    return push(chunk, encoding)
  }
  recorded.set(incoming, () => Buffer.concat(chunks))
}

const copyBody = (request: Request): (() => Promise<Uint8Array>) => {
  const copy = request.clone().arrayBuffer()
  return async () => new Uint8Array(await copy)
}

const ownKeys = new Set<string>(Object.values(demoKeys))

/** Masks API keys in a text. The mock's own are public. */
const maskKeys = (text: string): string =>
  text.replaceAll(/mfk_\w{12,}/g, (key) => (ownKeys.has(key) ? key : 'mfk_…'))

const maskHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      name === 'authorization'
        ? value.replace(/(?<=^\w+ +)\S.*$/, (key) => (ownKeys.has(key) ? key : '…'))
        : maskKeys(value),
    ]),
  )

/** Sends a request, and returns its result with the parts of the log’s entry. The response can be sent. */
export const recordExchange = async <Result extends { response: Response }>(
  request: Request,
  { incoming }: Env['Bindings'],
  respond: () => Promise<Result>,
) => {
  const started = performance.now()
  const bodyOf = (incoming && recorded.get(incoming)) ?? copyBody(request)
  const result = await respond()
  const { body, status, headers } = result.response
  // Reading the body twice would buffer it without limit.
  const bytes = new Uint8Array(await new Response(body).arrayBuffer())
  return {
    ...result,
    response: new Response(body && bytes, { status, headers }),
    milliseconds: performance.now() - started,
    method: request.method,
    requestHeaders: maskHeaders(request.headers),
    requestBody: maskKeys(textOf(await bodyOf())),
    status,
    responseHeaders: Object.fromEntries(headers),
    responseBody: headers.has('content-encoding') ? '' : textOf(bytes),
    responseBytes: bytes.length,
  }
}

/** A request with its response, and what its session knows of both. */
type Exchange = {
  request: Request
  response: Response
  body: string
  context: RequestContext
  baseUrl: string
  keyState: (key: string) => Promise<KeyState>
}

/** Returns why a response is a 400, 401 or 429, and the remedy; undefined for other status codes. */
export const explain = async (handled: Exchange): Promise<string | undefined> => {
  const { status } = handled.response
  if (status !== 400 && status !== 401 && status !== 429) return undefined
  const { source } = handled.context
  if (source) return `the ${source} asked for it`
  if (status === 401) return explainKey(handled)
  return status === 429 ? explainLimit(handled) : explainInput(handled.body)
}

async function explainKey({ request, keyState }: Exchange): Promise<string> {
  const header = request.headers.get('authorization')
  if (header === null) return 'the Authorization header is missing'
  const [, scheme = '', key = ''] = /^(\S*) *(.*)$/.exec(header) ?? []
  if (scheme.toLowerCase() !== 'bearer') return 'the Authorization header must begin with Bearer'
  if (key === '') return 'the Authorization header has no key after Bearer'
  if (key.length !== keyLength)
    return `the key ${maskKey(key)} has ${key.length} characters, not ${keyLength}`
  const state = isWellFormed(key) ? await keyState(key) : 'unknown'
  if (state === 'deactivated') return `the account of the key ${maskKey(key)} is deactivated`
  return `the key ${maskKey(key)} is ${state}`
}

function maskKey(key: string): string {
  return key.length > 12 ? `${key.slice(0, 4)}…${key.slice(-4)}` : '…'
}

function explainLimit({ response, baseUrl }: Exchange): string {
  const header = (name: string) => Number(response.headers.get(name)).toLocaleString('en-US')
  const [limit, reset] = [header('ratelimit-limit'), header('ratelimit-reset')]
  return `all ${limit} requests are used, and the next one is possible in ${reset} s. Reset the limit with curl -X POST ${baseUrl}/__mock/rate-limit/reset, or start the mock with --limit 100000.`
}

const Rejected = z.object({ message: z.string(), errors: z.array(z.string()).default([]) })

function explainInput(body: string): string {
  try {
    const { message, errors } = Rejected.parse(JSON.parse(body))
    return [message, ...errors].join('; ')
  } catch {
    return body
  }
}
