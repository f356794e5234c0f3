import { z } from 'zod'
import { type Received, send } from '../../testkit/http.ts'
import type { Controls, Running } from '../support/target.ts'
import { redeem } from './recipient.ts'

/** The events of an invite outside the API: redemption, shipment and delivery. */
export type OutsideEvents = {
  /** Redeems the invite at a URL. */
  redeem: (inviteUrl: string) => Promise<void>
} & Pick<Controls, 'ship' | 'deliver'>

const Created = z.object({ invite: z.object({ email: z.string() }), inviteUrl: z.string() })
const Orders = z.array(z.object({ id: z.string() }))

/** Returns the events for our own target; undefined for other servers. */
export const outsideEventsOf = ({ url, controls }: Running): OutsideEvents | undefined => {
  const { ship, deliver } = controls
  return ship && deliver
    ? { redeem: (inviteUrl) => redeem(url, inviteUrl), ship, deliver }
    : undefined
}

/** Redeems an invite when it is created, then ships and delivers its order. */
export const followInvite = async (
  { url, key }: Pick<Running, 'url' | 'key'>,
  { redeem, ship, deliver }: OutsideEvents,
  response: Received,
): Promise<void> => {
  const { invite, inviteUrl } = Created.parse(JSON.parse(response.text))
  await redeem(inviteUrl)
  const listed = await send(url, {
    path: `/v1/orders/list?email=${encodeURIComponent(invite.email)}`,
    headers: { authorization: `Bearer ${key}` },
  })
  for (const { id } of Orders.parse(JSON.parse(listed.text))) {
    await ship(id)
    await deliver(id)
  }
}
