import { pino } from 'pino'

/** A log that keeps what is written to it. */
export const recordingLog = (level = 'debug') => {
  const lines: string[] = []
  const log = pino({ level, base: null }, { write: (line: string) => lines.push(line) })
  return { log, lines }
}
