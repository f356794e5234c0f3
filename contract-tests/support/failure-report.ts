import { operationOf } from '../../testkit/contract.ts'
import type { Law } from './law.ts'
import type { Target } from './target.ts'
import { curl, type Exchange, type Secrets, Violation, withoutSecrets } from './violation.ts'

/** Longer bodies are truncated. */
const longest = 600

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

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
      KEY: key,
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
