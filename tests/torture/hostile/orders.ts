import { z } from 'zod'

const text = z.string()

/** What attackers are told to do. */
export const Orders = z.object({
  world: z.object({
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
  /** How long a slow client stays at the most; null for as long as it is let. */
  longest: z.number().nullable(),
})

/** What attackers tell of it. */
export const Report = z.object({
  done: z.int(),
  /** All is over but what takes its time. */
  isQuickOver: z.boolean(),
  isOver: z.boolean(),
  /** How many attacks of each kind there were, and answers by the hundreds of their status. */
  kinds: z.record(text, z.object({ attacks: z.int(), answers: z.array(z.int()) })),
  problems: z.array(text),
})

export type Report = z.output<typeof Report>
