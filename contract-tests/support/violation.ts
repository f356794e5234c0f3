import type { Received, Sent } from '../../testkit/http.ts'

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

/** Longer bodies are cut: the seed shows them whole. */
const longest = 2000

/** Bytes that a shell's argument cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unprintable = /[\u0000-\u001f\u007f\ufffd]/

const octal = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

/** What brings a body to curl: an argument, or a pipe for bytes that are no text. */
const bodyParts = (body: string | Uint8Array): { pipe: string; argument: string } => {
  const bytes = Buffer.from(body)
  const text = bytes.toString('utf8')
  if (text.length > longest) {
    const start = quoted(`${text.slice(0, 60)}…`)
    return { pipe: '', argument: ` --data-binary ${start} # cut: ${text.length} characters` }
  }
  if (unprintable.test(text))
    return { pipe: `printf '${octal(bytes)}' | `, argument: ' --data-binary @-' }
  return { pipe: '', argument: ` --data-binary ${quoted(text)}` }
}

/** Keys by the shell variables that stand for them: a report may be shown to anyone. */
export type Secrets = Record<string, string>

/** A text in which keys are told by their variables. */
export const withoutSecrets = (value: string, secrets: Secrets): string =>
  Object.entries(secrets).reduce(
    (text, [name, secret]) =>
      text
        .replaceAll(secret, `\${${name}}`)
        // What is tried with a key that is too short is all of one but its first character.
        .replaceAll(secret.slice(1), `\${${name}#?}`),
    value,
  )

const headerArgument = (name: string, value: string, secrets: Secrets): string => {
  const header = withoutSecrets(`${name}: ${value}`, secrets)
  return header.includes('${') ? `-H "${header}"` : `-H ${quoted(header)}`
}

/** A request as a curl line that can be pasted. */
export const curl = (base: string, sent: Sent, secrets: Secrets): string => {
  const { method = 'GET', path, headers = {}, body } = sent
  const parts = ['curl -i']
  if (method !== 'GET') parts.push(method === 'HEAD' ? '-I' : `-X ${method}`)
  parts.push('--path-as-is', quoted(base + path))
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) parts.push(headerArgument(name, value, secrets))
  // Without this, curl would send a content type of its own.
  if (body !== undefined && headers['content-type'] === undefined) parts.push("-H 'content-type:'")
  const { pipe, argument } = body === undefined ? { pipe: '', argument: '' } : bodyParts(body)
  return `${pipe}${parts.join(' ')}${argument}`
}
