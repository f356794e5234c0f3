import type { Law } from '../support/law.ts'
import { accounts } from './accounts.ts'
import { budget } from './budget.ts'
import { catalogue } from './catalogue.ts'
import { contacts } from './contacts.ts'
import { deliveries } from './deliveries.ts'
import { faults } from './faults.ts'
import { input } from './input.ts'
import { inventory } from './inventory.ts'
import { invites } from './invites.ts'
import { links } from './links.ts'
import { model } from './model.ts'
import { orderLife } from './order-life.ts'
import { orders } from './orders.ts'
import { paging } from './paging.ts'
import { routing } from './routing.ts'
import { stock } from './stock.ts'
import { texts } from './texts.ts'
import { authorized, unauthorized } from './unauthorized.ts'
import { webhookUrls } from './webhook-urls.ts'
import { webhooks } from './webhooks.ts'
import { whoMayOrder } from './who-may-order.ts'

/** Marks laws that need a server with memory. The mock has none. */
const remembered = (about: readonly Law[]): Law[] =>
  about.map((law) => ({ ...law, needs: ['memory', ...(law.needs ?? [])] }))

/** Every law of the contract, the cheapest first. */
export const laws: readonly Law[] = [
  ...authorized,
  ...unauthorized,
  ...budget,
  ...routing,
  ...faults,
  ...catalogue,
  ...remembered(paging),
  ...remembered(links),
  ...remembered(invites),
  ...remembered(orders),
  ...remembered(whoMayOrder),
  ...remembered(orderLife),
  ...remembered(stock),
  ...remembered(inventory),
  ...remembered(contacts),
  ...remembered(webhooks),
  ...remembered(webhookUrls),
  ...remembered(deliveries),
  ...remembered(accounts),
  ...input,
  ...texts,
  ...remembered(model),
]
