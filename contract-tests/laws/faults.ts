import { Message } from '../../generated/zod/schemas.ts'
import { must, mustBe, read, same } from '../support/api.ts'
import { requestNaming } from '../support/fixtures.ts'
import type { Laws } from '../support/law.ts'
import { allOperations } from '../support/requests.ts'

export const faults: Laws = {
  'An internal failure returns 500 with a message and the headers, and changes nothing': {
    source: '§7',
    needs: ['failNext'],
    shows: ['* 500'],
    async run(context) {
      const offer = await context.fixtures.offer()
      const before = await context.fixtures.records()
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
      const after = await context.fixtures.records()
      same(after, before, 'the data of the account')
    },
  },
}
