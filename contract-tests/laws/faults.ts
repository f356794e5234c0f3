import { z } from 'zod'
import { same } from '../support/equal.ts'
import type { Law } from '../support/law.ts'
import { contactsOf, ordersOf } from '../support/paging.ts'
import { allOperations, asked } from '../support/requests.ts'
import { newContact, newOrder } from '../support/stage.ts'
import type { World } from '../support/world.ts'
import { must } from '../support/world.ts'

/** Bodies that would be accepted if nothing failed. */
const acceptable = async ({ stage }: World): Promise<Record<string, unknown>> => {
  const offer = await stage.offer(1)
  const { campaignId } = offer
  return {
    createContact: newContact(campaignId),
    createInvite: { campaignId, sendEmailNotification: false },
    createOrder: newOrder(offer),
    cancelOrder: { orderId: 'some-id' },
    createWebhook: { url: 'https://faults.example.com/', events: ['order.created'] },
    updateWebhook: { active: false },
  }
}

/** What the account has that a failed write could have left behind. */
const everything = async (world: World, campaignId: string) => ({
  contacts: (await contactsOf(world, campaignId)).length,
  orders: (await ordersOf(world)).length,
  webhooks: (await world.api.get('/v1/webhooks')).body,
})

export const faults: Law[] = [
  {
    area: 'faults',
    promise:
      'whatever fails inside, the answer is 500 with a message and the six headers, and nothing is half done',
    source: '§7',
    needs: ['failNext'],
    shows: ['* 500'],
    run: async (world) => {
      const bodies = await acceptable(world)
      const campaignId = await world.stage.campaign()
      const before = await everything(world, campaignId)
      for (const operation of allOperations) {
        await world.control('failNext')(operation.id)
        const path = Object.fromEntries(
          Object.keys(operation.pathParameters).map((name) => [name, 'some-id']),
        )
        const query = 'campaignId' in operation.requiredMessages ? { campaignId } : {}
        const ask = asked(operation, { path, query, body: bodies[operation.id] })
        const answer = await world.api.ask({ ...ask, mayFail: true })
        same(answer.status, 500, 'the status', answer)
        if (operation.tag === 'Webhooks')
          same(answer.body, { message: 'Internal server error' }, 'the body', answer)
        if (operation.method === 'HEAD') continue
        const { message } = z.strictObject({ message: z.string() }).parse(answer.body)
        must(
          !/fault|\bat\b.*:\d+/i.test(message),
          `the message gives the inside away: ${message}`,
          answer,
        )
      }
      same(await everything(world, campaignId), before, 'what the account has')
    },
  },
]
