import { type Logger, pino } from 'pino'

/** The process's log: one JSON object a line on standard output, its fields named as pino names them. */
export const createLog = (level: string): Logger => pino({ level, base: null })
