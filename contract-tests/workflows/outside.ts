import { z } from 'zod'
import { type Received, send } from '../../testkit/http.ts'
import type { Controls, Running } from '../support/target.ts'
import { redeem } from './recipient.ts'

/** What happens to an invite outside the API: its recipient orders, a warehouse ships, a carrier delivers. */
export type Outside = {
  /** Opens the address of an invite and orders something. */
  redeem: (inviteUrl: string) => Promise<void>
} & Pick<Controls, 'ship' | 'deliver'>

const Created = z.object({ invite: z.object({ email: z.string() }), inviteUrl: z.string() })
const Orders = z.array(z.object({ id: z.string() }))

/** All of that at a target of ours; nothing where somebody else ships and delivers. */
export const outsideOf = ({ url, controls }: Running): Outside | undefined => {
  const { ship, deliver } = controls
  return ship && deliver
    ? { redeem: (inviteUrl) => redeem(url, inviteUrl), ship, deliver }
    : undefined
}

/** Does with an invite, as soon as it is created, all that is done outside the API. */
export const followInvite = async (
  { url, key }: Pick<Running, 'url' | 'key'>,
  { redeem, ship, deliver }: Outside,
  answer: Received,
): Promise<void> => {
  const { invite, inviteUrl } = Created.parse(JSON.parse(answer.text))
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
