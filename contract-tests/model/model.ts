import type fc from 'fast-check'
import { ContactCreated } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { Hooks, type WithSecret } from '../support/hooks.ts'
import { contactsOf } from '../support/paging.ts'
import { newContact, type Offer } from '../support/stage.ts'
import type { World } from '../support/world.ts'

type Order = components['schemas']['Order']

/** What the server should know, kept beside it in the plainest way. */
export type Model = {
  offer: Offer
  stock: { on_hand: number; allocated: number }
  orders: Order[]
  subscriptions: WithSecret[]
  /** Every secret there ever was. */
  secrets: Set<string>
  contact: { id: string; email: string; invited: boolean; orderCount: number }
  /** How many invites there are; each has its own slug. */
  slugs: Set<string>
}

/** A server with what a run of commands needs to speak to it. */
export type Real = { world: World; hooks: Hooks }

export type Command = fc.AsyncCommand<Model, Real>

/** A step that people can read in a failure. */
export const command = (
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command => ({ check, run, toString: () => name })

export const available = ({ stock }: Pick<Model, 'stock'>): number =>
  Math.max(stock.on_hand - stock.allocated, 0)

/** One of several by any number; the list is not empty. */
export const pick = <T>(list: readonly T[], number: number): T => {
  const found = list[number % list.length]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}

/** A model of the server as it is now, with a contact of the run's own. */
export const setUp = async (world: World): Promise<{ model: Model; real: Real }> => {
  const hooks = new Hooks(world.api)
  await hooks.clear()
  const offer = await world.stage.offer(4)
  const { on_hand, allocated } = await world.stage.item(offer)
  // Contacts are never deleted, so their number makes the e-mail new.
  const { length } = await contactsOf(world, offer.campaignId)
  const email = `model.${world.options.seed}.${length}@example.com`
  const answer = await world.api.post(
    '/v1/contacts/create',
    newContact(offer.campaignId, { email }),
  )
  const { contactId: id } = ContactCreated.parse(answer.body)
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
    real: { world, hooks },
  }
}

/** Gives back what a run took: its subscriptions, and the stock of orders that have not shipped. */
export const tearDown = async ({ orders }: Model, { world, hooks }: Real): Promise<void> => {
  await hooks.clear()
  for (const { id, status } of orders)
    if (status === 'AWAITING_SHIPMENT') await world.api.post('/v1/orders/cancel', { orderId: id })
}
