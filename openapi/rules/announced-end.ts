import type { Oas3Rule } from '@redocly/openapi-core'
import { z } from 'zod'

const Announced = z
  .strictObject({
    since: z.iso.date('must be a date, such as 2027-01-15'),
    sunset: z.iso.date('must be a date, such as 2027-07-15'),
    link: z.url({ protocol: /^https$/, error: 'must be an https URL' }),
  })
  .refine(({ since, sunset }) => since < sunset, {
    path: ['sunset'],
    error: 'must be later than `since`',
  })

/** Requires the dates and the link of a deprecation (§9) on every deprecated operation. */
export const announcedEnd: Oas3Rule = () => ({
  Operation: {
    enter(operation, { report, location }) {
      const { deprecated = false } = operation
      const announced: unknown =
        'x-deprecation' in operation ? operation['x-deprecation'] : undefined
      if (deprecated !== (announced !== undefined))
        report({
          message: '`deprecated: true` and `x-deprecation` must be used together.',
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
