const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Returns a date in UTC, because the reader's time zone is not known. */
export const dateText = (milliseconds: number): string => dateFormat.format(milliseconds)

/** Returns a duration in the largest unit with a count of at least two. */
const timeLeftText = (milliseconds: number): string => {
  if (milliseconds >= 2 * day) return relativeFormat.format(Math.floor(milliseconds / day), 'day')
  if (milliseconds >= 2 * hour)
    return relativeFormat.format(Math.floor(milliseconds / hour), 'hour')
  return relativeFormat.format(Math.max(Math.floor(milliseconds / minute), 1), 'minute')
}

/** Returns when something ends: `8 June 2027 (in 200 days)`. Adds the time in the last two days. */
export const endText = (end: number, now: number): string => {
  const isSoon = end - now < 2 * day
  const moment = isSoon ? `${timeFormat.format(end)} UTC` : dateText(end)
  return `${moment} (${timeLeftText(end - now)})`
}

/** Returns when an invite or its campaign expires, whichever is first; undefined if neither is a time. */
export const closingTime = (...timestamps: readonly string[]): number | undefined => {
  const ends = timestamps.map(Date.parse).filter(Number.isFinite)
  return ends.length === 0 ? undefined : Math.min(...ends)
}
