import sql, { type Sql } from 'sql-template-tag'
import type { NewContact } from '../domain/contact.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, InviteId, OrderId } from '../domain/ids.ts'
import type { Invite } from '../domain/invite.ts'
import type { Order } from '../domain/order.ts'
import { contactFields } from './contacts.ts'
import { inviteFields } from './invites.ts'
import { orderColumns } from './orders.ts'
import { assignments, columns } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** Whether a row of contacts, invites or orders is of the person. */
const isOf = (account: AccountId, email: string): Sql =>
  sql`account_id = ${account} and email_key = ${fold(email)}`

type PersonRedemption = { inviteId: InviteId; orderId: OrderId; redeemedAt: string }

/** Returns all that an account holds of a person: what has the email address, whatever its case. */
export const findPerson = async (reader: Reader, account: AccountId, email: string) => {
  const own = isOf(account, email)
  return {
    contacts: await reader.all<NewContact>(
      sql`select ${columns(contactFields)} from contacts where ${own} order by seq`,
    ),
    invites: await reader.all<Invite & { campaignId: string }>(
      sql`select id as _id, ${columns(inviteFields)} from invites where ${own} order by seq`,
    ),
    orders: await reader.all<Order>(
      sql`select ${orderColumns} from orders where ${own} order by seq`,
    ),
    redemptions: await reader.all<PersonRedemption>(sql`
      select invite_id as "inviteId", order_id as "orderId", redeemed_at as "redeemedAt"
      from redemptions where account_id = ${account} and (
        invite_id in (select id from invites where ${own})
        or order_id in (select id from orders where ${own})
      )
      order by redeemed_at`),
  }
}

/** The columns of a contact that say nothing of a person. */
const kept = new Set<string>(['id', 'campaignId', 'createdAt'])
const blankContact = Object.fromEntries(
  contactFields.flatMap((column) => (kept.has(column) ? [] : [[column, '']])),
)

const noRecipient: Order['recipient'] = {
  ...{ firstName: '', lastName: '', email: '', phone: '', street1: '', street2: '' },
  ...{ city: '', state: '', zip: '', country: '' },
}

/** The columns of the tables that hold a person, as they are then. */
const blanks: Record<string, Record<string, unknown>> = {
  contacts: { ...blankContact, tags: [], search_text: '' },
  invites: { email: '', firstName: '', lastName: '', companyName: '' },
  orders: { recipient: noRecipient, companyName: '', notes: '' },
  recipients: {},
}

/**
 * Replaces what an account holds of a person by blanks.
 * @param erasedKey takes the place of the address in keys, so that counts by address stay. No address equals it.
 */
export const blankPerson = async (
  transaction: Transaction,
  account: AccountId,
  email: string,
  erasedKey: string,
): Promise<void> => {
  for (const [table, blank] of Object.entries(blanks)) {
    const row: Record<string, unknown> = { ...blank, email_key: erasedKey }
    await transaction.run(sql`
      update ${columns([table])} set ${assignments(row, Object.keys(row))}
      where ${isOf(account, email)}`)
  }
}

/** Returns the deliveries of invite events that wait. */
export const listInviteDeliveries = (reader: Reader, account: AccountId) =>
  reader.all<{ seq: number; body: string }>(sql`
    select seq, body from delivery_queue where account_id = ${account}
      and event in ('invite.viewed', 'invite.cart_updated', 'invite.redeemed')`)

/** Changes the body of a delivery that waits. */
export const rewriteDelivery = (
  transaction: Transaction,
  account: AccountId,
  { seq, body }: { seq: number; body: string },
) =>
  transaction.run(sql`
    update delivery_queue set body = ${body} where account_id = ${account} and seq = ${seq}`)
