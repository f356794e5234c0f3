import sql, { type Sql } from 'sql-template-tag'
import type { NewContact } from '../domain/contact.ts'
import { blanksOf, contactErasure, inviteErasure, orderErasure } from '../domain/erasure.ts'
import type { AccountId, InviteId, OrderId } from '../domain/ids.ts'
import type { Invite } from '../domain/invite.ts'
import type { Order } from '../domain/order.ts'
import { contactFields } from './contacts.ts'
import { inviteFields } from './invites.ts'
import { erasedPrefix, orderColumns } from './orders.ts'
import { assignments, columns, fold, list, ofAccount, unindexed } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type PersonOrder = Order & { source: string | null; sourceId: string | null }

type PersonRedemption = { inviteId: InviteId; orderId: OrderId; redeemedAt: string }

/** Returns all rows of an account that have the email address of a person, in any case. */
export const findPerson = async (reader: Reader, account: AccountId, email: string) => {
  const own = isOf(account, email)
  return {
    contacts: await reader.all<NewContact>(ofAccount(account)`
      select ${columns(contactFields)} from contacts where ${own} order by seq`),
    invites: await reader.all<Invite & { campaignId: string }>(ofAccount(account)`
      select id as _id, ${columns(inviteFields)} from invites where ${own} order by seq`),
    orders: await reader.all<PersonOrder>(ofAccount(account)`
      select ${orderColumns}, source, source_id as "sourceId" from orders
      where ${own} order by seq`),
    redemptions: await reader.all<PersonRedemption>(ofAccount(account)`
      select invite_id as "inviteId", order_id as "orderId", redeemed_at as "redeemedAt"
      from redemptions where account_id = ${account} and (
        invite_id in (select id from invites where ${own})
        or order_id in (select id from orders where ${own})
      )
      order by redeemed_at`),
  }
}

export const lockOrders = (transaction: Transaction, account: AccountId, email: string) =>
  transaction.all(ofAccount(account)`
    select id from orders where ${isOf(account, email)}
    order by ${unindexed('id')} ${transaction.dialect.lock}`)

/** Whether a row of contacts, invites or orders is of the person. */
function isOf(account: AccountId, email: string): Sql {
  return sql`account_id = ${account} and email_key = ${fold(email)}`
}

/** The columns of the tables that hold a person, as they are then. */
const blanks: Record<string, Record<string, unknown>> = {
  contacts: { ...blanksOf(contactErasure), search_text: '' },
  invites: blanksOf(inviteErasure),
  orders: blanksOf(orderErasure),
  recipients: {},
}

/**
 * Replaces the data that an account holds of a person by blanks.
 * @param id takes the place of the address in keys, so that counts by address stay.
 * @param at the time that imports see, which then change no more than statuses, lines and tracking.
 */
export const blankPerson = async (
  transaction: Transaction,
  account: AccountId,
  email: string,
  id: string,
  at: string,
): Promise<void> => {
  for (const [table, blank] of Object.entries(blanks)) {
    const row: Record<string, unknown> = { ...blank, email_key: `${erasedPrefix}${id}` }
    if (table === 'orders') row.erased_at = at
    await transaction.run(ofAccount(account)`
      update ${columns([table])} set ${assignments(row, Object.keys(row))}
      where ${isOf(account, email)}`)
  }
}

export const listDeliveries = (reader: Reader, account: AccountId, events: readonly string[]) =>
  reader.all<{ seq: number; event: string; body: string }>(ofAccount(account)`
    select seq, event, body from delivery_queue
    where account_id = ${account} and event in ${list(events)}`)

export const rewriteDelivery = (
  transaction: Transaction,
  account: AccountId,
  { seq, body }: { seq: number; body: string },
) =>
  transaction.run(ofAccount(account)`
    update delivery_queue set body = ${body} where account_id = ${account} and seq = ${seq}`)

/** Returns the addresses of contacts, invites and orders of an account, but for those of people who were erased. */
export const findEmails = async (reader: Reader, account: AccountId, ids: readonly string[]) => {
  const of = (table: string) => sql`
    select email_key from ${columns([table])} where account_id = ${account} and id in ${list(ids)}`
  const rows = await reader.all<{ email: string }>(ofAccount(account)`
    select email_key as email from (${of('contacts')} union ${of('invites')} union ${of('orders')}) as own
    where email_key <> '' and email_key not like ${`${erasedPrefix}%`}`)
  return rows.map(({ email }) => email)
}
