import { z } from 'zod'
import { type Received, send } from '../support/http.ts'
import type { Server, ServerControls } from '../support/server.ts'

/** What happens to orders outside the API. */
export type OutsideEvents = Pick<ServerControls, 'ship' | 'deliver'>

/** Returns the events for our own server; undefined for others. */
export const outsideEventsOf = ({ controls = {} }: Server): OutsideEvents | undefined => {
  const { ship, deliver } = controls
  return ship && deliver ? { ship, deliver } : undefined
}

const Created = z.object({ invite: z.object({ email: z.string() }), inviteUrl: z.string() })

const Orders = z.array(z.object({ id: z.string() }))

/** Redeems an invite when it is created, then ships and delivers its order. */
export const followInvite = async (
  { url, key }: Server,
  { ship, deliver }: OutsideEvents,
  response: Received,
): Promise<void> => {
  const { invite, inviteUrl } = Created.parse(JSON.parse(response.text))
  await redeem(url, inviteUrl)
  const listed = await send(url, {
    path: `/v1/orders/list?email=${encodeURIComponent(invite.email)}`,
    headers: { authorization: `Bearer ${key}` },
  })
  for (const { id } of Orders.parse(JSON.parse(listed.text))) {
    await ship(id)
    await deliver(id)
  }
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
async function redeem(server: string, inviteUrl: string): Promise<void> {
  const { pathname } = new URL(inviteUrl)
  const cookies = new Map<string, string>()
  const request = async (path: string, fields?: Record<string, string>): Promise<Received> => {
    const response = await send(server, {
      path,
      method: fields ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
        'content-type': fields && 'application/x-www-form-urlencoded',
        origin: fields && server,
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
  await request(shop.action, { ...shop.fields, quantity: '1' })
  const checkout = formOf(await request(`${pathname}/checkout`), '/checkout')
  await request(checkout.action, { ...checkout.fields, ...address })
}

/** Returns the action of the first form of a page with this ending, and its unchanged fields with the pressed button. */
function formOf({ text }: Received, ending: string) {
  const forms = [...text.matchAll(/<form\b[^>]*\baction="([^"]*)"[^>]*>(.*?)<\/form>/gs)]
  const [, action, form = ''] = forms.find(([, each = '']) => each.endsWith(ending)) ?? []
  if (action === undefined) throw new Error(`The page has no form for ${ending}`)
  const fields = [...form.matchAll(/<(?:input|button)\b[^>]*>/g)].flatMap(([input]) => {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]
    const name = attribute('name')
    const isLeftOut = attribute('type') === 'radio' && !/\bchecked\b/.test(input)
    return name === undefined || isLeftOut ? [] : [[name, attribute('value') ?? '']]
  })
  return { action, fields: Object.fromEntries(fields) }
}
