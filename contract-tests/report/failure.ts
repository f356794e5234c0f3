import { operationOf } from '../../testkit/contract.ts'
import type { Sent } from '../../testkit/http.ts'
import { type Exchange, Violation } from '../support/api.ts'
import type { Law } from '../support/law.ts'
import type { Target } from '../support/target.ts'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Longer bodies are truncated. A run with the same seed sends them again. */
const longest = 2000

/** Characters that a shell argument cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const unprintable = /[\u0000-\u001f\u007f\ufffd]/

const octal = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

/** Passes a body to curl: as an argument, or as a pipe for binary data. */
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

/** Keys by the names of shell variables that replace them in reports. */
export type Secrets = Record<string, string>

/** Replaces keys in a text with their variables. */
const withoutSecrets = (value: string, secrets: Secrets): string =>
  Object.entries(secrets).reduce(
    (text, [name, secret]) =>
      text
        .replaceAll(secret, `\${${name}}`)
        // Laws also send a key without its first character.
        .replaceAll(secret.slice(1), `\${${name}#?}`),
    value,
  )

const headerArgument = (name: string, value: string, secrets: Secrets): string => {
  const header = withoutSecrets(`${name}: ${value}`, secrets)
  return header.includes('${') ? `-H "${header}"` : `-H ${quoted(header)}`
}

/** Formats a request as a curl command. */
export const curl = (base: string, sent: Sent, secrets: Secrets): string => {
  const { method = 'GET', path, headers = {}, body } = sent
  const parts = ['curl -i']
  if (method !== 'GET') parts.push(method === 'HEAD' ? '-I' : `-X ${method}`)
  parts.push('--path-as-is', quoted(base + path))
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) parts.push(headerArgument(name, value, secrets))
  // Otherwise, curl adds a content type.
  if (body !== undefined && headers['content-type'] === undefined) parts.push("-H 'content-type:'")
  const { pipe, argument } = body === undefined ? { pipe: '', argument: '' } : bodyParts(body)
  return `${pipe}${parts.join(' ')}${argument}`
}

/** Truncates long bodies of responses. */
const cut = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)}…` : text)

/** Returns the responses that the document declares for a request. */
const declared = ({ sent, received }: Exchange): string[] => {
  const operation = operationOf(sent)
  if (!operation) return ['  the document   has no operation at this path']
  const { id, provenance, replies } = operation
  const reply = replies.find(({ status }) => status === received.status)
  const statuses = replies.map(({ status }) => status).join(', ')
  return [
    `  the document   ${id} (${provenance}) declares ${statuses}`,
    ...(reply
      ? [`                 ${received.status}: ${reply.description} (${reply.provenance})`]
      : []),
  ]
}

const headersWorth = ({ headers }: Exchange['received']): string =>
  Object.entries(headers)
    .filter(([name]) => /^(content-type|allow|cache-control|(x-)?ratelimit-)/.test(name))
    .map(([name, value]) => `                 ${name}: ${value}`)
    .join('\n')

const exchangeLines = (target: Target, exchange: Exchange): string[] => [
  ...declared(exchange),
  `  request        ${curl(target.url, exchange.sent, secretsOf(target))}`,
  `  response       HTTP ${exchange.received.status}`,
  headersWorth(exchange.received),
  `                 ${cut(exchange.received.text)}`,
]

/** Returns the target's keys by the variables that replace them. */
const secretsOf = ({ key, controls }: Target): Secrets =>
  Object.fromEntries(
    Object.entries({
      MERCH_KEY: key,
      OTHER_KEY: controls.otherKey,
      EMPTY_KEY: controls.emptyKey,
      REVOKED_KEY: controls.revokedKey,
      DEACTIVATED_KEY: controls.deactivatedKey,
    }).flatMap(([name, secret]) => (secret ? [[name, secret]] : [])),
  )

export type Failure = {
  law: Law
  error: unknown
  target: Target
  seed: number
  /** How to run the law again. */
  again: string
}

/** Formats a broken law: the promise, its source, the request, and how to reproduce it. */
export const failureReport = ({ law, error, target, seed, again }: Failure): string => {
  const message = error instanceof Error ? error.message : String(error)
  const exchange = error instanceof Violation ? error.exchange : undefined
  const lines = [
    `✗ ${law.area}: ${law.promise}`,
    `  promised       ${law.source}`,
    `  but            ${message}`,
    ...(exchange ? exchangeLines(target, exchange) : []),
    `  seed           ${seed}`,
    `  again          ${again}`,
  ]
  // A response may contain the key.
  return withoutSecrets(lines.join('\n'), secretsOf(target))
}
