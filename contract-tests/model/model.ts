import type fc from 'fast-check'
import { ContactCreated } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { newContact, type Offer } from '../support/fixtures.ts'
import { Hooks, type WithSecret } from '../support/hooks.ts'
import type { LawContext } from '../support/law-context.ts'
import { contactsOf } from '../support/paging.ts'

type Order = components['schemas']['Order']

/** A simple model of the server's data. */
export type Model = {
  offer: Offer
  stock: { on_hand: number; allocated: number }
  orders: Order[]
  subscriptions: WithSecret[]
  /** All secrets so far. */
  secrets: Set<string>
  contact: { id: string; email: string; invited: boolean; orderCount: number }
  /** The slugs of all invites so far. */
  slugs: Set<string>
}

/** The server under test, as commands use it. */
export type Real = { context: LawContext; hooks: Hooks }

export type Command = fc.AsyncCommand<Model, Real>

/** A command with a readable description for failures. */
export const command = (
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command => ({ check, run, toString: () => name })

export const available = ({ stock }: Pick<Model, 'stock'>): number =>
  Math.max(stock.on_hand - stock.allocated, 0)

/** Selects an item of a non-empty list by any number. */
export const pick = <T>(list: readonly T[], number: number): T => {
  const found = list[number % list.length]
  if (found === undefined) throw new Error('the list is empty')
  return found
}

/** Creates a model of the server's current data, with a new contact for the run. */
export const setUp = async (context: LawContext): Promise<{ model: Model; real: Real }> => {
  const hooks = new Hooks(context.api)
  await hooks.clear()
  const offer = await context.fixtures.offer(4)
  const { on_hand, allocated } = await context.fixtures.item(offer)
  // Contacts are never deleted, so their count makes the e-mail unique.
  const { length } = await contactsOf(context, offer.campaignId)
  const email = `model.${context.options.seed}.${length}@example.com`
  const response = await context.api.post(
    '/v1/contacts/create',
    newContact(offer.campaignId, { email }),
  )
  const { contactId: id } = ContactCreated.parse(response.body)
  return {
    model: {
      offer,
      stock: { on_hand, allocated },
      orders: [],
      subscriptions: [],
      secrets: new Set(),
      contact: { id, email, invited: false, orderCount: 0 },
      slugs: new Set(),
    },
    real: { context, hooks },
  }
}

/** Deletes the subscriptions and cancels the unshipped orders of a run. */
export const tearDown = async ({ orders }: Model, { context, hooks }: Real): Promise<void> => {
  await hooks.clear()
  for (const { id, status } of orders)
    if (status === 'AWAITING_SHIPMENT') await context.api.post('/v1/orders/cancel', { orderId: id })
}
