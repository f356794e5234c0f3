import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { StoreFault } from '../store/store.ts'
import { printable } from './printable.ts'

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

/** Patterns of API keys, signing secrets, email addresses and invite links: a text that each contains, and its replacement. */
const secrets: readonly [part: string, pattern: RegExp, instead: string][] = [
  ['mfk_', /\bmfk_\w+/g, 'mfk_…'],
  ['whsec_', /\bwhsec_[\w-]+/g, 'whsec_…'],
  // The domain needs a dot: folder names such as @scope are not addresses. Each part begins where the one before
  // ends, so that a long line takes no longer than several short ones.
  ['@', /(?<![^\s"<>()\\,;:@])[^\s"<>()\\,;:@]+@[^\s"<>()\\,;:/@]+\.[^\s"<>()\\,;:/@]+/g, '…@…'],
  ['/i/', /\/i\/[\w-]+/g, '/i/…'],
]

/** One of these texts, or a control character but a line break or tab. Few lines have one. */
const suspicious = new RegExp(`${secrets.map(([part]) => part).join('|')}|[^\\P{Cc}\\n\\t]`, 'u')

/**
 * Masks secrets and personal data in a log line. Errors of a mail server or a driver can contain them. Escapes the
 * control characters that JSON allows.
 */
export const masked = (line: string): string =>
  suspicious.test(line)
    ? secrets.reduce(
        (rest, [, pattern, instead]) => rest.replaceAll(pattern, instead),
        printable(line),
      )
    : line

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
 * @param destination where lines go. Default: standard output, within a tenth of a second. A busy server writes many lines at
 *   once, and does not wait for their reader. Lines that wait are written when the process ends,
 *   unless it is killed.
 */
export const createLog = async (
  {
    logLevel,
    logFormat,
    node,
  }: Pick<Config, 'logLevel' | 'logFormat'> & { node?: string | undefined },
  destination: DestinationStream = standardOutput(),
): Promise<Logger> => {
  const written = logFormat === 'pretty' ? await loadPrettifier() : (line: string) => line
  const hooks = { streamWrite: (line: string) => written(masked(line)) }
  return pino({ level: logLevel, base: { node }, hooks }, destination)
}

/** Lines that wait are written when they have so many characters, and after so many milliseconds. */
const maxWaiting = { characters: 16_000, milliseconds: 100 }

/** Bytes that wait while standard output takes none, such as on a full disk. Further lines are dropped. */
const maxBytes = 16 * 1024 * 1024

/** Writes lines to standard output, many at once. pino's own buffer counts the bytes of each: a tenth of a request. */
function standardOutput(): DestinationStream {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting !== '') output.write(waiting)
    waiting = ''
  }
  // Before pino's own listener. Both would try to write for ever.
  process.once('exit', () => {
    flush()
    if (isFailing) output.destroy()
    else output.flushSync()
  })
  const output = pino.destination({ sync: false, maxLength: maxBytes })
  // The next flush tries again. Without a listener, the error would end the process.
  output.on('error', () => {
    isFailing = true
  })
  output.on('write', () => {
    isFailing = false
  })
  return {
    write: (line) => {
      waiting += line
      if (waiting.length > maxWaiting.characters) flush()
      else timer ??= setTimeout(flush, maxWaiting.milliseconds).unref()
    },
  }
}
