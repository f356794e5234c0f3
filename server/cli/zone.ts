import { z } from 'zod'
import type { Bound } from '../store/statement.ts'
import { fail } from './command.ts'

/** The flags and help of an option that says in which time zone days begin. */
export const zoneOption = [
  '--zone <name>',
  'time zone of days, such as Europe/Amsterdam',
  checkZone,
  'UTC',
] as const

const hour = 3_600_000

/**
 * Returns when a day begins in a time zone, in milliseconds; of a time, the time itself.
 * @param days the number of days after it, 1 for its end.
 * @throws {CommandFailure} if the text is neither a day nor a time.
 */
export const startOfDay = (option: string, text: string, zone: string, days = 0): number => {
  const time = readTime(text, zone, days)
  return Number.isNaN(time) ? fail(`${option} ${notATime}`) : time
}

export const notATime = 'must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z'

/** Returns the same as {@link startOfDay}, or NaN if the text is neither a day nor a time. */
export const readTime = (text: string, zone: string, days = 0): number =>
  Math.min(timeOf(text, zone, days), lastTime)

/** Later years have more digits, so the texts of their times sort before others. */
const lastTime = Date.UTC(10_000, 0) - 1

function timeOf(text: string, zone: string, days: number): number {
  const [day = '', time] = text.split('T')
  // JavaScript takes 30 February for 2 March.
  if (!z.iso.date().safeParse(day).success) return Number.NaN
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(time ?? '')) return Date.parse(text)
  const local = time === undefined ? Date.parse(day) + days * 24 * hour : Date.parse(`${text}Z`)
  if (Number.isNaN(local) || local > lastTime) return local
  const guess = local - shiftAt(local, zone)
  const begins = local - shiftAt(guess, zone)
  // Where clocks skip midnight, both guesses are wrong in part: the day begins at the later one.
  return shiftAt(begins, zone) === shiftAt(guess, zone) ? begins : Math.max(guess, begins)
}

/** Reads a day or a time that limits a list. */
export const readBound = (option: string, text: string, zone: string, days = 0): Bound => ({
  time: startOfDay(option, text, zone, days),
  day: startOfDay(option, text, 'UTC', days),
})

/** Returns the milliseconds by which a zone's clocks are ahead of UTC. */
function shiftAt(time: number, zone: string): number {
  const local = new Date(time).toLocaleString('sv-SE', { timeZone: zone })
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000
}

function checkZone(zone: string): string {
  try {
    shiftAt(0, zone)
    return zone
  } catch {
    return fail(`--zone must be the name of a time zone, such as Europe/Amsterdam, not ${zone}`)
  }
}
