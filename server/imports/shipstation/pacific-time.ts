import { z } from 'zod'

const zone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Formats a time in milliseconds as Pacific time: `2026-11-20 01:15:02`. */
export const toPacific = (milliseconds: number): string => zone.format(milliseconds)

export const hour = 3_600_000

/** Returns whether clocks show a time, in milliseconds, twice: in the hour that autumn repeats. */
export const isRepeated = (time: number): boolean => toPacific(time) === toPacific(time + hour)

const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?)?$/

/**
 * Parses a Pacific time and returns milliseconds. A date alone is its start. For the repeated hour in
 * autumn returns the first; for the missing hour in spring, one hour later. Returns NaN for any other text.
 */
export const fromPacific = (text: string): number => {
  const [, day = '', time = '00:00:00', fraction = '0'] = pattern.exec(text) ?? []
  const asUtc = Date.parse(`${day}T${time}.${fraction}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const [summer, winter] = [asUtc + 7 * hour, asUtc + 8 * hour]
  return toPacific(summer) === `${day} ${time}` ? summer : winter
}

const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/

/** A time of the API. Without a zone it is Pacific time. */
export const moment = z.string().transform((text, context) => {
  const milliseconds = hasZone.test(text) ? Date.parse(text) : fromPacific(text)
  // JavaScript takes 30 February for 2 March.
  const hasDay = z.iso.date().safeParse(text.slice(0, 10)).success
  if (hasDay && !Number.isNaN(milliseconds)) return milliseconds
  context.addIssue({ code: 'custom', message: `must be a time, not ${JSON.stringify(text)}` })
  return z.NEVER
})
