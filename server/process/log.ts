import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import type { StoreObserver } from '../store/fault-monitor.ts'
import { StoreFault } from '../store/store.ts'

/** Logs the faults of a store, with the number of reads and writes that failed since the last line. */
export const storeLog = (log: Logger): StoreObserver => ({
  failed: ({ message }, failures) => log.error({ failures }, message),
  recovered: () => log.info('The database works again'),
})

/** Returns the level for an error. The store's log has its faults already. */
export const levelOf = (error: unknown): 'debug' | 'error' =>
  error instanceof StoreFault ? 'debug' : 'error'

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
