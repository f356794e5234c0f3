import { z } from 'zod'
import { hiddenFieldValue, recipientBrowser } from '../../tests/kit/server/recipient-browser.ts'
import type { TestRequest } from '../../tests/kit/server/test-server.ts'
import { jsonOrText, type Received, send, withKey } from '../support/http.ts'
import type { Server, ServerControls } from '../support/server.ts'

/** What happens to orders outside the API. */
export type OutsideEvents = Pick<ServerControls, 'ship' | 'deliver'>

/** Returns the events for our own server; undefined for others. */
export const outsideEventsOf = ({ controls = {} }: Server): OutsideEvents | undefined => {
  const { ship, deliver } = controls
  return ship && deliver ? { ship, deliver } : undefined
}

const Created = z.object({ invite: z.object({ email: z.string(), slug: z.string() }) })

const Orders = z.array(z.object({ id: z.string() })).min(1)

/** Redeems an invite when it is created, then ships and delivers its order. */
export const followInvite = async (
  { url, key }: Server,
  { ship, deliver }: OutsideEvents,
  response: Received,
): Promise<void> => {
  const { email, slug } = Created.parse(JSON.parse(response.text)).invite
  const request = async ({ unchecked: _, ...sent }: TestRequest) => {
    const received = await send(url, withKey(key, sent))
    return { ...received, body: jsonOrText(received.text) }
  }
  const recipient = recipientBrowser({ request }, slug)
  const { text } = await recipient.open()
  await recipient.cart('add', hiddenFieldValue(text, 'sku'))
  await recipient.order({ email })
  const { body } = await request({ path: `/v1/orders/list?email=${encodeURIComponent(email)}` })
  for (const { id } of Orders.parse(body)) {
    await ship(id)
    await deliver(id)
  }
}
