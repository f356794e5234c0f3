import { Message } from '../../generated/schemas.ts'
import { newContact } from '../../testkit/request-bodies.ts'
import { must, mustBe, read, same } from '../support/api.ts'
import { contactsOf, newOrder, ordersOf } from '../support/fixtures.ts'
import type { LawContext, Laws } from '../support/law.ts'
import { allOperations, requestFor } from '../support/requests.ts'

/** Reads the data that a failed write could have changed. */
const writableState = async (context: LawContext, campaignId: string) => ({
  contacts: (await contactsOf(context, campaignId)).length,
  orders: (await ordersOf(context)).length,
  webhooks: (await context.api.get('/v1/webhooks')).body,
})

export const faults: Laws = {
  'An internal failure returns 500 with a message and the headers, and changes nothing': {
    source: '§7',
    needs: ['failNext'],
    shows: ['* 500'],
    async run(context) {
      const offer = await context.fixtures.offer()
      const { campaignId } = offer
      /** Request bodies that are valid without the planted failure. */
      const bodies: Record<string, unknown> = {
        createContact: newContact(campaignId),
        createInvite: { campaignId, sendEmailNotification: false },
        createOrder: newOrder(offer),
        cancelOrder: { orderId: 'some-id' },
        createWebhook: { url: 'https://faults.example.com/', events: ['order.created'] },
        updateWebhook: { active: false },
      }
      const before = await writableState(context, campaignId)
      for (const operation of allOperations) {
        await context.control('failNext')(operation.id)
        const query = operation.queryParameters.campaignId?.required ? { campaignId } : {}
        const request = requestFor(operation, { path: {}, query, body: bodies[operation.id] })
        const response = mustBe(500, await context.api.send({ ...request, mayFail: true }))
        if (operation.tag === 'Webhooks')
          same(response.body, { message: 'Internal server error' }, 'the body', response)
        if (operation.method === 'HEAD') continue
        const { message } = read(Message, response, 500)
        must(
          !/fault|\bat\b.*:\d+/i.test(message),
          `the message must not show internal details: ${message}`,
          response,
        )
      }
      same(await writableState(context, campaignId), before, 'the data of the account')
    },
  },
}
