import { z } from 'zod'
import { Api } from '../support/api.ts'
import type { Connection } from '../support/connection.ts'
import { contactsOf, Fixtures, ordersOf } from '../support/fixtures.ts'
import type { Server } from '../support/server.ts'

/** The records of an account by kind, each as a text by its id. */
type Census = Record<string, ReadonlyMap<string, string>>

/** Reads the records of an account that a run could change. */
export const takeCensus = async (server: Server, connection: Connection): Promise<Census> => {
  const api = new Api(server, connection)
  const contacts = []
  for (const { id } of await new Fixtures(api).campaigns())
    for (const { orderCount: _, ...contact } of await contactsOf({ api }, id))
      contacts.push(contact)
  const { body } = await api.get('/v1/webhooks')
  const { webhooks } = z
    .object({ webhooks: z.array(z.looseObject({ id: z.string() })) })
    .parse(body)
  const orders = await ordersOf({ api })
  const byId = (rows: readonly { id: string }[]) =>
    new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
  return { orders: byId(orders), contacts: byId(contacts), subscriptions: byId(webhooks) }
}

/** Compares the records before and after a run: a line of counts, and the ids of changed records. */
export const compareCensus = (before: Census, after: Census) => {
  const kinds = Object.entries(before)
  const changed = kinds.flatMap(([kind, records]) =>
    [...records]
      .filter(([id, record]) => after[kind]?.get(id) !== record)
      .map(([id]) => `${kind} ${id}`),
  )
  const counts = kinds.map(
    ([kind, { size }]) => `${size} ${kind}, then ${(after[kind]?.size ?? 0) - size} more`,
  )
  return { changed, line: `The account had ${counts.join('; ')}. ${changed.length} were changed.` }
}
