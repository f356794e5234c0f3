import { z } from 'zod'
import { Contact, Order, WebhookList } from '../../../generated/schemas.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Ask } from './clients.ts'

/** Reads all pages of a list. */
const readAll = async <T>(ask: Ask, path: string, row: z.ZodType<T>): Promise<T[]> => {
  const all: T[] = []
  const limit = 1000
  for (;;) {
    const { body } = await ask({ path: `${path}&limit=${limit}&offset=${all.length}` })
    const page = z.array(row).parse(body)
    all.push(...page)
    if (page.length < limit) return all
  }
}

const first = (problems: readonly string[]): string[] =>
  problems.length > 5 ? [...problems.slice(0, 5), `and ${problems.length - 5} more`] : [...problems]

const missing = (what: string, wanted: Iterable<string>, there: ReadonlySet<string>): string[] =>
  [...wanted]
    .filter((id) => !there.has(id))
    .map((id) => `${what} ${id} was acknowledged but is missing`)

/** Checks that all acknowledged records exist and no order exists twice. @returns problems. */
export const checkAcknowledged = async (
  acknowledged: Acknowledged,
  campaign: string,
  ask: Ask,
  other: Ask,
): Promise<string[]> => {
  const orders = await readAll(ask, `/v1/orders/list?campaignId=${campaign}`, Order)
  const notes = orders.flatMap((order) => (order.orderSource === 'API' ? [order.notes] : []))
  const orderNumbers = new Set(orders.map(({ orderNumber }) => orderNumber))
  const contacts = await readAll(ask, `/v1/contacts/list?campaignId=${campaign}`, Contact)
  const { body } = await other({ path: '/v1/webhooks' })
  const { webhooks } = WebhookList.parse(body)
  const active = new Map(webhooks.map((webhook) => [webhook.id, webhook.active]))

  const redemptions: string[] = []
  const numbers = new Map(orders.map((order) => [order.orderNumber, order.orderSource]))
  for (const slug of acknowledged.redeemed) {
    const { text } = await ask({
      path: `/i/${slug}/done`,
      key: null,
      unchecked: true,
      expected: [200, 303, 404],
    })
    const [number = ''] = /\bMF-[\w-]+/.exec(text) ?? []
    if (numbers.get(number) !== 'REDEMPTION')
      redemptions.push(`the redemption of ${slug} was acknowledged but is missing`)
  }

  const kept = [...acknowledged.webhooks].filter(([, { deleted }]) => deleted === undefined)
  const deleted = [...acknowledged.webhooks].filter(([, is]) => is.deleted === 'yes')
  return [
    ...first(missing('order', acknowledged.orders.keys(), new Set(orders.map(({ id }) => id)))),
    ...first(orders.flatMap((order) => acknowledged.problemOfOrder(order) ?? [])),
    ...first(notes.length === new Set(notes).size ? [] : ['an order exists twice']),
    ...first(orderNumbers.size === orders.length ? [] : ['two orders have the same number']),
    ...first(missing('contact', acknowledged.contacts, new Set(contacts.map(({ id }) => id)))),
    ...first(redemptions),
    ...first(
      missing(
        'webhook',
        kept.map(([id]) => id),
        new Set(active.keys()),
      ),
    ),
    ...first(deleted.flatMap(([id]) => (active.has(id) ? [`webhook ${id} is not deleted`] : []))),
  ]
}
