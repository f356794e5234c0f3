import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { StoreFault } from '../store/store.ts'

/**
 * Returns a function that gives the level for an error. A fault of the database fails every request: one a
 * second is an error, and the others are details.
 */
export const levelsOfErrors = (): ((error: unknown) => 'debug' | 'error') => {
  let last = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!(error instanceof StoreFault)) return 'error'
    if (performance.now() - last < 1000) return 'debug'
    last = performance.now()
    return 'error'
  }
}

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

/** Loads a function that turns a JSON line into text. On a terminal, levels have colors. */
export const loadPrettifier = async (): Promise<(line: string) => string> => {
  // Loaded on demand: servers in production do not need it.
  const { prettyFactory } = await import('pino-pretty')
  return prettyFactory({
    colorizeObjects: false,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
  })
}

/**
 * Creates the log. `json` writes one JSON object per line, with pino's field names.
 * `pretty` writes text, with levels by name and local times. With `node`, every line names this process.
 * @param destination where lines go. Default: standard output.
 */
export const createLog = async (
  {
    logLevel,
    logFormat,
    node,
  }: Pick<Config, 'logLevel' | 'logFormat'> & { node?: string | undefined },
  destination?: DestinationStream,
): Promise<Logger> => {
  const written = logFormat === 'pretty' ? await loadPrettifier() : (line: string) => line
  const hooks = { streamWrite: (line: string) => written(masked(line)) }
  return pino({ level: logLevel, base: { node }, hooks }, destination)
}
