import type { Received, Sent } from './http.ts'

/** A request with what was answered. */
export type Exchange = { sent: Sent; received: Received }

/** A promise of the contract that an answer did not keep. */
export class Violation extends Error {
  override name = 'Violation'
  /** The request that shows it, and its answer. */
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Bytes that a shell's argument cannot hold go through printf. */
const bodyArgument = (body: string | Uint8Array): string => {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1')
  if (text.length > 2000)
    return `--data-binary ${quoted(`${text.slice(0, 60)}…`)} # ${text.length} characters`
  return `--data-binary ${quoted(text)}`
}

/** A request as a curl line that can be pasted; the key is left for the reader to fill in. */
export const curl = (base: string, { method = 'GET', path, headers = {}, body }: Sent): string => {
  const parts = ['curl -i']
  if (method !== 'GET') parts.push(method === 'HEAD' ? '-I' : `-X ${method}`)
  parts.push('--path-as-is', quoted(base + path))
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined)
      parts.push(
        '-H',
        quoted(`${name}: ${name === 'authorization' ? value.replace(/\w{90,}/, '$KEY') : value}`),
      )
  if (body !== undefined) parts.push(bodyArgument(body))
  return parts.join(' ').replaceAll("Bearer $KEY'", `'"Bearer $KEY"`)
}
