import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromPacific, toPacific } from './shipstation-v1.ts'

const iso = (text: string) => {
  const milliseconds = fromPacific(text)
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString()
}

test.each([
  ['2015-06-29T08:46:27.0000000', '2015-06-29T15:46:27.000Z'],
  ['2015-08-17T09:21:59.4430000', '2015-08-17T16:21:59.443Z'],
  ['2016-01-12T16:03:06', '2016-01-13T00:03:06.000Z'],
  ['2016-01-12T16:03:06.5', '2016-01-13T00:03:06.500Z'],
  ['2016-01-12 16:03:06', '2016-01-13T00:03:06.000Z'],
  ['2015-06-29', '2015-06-29T07:00:00.000Z'],
  // Comes twice, and never.
  ['2026-11-01T01:30:00', '2026-11-01T08:30:00.000Z'],
  ['2026-03-08T02:30:00', '2026-03-08T10:30:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(iso(text)).toBe(expected)
})

test.each(['', 'soon', '2015-13-01T00:00:00', '2015-06-29T08:46', '2015-06-29T08:46:27Z'])(
  '%j is no time of it',
  (text) => {
    expect(fromPacific(text)).toBeUndefined()
  },
)

test('every formatted time parses to itself, or to the first of a repeated hour', () => {
  const second = fc.integer({ min: 1_262_304_000, max: 2_051_222_400 }).map((s) => s * 1000)
  fc.assert(
    fc.property(second, (time) => {
      const read = fromPacific(toPacific(time))
      expect([time, time - 3_600_000]).toContain(read)
      expect(toPacific(read ?? 0)).toBe(toPacific(time))
    }),
  )
})
