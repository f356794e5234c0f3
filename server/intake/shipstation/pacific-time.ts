const zone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Formats a time in milliseconds as Pacific time: `2026-11-20 01:15:02`. */
export const toPacific = (milliseconds: number): string => zone.format(milliseconds)

const hour = 3_600_000
const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?)?$/

/**
 * Parses a Pacific time and returns milliseconds. A date alone is its start. For the repeated hour in
 * autumn returns the first; for the missing hour in spring, one hour later. Returns undefined for any
 * other text.
 */
export const fromPacific = (text: string): number | undefined => {
  const [, day = '', time = '00:00:00', fraction = '0'] = pattern.exec(text) ?? []
  const asUtc = Date.parse(`${day}T${time}.${fraction}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const [summer, winter] = [asUtc + 7 * hour, asUtc + 8 * hour]
  return toPacific(summer) === `${day} ${time}` ? summer : winter
}
