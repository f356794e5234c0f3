import { pino } from 'pino'

/** Creates a log that keeps its lines. */
export const recordingLog = (level = 'debug') => {
  const lines: string[] = []
  const log = pino({ level, base: null }, { write: (line: string) => lines.push(line) })
  return { log, lines }
}
