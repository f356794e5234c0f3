import { type Logger, pino } from 'pino'

/** Keys, signing secrets, addresses of people and of invites. */
const secrets: readonly [pattern: RegExp, instead: string][] = [
  [/\bmfk_\w+/g, 'mfk_…'],
  [/\bwhsec_[\w-]+/g, 'whsec_…'],
  // Folders can be called @something; what is after an address's @ has a dot.
  [/[^\s"<>()\\,;:]+@[^\s"<>()\\,;:/]+\.[^\s"<>()\\,;:/]+/g, '…@…'],
  [/\/i\/[\w-]+/g, '/i/…'],
]

/**
 * A line without what must be in no log. Nothing of ours writes such things; what a mail server or a
 * driver says in an error is not ours.
 */
export const masked = (line: string): string =>
  secrets.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), line)

/** The process's log: one JSON object a line on standard output, its fields named as pino names them. */
export const createLog = (level: string): Logger =>
  pino({ level, base: null, hooks: { streamWrite: masked } })
