import { z } from 'zod'
import { type Received, send } from '../../testkit/http.ts'
import type { Controls, Running } from '../support/target.ts'

/** Returns the unchanged fields of a form as a browser sends them, with the pressed button. */
const fieldsOf = (form: string): Record<string, string> =>
  Object.fromEntries(
    [...form.matchAll(/<(?:input|button)\b[^>]*>/g)].flatMap(([input]) => {
      const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]
      const name = attribute('name')
      const isLeftOut = attribute('type') === 'radio' && !/\bchecked\b/.test(input)
      return name === undefined || isLeftOut ? [] : [[name, attribute('value') ?? '']]
    }),
  )

/** Returns the first form of a page whose action has this ending. */
const formOf = ({ text }: Received, ending: string): { action: string; form: string } => {
  const forms = [...text.matchAll(/<form\b[^>]*\baction="([^"]*)"[^>]*>(.*?)<\/form>/gs)]
  const found = forms.find(([, action = '']) => action.endsWith(ending))
  if (!found) throw new Error(`The page has no form for ${ending}`)
  return { action: found[1] ?? '', form: found[2] ?? '' }
}

const address = {
  firstName: 'Noor',
  lastName: 'Haddad',
  street1: '12 Harbor Road',
  city: 'Portland',
  state: 'ME',
  zip: '04101',
  country: 'US',
}

/** Redeems an invite as a browser without scripts does: selects the first item, enters an address and orders. */
export const redeem = async (target: string, inviteUrl: string): Promise<void> => {
  const { pathname } = new URL(inviteUrl)
  const cookies = new Map<string, string>()
  const request = async (path: string, fields?: Record<string, string>): Promise<Received> => {
    const response = await send(target, {
      path,
      method: fields ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
        'content-type': fields && 'application/x-www-form-urlencoded',
        origin: fields && target,
      },
      body: fields && new URLSearchParams(fields).toString(),
    })
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const { location } = response.headers
    if (response.status === 303 && location) return request(location.replace(/#.*$/, ''))
    if (response.status !== 200)
      throw new Error(`${path} returned ${response.status}: the invite cannot be redeemed`)
    return response
  }
  const shop = formOf(await request(pathname), '/cart')
  await request(shop.action, { ...fieldsOf(shop.form), quantity: '1' })
  const checkout = formOf(await request(`${pathname}/checkout`), '/checkout')
  await request(checkout.action, { ...fieldsOf(checkout.form), ...address })
}

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
