import type { Area, AreaLaw, Law } from '../support/law.ts'
import { accounts } from './accounts.ts'
import { auth } from './auth.ts'
import { budget } from './budget.ts'
import { contacts } from './contacts.ts'
import { deliveries } from './deliveries.ts'
import { faults } from './faults.ts'
import { input } from './input.ts'
import { inventory } from './inventory.ts'
import { invites } from './invites.ts'
import { catalogue, paging } from './lists.ts'
import { orders } from './orders.ts'
import { routing } from './routing.ts'
import { webhooks } from './webhooks.ts'

/** @param needs the controls that all laws of the area need, such as memory, which the stateless mock lacks */
const area = (name: Area, about: readonly AreaLaw[], needs: Law['needs'] = []): Law[] =>
  about.map((law) => ({ ...law, area: name, needs: [...needs, ...(law.needs ?? [])] }))

/** Every law of the contract, the cheapest first. */
export const laws: readonly Law[] = [
  ...area('auth', auth),
  ...area('budget', budget),
  ...area('routing', routing),
  ...area('faults', faults),
  ...area('catalogue', catalogue),
  ...area('paging', paging, ['memory']),
  ...area('invites', invites, ['memory']),
  ...area('orders', orders, ['memory']),
  ...area('inventory', inventory, ['memory']),
  ...area('contacts', contacts, ['memory']),
  ...area('webhooks', [...webhooks, ...deliveries], ['memory']),
  ...area('accounts', accounts, ['memory']),
  ...area('input', input),
]
