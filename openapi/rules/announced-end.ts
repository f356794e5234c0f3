import type { Oas3Rule } from '@redocly/openapi-core'
import { z } from 'zod'

const Announced = z
  .strictObject({
    since: z.iso.date('must be a date, such as 2027-01-15'),
    sunset: z.iso.date('must be a date, such as 2027-07-15'),
    link: z.url({ protocol: /^https$/, error: 'must be an https address to read on at' }),
  })
  .refine(({ since, sunset }) => since < sunset, {
    path: ['sunset'],
    error: 'must be later than `since`',
  })

/** §9: an end is announced. A deprecated operation says since when, until when, and where to read on. */
export const announcedEnd: Oas3Rule = () => ({
  Operation: {
    enter(operation, { report, location }) {
      const { deprecated = false } = operation
      const announced: unknown =
        'x-deprecation' in operation ? operation['x-deprecation'] : undefined
      if (deprecated !== (announced !== undefined))
        report({
          message: '`deprecated: true` and `x-deprecation` must stand together.',
          location,
        })
      if (announced === undefined) return
      for (const { path, message } of Announced.safeParse(announced).error?.issues ?? [])
        report({
          message: `${['x-deprecation', ...path].join('.')}: ${message}.`,
          location: location.child('x-deprecation'),
        })
    },
  },
})
