import { operationOf, operations } from '../support/contract.ts'
import type { Sent } from '../support/http.ts'
import { addFinding, type Finding, type Law } from '../support/law.ts'
import type { Result } from '../support/run-laws.ts'
import type { Server } from '../support/server.ts'

/** Formats a broken law: its promise, and each violation. */
export const failureReport = (result: Result, server: Server, again: string): string =>
  [
    `✗ ${result.law.area}: ${result.law.promise}`,
    ...causesOf([result], server).map(({ what, text }) => `\n   ${what}\n${text}`),
    `\n   again       ${again}`,
  ].join('\n')

/** Returns the first of many, and how many more there are. */
export const some = (all: readonly string[], max: number): string =>
  all.length > max ? `${all.slice(0, max).join(', ')} and ${all.length - max} more` : all.join(', ')

const repeatedLacks = /(?<=response lacks [^;]*); response lacks /g

/** Groups the findings of a run by their causes, the one that breaks most laws first. */
export const causesOf = (results: readonly Result[], server: Server) => {
  const findings = new Map<string, Finding>()
  const broken = new Map<string, Law[]>()
  for (const { law, findings: ofLaw } of results)
    for (const each of ofLaw) {
      addFinding(findings, each)
      broken.set(each.cause, [...(broken.get(each.cause) ?? []), law])
    }
  const lawsOf = ({ cause }: Finding) => broken.get(cause) ?? []
  // Causes with one example and the same laws are one to people, such as six missing headers.
  const examples = [...new Set([...findings.values()].map(({ exchange }) => exchange))]
  const together = Map.groupBy(findings.values(), (finding) => {
    const example = finding.exchange ? examples.indexOf(finding.exchange) : finding.cause
    return `${example} ${lawsOf(finding).length}`
  })
  return [...together.values()]
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const laws = lawsOf(first)
      const causes = group.map(({ cause }) => cause).join('; ')
      const what = withoutSecrets(causes.replaceAll(repeatedLacks, ', '), server)
      const title = `${laws.length === 1 ? '1 law' : `${laws.length} laws`}: ${what}`
      // What happened, and the request that shows it.
      const text = findingLines(first, laws, server)
      return [{ what, title, text, laws }]
    })
    .toSorted((a, b) => b.laws.length - a.laws.length)
}

/** Shorter keys are no secrets, and their letters are in other words. */
const leastSecret = 8

/** Replaces the keys of a server with the names of shell variables. */
function withoutSecrets(text: string, { key, controls = {} }: Server): string {
  const { otherKey, emptyKey, revokedKey, deactivatedKey } = controls
  const secrets = {
    MERCH_KEY: key,
    OTHER_KEY: otherKey,
    EMPTY_KEY: emptyKey,
    REVOKED_KEY: revokedKey,
    DEACTIVATED_KEY: deactivatedKey,
  }
  return Object.entries(secrets).reduce(
    (masked, [name, secret = '']) =>
      secret.length < leastSecret
        ? masked
        : masked
            .replaceAll(secret, `\${${name}}`)
            // Laws also send a key without its first character.
            .replaceAll(secret.slice(1), `\${${name}#?}`),
    text,
  )
}

type Line = [label: string, text: string | undefined]

/** Formats a finding: the cause, the source of the promise, and the request that shows it, without keys. */
function findingLines(finding: Finding, laws: readonly Law[], server: Server): string {
  const affected = [...finding.operations]
  const shown = affected.length < operations.length ? some(affected, 8) : 'all'
  const sources = [...new Set(laws.map(({ source }) => source))]
  const lines: Line[] = [
    ['such as', oneLine(finding.message)],
    ['operations', affected.length > 1 ? shown : undefined],
    ...exchangeLines(server, finding),
    ['promised', isOfDocument(finding) ? undefined : some(sources, 3)],
  ]
  const text = lines
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => `   ${label.padEnd(11)} ${value}`)
  return withoutSecrets(text.join('\n'), server)
}

/** Returns a text from the server as one line of at most 600 characters. */
function oneLine(text: string): string {
  const line = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return line.length > 600 ? `${line.slice(0, 600)}…` : line
}

/** Returns the declared responses for the request of a finding, and the response. */
function exchangeLines(server: Server, { exchange }: Finding): Line[] {
  if (!exchange) return []
  const { sent, received } = exchange
  const { id, provenance, replies = [] } = { ...operationOf(sent) }
  const reply = replies.find(({ status }) => status === received?.status)
  const statuses = replies.map(({ status }) => status).join(', ')
  const meaning = reply ? `; ${reply.status}: ${reply.description} (${reply.provenance})` : ''
  const shown = Object.entries(received?.headers ?? {})
    .filter(([name]) => /^(content-type|allow|cache-control|(x-)?ratelimit-)/.test(name))
    .map(([name, value]) => `${name}: ${value}`)
  return [
    ['document', id ? `${id} (${provenance}) declares ${statuses}${meaning}` : 'no such operation'],
    ['request', curl(server, sent)],
    ['response', received ? [`HTTP ${received.status}`, ...shown].join(', ') : 'none'],
    ['body', oneLine(received?.text ?? '') || undefined],
  ]
}

function curl(server: Server, { method = 'GET', path, headers = {}, body }: Sent): string {
  const parts = ['curl -i']
  if (method !== 'GET') parts.push(method === 'HEAD' ? '-I' : `-X ${method}`)
  parts.push('--path-as-is', quoted(server.url.replace(/\/$/, '') + path))
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) parts.push(headerArgument(`${name}: ${value}`, server))
  // Otherwise, curl adds a content type.
  if (body !== undefined && headers['content-type'] === undefined) parts.push("-H 'content-type:'")
  const { pipe, argument } = body === undefined ? { pipe: '', argument: '' } : bodyParts(body)
  return `${pipe}${parts.join(' ')}${argument}`
}

function quoted(text: string) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function headerArgument(header: string, server: Server): string {
  const masked = withoutSecrets(header, server)
  return masked === header ? `-H ${quoted(header)}` : `-H "${masked}"`
}

/** Longer bodies are truncated. A run with the same seed sends them again. */
const longest = 2000

/** Characters that a shell argument cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const unprintable = /[\u0000-\u001f\u007f\ufffd]/

/** Passes a body to curl: as an argument, or as a pipe for binary data. */
function bodyParts(body: string | Uint8Array): { pipe: string; argument: string } {
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

function octal(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** Whether the document forbids it, and not a law. */
function isOfDocument({ cause, exchange }: Finding): boolean {
  return exchange?.problems.some((problem) => problem.cause === cause) === true
}
