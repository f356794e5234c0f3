import sql, { raw } from 'sql-template-tag'
import { fold } from '../domain/fold.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { type HistoryEntry, listHistory, orderColumns } from './orders.ts'
import { ofAccount, ofAllAccounts } from './statement.ts'
import type { Reader } from './store.ts'
import { listAttemptsOf, type StoredAttempt } from './webhooks/attempts.ts'

/** An order with all that is known of it. */
export type OrderRecord = {
  order: Order
  account: { id: AccountId; name: string }
  /** The name of its campaign. */
  campaign: string
  history: HistoryEntry[]
  /** Attempts to deliver its events. The URL is empty if the subscription was deleted. */
  attempts: (StoredAttempt & { url: string })[]
}

/** An order and the account that it belongs to. */
export type FoundOrder = Order & { account: AccountId }

/**
 * Finds orders by an order number, an id, a recipient's email address, a tracking number or a source's number, newest
 * first.
 * @param account Undefined: of all accounts, for the operator of the service.
 */
export const lookUpOrders = async (
  reader: Reader,
  text: string,
  account: AccountId | undefined,
  limit = 100,
): Promise<FoundOrder[]> => {
  const given = text.trim()
  const conditions = [
    ['orders.id', given],
    ['"orderNumber"', given],
    ['orders.email_key', fold(given)],
    ['"trackingNumber"', given],
    ['"sourceOrderNumber"', given],
  ] as const
  const found = new Map<string, FoundOrder>()
  for (const [column, value] of conditions)
    for (const order of await findWhere(reader, column, value, account, limit))
      found.set(`${order.account} ${order.id}`, order)
  return [...found.values()].toSorted((a, b) => (a.orderDate < b.orderDate ? 1 : -1))
}

/**
 * Returns the orders that a number or an id names: ours, or else those with the number at their source.
 * @param account Undefined: of all accounts, for the operator of the service.
 */
export const findOrdersByName = async (
  reader: Reader,
  name: string,
  account: AccountId | undefined,
): Promise<FoundOrder[]> => {
  for (const column of ['orders.id', '"orderNumber"', '"sourceOrderNumber"']) {
    const found = await findWhere(reader, column, name, account, 10)
    if (found.length > 0) return found
  }
  return []
}

/** Returns the newest orders of an account. */
export const listNewestOrders = (reader: Reader, account: AccountId, limit: number) =>
  reader.all<FoundOrder>(ofAccount(account)`
    select ${orderColumns}, orders.account_id as account from orders
    where orders.account_id = ${account} order by order_time desc, orders.id desc limit ${limit}`)

function findWhere(
  reader: Reader,
  column: string,
  value: string,
  account: AccountId | undefined,
  limit: number,
) {
  // From the accounts, so that the indexes that begin with the account are used.
  const rest = sql`
    select ${orderColumns}, orders.account_id as account
    from accounts join orders on orders.account_id = accounts.id
    where ${raw(column)} = ${value}`
  const newest = sql`order by order_time desc limit ${limit}`
  return account === undefined
    ? reader.all<FoundOrder>(ofAllAccounts`${rest} ${newest}`)
    : reader.all<FoundOrder>(
        ofAccount(account)`${rest} and orders.account_id = ${account} ${newest}`,
      )
}

/** Returns an order's record. */
export const readOrderRecord = async (
  reader: Reader,
  { account, ...order }: FoundOrder,
): Promise<OrderRecord> => {
  const [names, history, attempts, webhooks] = await Promise.all([
    reader.first<{ account: string; campaign: string }>(ofAccount(account)`
      select accounts.name as account, campaigns.name as campaign
      from accounts join campaigns on campaigns.account_id = accounts.id
      where accounts.id = ${account} and campaigns.id = ${order.campaignId}`),
    listHistory(reader, account, order.id),
    listAttemptsOf(reader, account, order.id),
    reader.all<{ id: string; url: string }>(
      ofAccount(account)`select id, url from webhooks where account_id = ${account}`,
    ),
  ])
  const urls = new Map(webhooks.map(({ id, url }) => [id, url]))
  return {
    order,
    account: { id: account, name: names?.account ?? '' },
    campaign: names?.campaign ?? '',
    history: await withNames(reader, account, history),
    attempts: attempts.map((attempt) => ({ ...attempt, url: urls.get(attempt.webhook) ?? '' })),
  }
}

/** Adds the names of API keys to the actors that they are. */
async function withNames(reader: Reader, account: AccountId, history: HistoryEntry[]) {
  const keys = await reader.all<{ id: string; name: string }>(
    ofAccount(account)`select id, name from api_keys where account_id = ${account}`,
  )
  const names = new Map(keys.map(({ id, name }) => [`key ${id}`, name]))
  return history.map((entry) => {
    const name = names.get(entry.actor)
    return name === undefined ? entry : { ...entry, actor: `${entry.actor} (${name})` }
  })
}
