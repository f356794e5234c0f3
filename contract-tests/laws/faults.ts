import { Message } from '../../generated/zod/schemas.ts'
import { must, mustBe, read, same } from '../support/api.ts'
import { contactsOf, ordersOf, requestNaming } from '../support/fixtures.ts'
import type { LawContext, Laws } from '../support/law.ts'
import { allOperations } from '../support/requests.ts'

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
      const before = await writableState(context, campaignId)
      for (const operation of allOperations) {
        await context.control('failNext')(operation.id)
        const request = requestNaming(operation, { ...offer, orderId: 'none', hookId: 'none' })
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
