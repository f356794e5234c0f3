import { type Logger, pino } from 'pino'

/** Patterns of API keys, signing secrets, email addresses and invite links, with their replacements. */
const secrets: readonly [pattern: RegExp, instead: string][] = [
  [/\bmfk_\w+/g, 'mfk_…'],
  [/\bwhsec_[\w-]+/g, 'whsec_…'],
  // The domain needs a dot: folder names such as @scope are not addresses.
  [/[^\s"<>()\\,;:]+@[^\s"<>()\\,;:/]+\.[^\s"<>()\\,;:/]+/g, '…@…'],
  [/\/i\/[\w-]+/g, '/i/…'],
]

/** Masks secrets and personal data in a log line. Errors of a mail server or a driver can contain them. */
export const masked = (line: string): string =>
  secrets.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), line)

/** Creates the log: one JSON object per line on standard output, with pino's field names. */
export const createLog = (level: string): Logger =>
  pino({ level, base: null, hooks: { streamWrite: masked } })
