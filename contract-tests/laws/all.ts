import type { Law, LawBody, Laws } from '../support/law.ts'
import { accounts } from './accounts.ts'
import { auth } from './auth.ts'
import { catalogue } from './catalogue.ts'
import { contacts } from './contacts.ts'
import { deliveries } from './deliveries.ts'
import { faults } from './faults.ts'
import { input } from './input.ts'
import { inventory } from './inventory.ts'
import { invites } from './invites.ts'
import { orders } from './orders.ts'
import { paging } from './paging.ts'
import { rateLimit } from './rate-limit.ts'
import { routing } from './routing.ts'
import { webhooks } from './webhooks.ts'

/** Laws that a server without memory can keep, such as the stateless mock, by area. */
const first = { auth, rateLimit, routing, faults, catalogue }
/** Laws that read their own writes. Pages come last: the lists are longer then. */
const withMemory = { invites, orders, inventory, contacts, webhooks, deliveries, accounts, paging }
const last = { input }

export type Area = keyof typeof first | keyof typeof withMemory | keyof typeof last

const lawsOf = (areas: Record<string, Laws>, needs: LawBody['needs'] = []): Law[] =>
  Object.entries(areas).flatMap(([area, laws]) =>
    Object.entries(laws).map(([promise, law]) => ({
      ...law,
      area,
      promise,
      needs: [...needs, ...(law.needs ?? [])],
    })),
  )

/** Every law of the contract, the cheapest first. */
export const laws: readonly Law[] = [
  ...lawsOf(first),
  ...lawsOf(withMemory, ['memory']),
  ...lawsOf(last),
]

/** The areas of laws, for `--only`. */
export const areas: readonly string[] = [...new Set(laws.map(({ area }) => area))]
