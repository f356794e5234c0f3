import { fail } from './command.ts'

/** The flags and help of an option that says in which time zone days begin. */
export const zoneOption = [
  '--zone <name>',
  'time zone of days, such as Europe/Rotterdam',
  'UTC',
] as const

const hour = 3_600_000

/**
 * Returns when a day begins in a time zone, in milliseconds; of a time, the time itself.
 * @param days the number of days after it, 1 for its end.
 * @throws {CommandFailure} if the text is neither a day nor a time, or there is no such zone.
 */
export const startOfDay = (option: string, text: string, zone: string, days = 0): number => {
  const [, day] = /^(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  const given = Date.parse(text)
  if (!/^\d{4}-\d\d-\d\d(T.*)?$/.test(text) || Number.isNaN(given))
    fail(`${option} must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z`)
  if (day === undefined) return given
  const next = given + days * 24 * hour
  // The clock's shift at the guess is that of the day's beginning, unless the clocks change in between.
  const guess = next - shiftAt(next, zone)
  return next - shiftAt(guess, zone)
}

/** Returns the milliseconds by which a zone's clocks are ahead of UTC. */
function shiftAt(time: number, zone: string): number {
  try {
    const local = new Date(time).toLocaleString('sv-SE', { timeZone: zone })
    return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000
  } catch {
    return fail(`--zone must be the name of a time zone, such as Europe/Rotterdam, not ${zone}`)
  }
}
