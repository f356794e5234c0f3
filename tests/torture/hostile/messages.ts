import { z } from 'zod'

const text = z.string()

/** Message to the attacker process. */
export const Instructions = z.object({
  attacked: z.object({
    port: z.int(),
    key: text,
    campaign: text,
    sku: text,
    orderId: text,
    slug: text,
    portalCookie: text,
  }),
  seed: z.int(),
  count: z.int(),
  /** How long a slow client stays at most, in milliseconds; null for no limit. */
  longest: z.number().nullable(),
})

/** Progress report of the attacker process. */
export const Report = z.object({
  done: z.int(),
  /** Only slow attacks are left. */
  isQuickOver: z.boolean(),
  isOver: z.boolean(),
  /** For each kind the number of attacks, and of responses by status class. */
  kinds: z.record(text, z.object({ attacks: z.int(), responses: z.array(z.int()) })),
  problems: z.array(text),
})

export type Report = z.output<typeof Report>
