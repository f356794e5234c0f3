import sql, { type Sql } from 'sql-template-tag'
import type { components } from '../../generated/types.ts'
import { Invite as inviteSchema } from '../../generated/zod/schemas.ts'
import type { CampaignState } from '../domain/campaign.ts'
import type { Cart } from '../domain/cart.ts'
import type { AccountId, CampaignId, InviteId, OrderId } from '../domain/ids.ts'
import type { Invite } from '../domain/invite.ts'
import type { Order } from '../domain/order.ts'
import { attachedVariants } from './campaigns.ts'
import { orderColumns } from './orders.ts'
import {
  assignments,
  columns,
  fold,
  long,
  ofAccount,
  ofAllAccounts,
  type Range,
  valuesOf,
} from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** The fields of an invite beside its id, whose column is `id`. */
export const inviteFields = [
  ...inviteSchema.omit({ _id: true }).keyof().options,
  'campaignId',
] as const

/** Takes the next number of an account's invites. Its other invites wait for the end of the transaction. */
export const nextInviteNumber = async (transaction: Transaction, account: AccountId) => {
  const [row] = await transaction.change<{ last: number }>(ofAccount(account)`
    update account_numbers set invite_numbers = invite_numbers + 1
    where account_id = ${account} returning invite_numbers as last`)
  return `INV-${row?.last}`
}

export const insertInvite = (
  transaction: Transaction,
  account: AccountId,
  campaignId: CampaignId,
  invite: Invite,
) =>
  Promise.all([
    transaction.run(ofAccount(account)`
      insert into invites (account_id, id, email_key, ${columns(inviteFields)}) values (
        ${account}, ${invite._id}, ${fold(invite.email)},
        ${valuesOf({ ...invite, campaignId }, inviteFields)}
      )`),
    transaction.run(ofAccount(account)`
      insert into invite_slugs (slug, account_id) values (${invite.slug}, ${account})`),
  ])

type InviteChange = { at: string; change: string; actor: string }

export const changeInvite = (
  transaction: Transaction,
  { account, id }: Pick<InviteKeys, 'account' | 'id'>,
  row: Partial<{ emailNotificationSent: boolean; expiresAt: string; withdrawn_at: string }>,
  { at, change, actor }: InviteChange,
) =>
  Promise.all([
    transaction.run(ofAccount(account)`
      update invites set ${assignments<Record<string, unknown>>(row, Object.keys(row))}
      where account_id = ${account} and id = ${id}`),
    recordInviteChange(transaction, account, id, { at, change, actor }),
  ])

export const recordInviteChange = (
  transaction: Transaction,
  account: AccountId,
  id: InviteId,
  { at, change, actor }: InviteChange,
) =>
  transaction.run(ofAccount(account)`
    insert into invite_changes (account_id, invite_id, at, change, actor)
    values (${account}, ${id}, ${at}, ${change}, ${actor}) on conflict do nothing`)

/** Returns the changes of an invite, the oldest first. */
export const listInviteChanges = (reader: Reader, account: AccountId, id: InviteId) =>
  reader.all<InviteChange>(ofAccount(account)`
    select at, change, actor from invite_changes
    where account_id = ${account} and invite_id = ${id} order by at, change`)

type Redemption = {
  account: AccountId
  id: InviteId
  order: OrderId
  at: string
  /** The digest of the browser session that ordered. */
  session: string | null
}

/** Marks an invite as used by an order. The transaction fails if the invite was used before. */
export const useInvite = (
  transaction: Transaction,
  { account, id, order, at, session }: Redemption,
) =>
  Promise.all([
    transaction.run(ofAccount(account)`
      update invites set status = 'USED' where account_id = ${account} and id = ${id}`),
    // The primary key is the invite: a second redemption fails.
    transaction.run(ofAccount(account)`
      insert into redemptions (account_id, invite_id, order_id, redeemed_at, session)
      values (${account}, ${id}, ${order}, ${at}, ${session})`),
  ])

export type EventInvite = Pick<Invite, 'inviteNumber' | 'email' | 'status'> & {
  id: InviteId
  campaignId: CampaignId
}

const eventColumns = columns(['id', 'campaignId', 'inviteNumber', 'email', 'status'])

export const findInvite = (reader: Reader, account: AccountId, id: InviteId) =>
  reader.first<EventInvite>(ofAccount(account)`
    select ${eventColumns} from invites where account_id = ${account} and id = ${id}`)

export const latestInvite = (reader: Reader, account: AccountId, status: Invite['status']) =>
  reader.first<EventInvite>(ofAccount(account)`
    select ${eventColumns} from invites where account_id = ${account} and status = ${status}
    order by seq desc limit 1`)

/** An invite found by its slug, with its campaign. */
export type HeldInvite = Omit<Invite, '_id'> & {
  id: InviteId
  account: AccountId
  campaignId: CampaignId
  /** When an opening was counted last, in milliseconds. */
  viewedAt: number | null
  withdrawnAt: string | null
  campaign: CampaignState & { name: string }
  /** How the campaign appears to recipients: its brand, or the account's name. A color is `#` and six digits. */
  sender: { name: string; color: string | null }
}

/** The keys of an invite, which never change. */
export type InviteKeys = Pick<HeldInvite, 'account' | 'id' | 'campaignId'>

const heldInvite = (reader: Reader, account: AccountId, condition: Sql) =>
  reader.first<HeldInvite>(heldInvites(account, condition))

function heldInvites(account: AccountId, condition: Sql) {
  return ofAccount(account)`
    select invite.id, invite.account_id as account, "campaignId", slug, "inviteNumber", invite.status,
      invite.email, "firstName", "lastName", "companyName", "expiresAt", viewed_at as "viewedAt",
      withdrawn_at as "withdrawnAt", "emailNotificationSent", "createdAt",
      coalesce(brand_name, account.name) as "sender.name", brand_color as "sender.color",
      campaign.name as "campaign.name", campaign.status as "campaign.status",
      campaign.expiration as "campaign.expiration",
      "allowOutOfStockOrders" as "campaign.allowOutOfStockOrders"
    from invites as invite
      join accounts as account on account.id = invite.account_id
      join campaigns as campaign
        on campaign.account_id = invite.account_id and campaign.id = "campaignId"
    where account.deactivated_at is null and invite.account_id = ${account} and ${condition}`
}

/** Returns a page of an account's invites. @param campaign Undefined: those of all campaigns. */
export const listInvites = (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId | undefined,
  { limit, offset }: Range,
  order: 'oldest first' | 'newest first' = 'oldest first',
) => {
  const own = campaign === undefined ? sql`1 = 1` : sql`"campaignId" = ${campaign}`
  const by = order === 'oldest first' ? sql`invite.seq` : sql`invite.seq desc`
  const page = sql`${own} order by ${by} limit ${limit} offset ${offset}`
  return reader.all<HeldInvite>(long(heldInvites(account, page)))
}

/** Returns the invites that an id, a number or an email address names. */
export const findInvitesByName = (reader: Reader, account: AccountId, name: string) =>
  reader.all<HeldInvite>(
    heldInvites(
      account,
      sql`(invite.id = ${name} or "inviteNumber" = ${name.toUpperCase()}
        or invite.email_key = ${fold(name)}) order by invite.seq limit 10`,
    ),
  )

/** Makes the account's other new invites wait for the end of the transaction, before it reads which there are. */
export const lockInviteNumbers = (transaction: Transaction, account: AccountId) =>
  transaction.all(ofAccount(account)`
    select invite_numbers from account_numbers
    where account_id = ${account} ${transaction.dialect.lock}`)

/** Returns the addresses that a campaign has invites for, folded. */
export const listInvitedEmails = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
): Promise<ReadonlySet<string>> => {
  const found = await reader.all<{ email: string }>(ofAccount(account)`
    select email_key as email from invites
    where account_id = ${account} and "campaignId" = ${campaign}`)
  return new Set(found.map(({ email }) => email))
}

/**
 * Returns the invite with a slug, or undefined. Slugs are unique across accounts, so a slug identifies its
 * account. Ignores invites of deactivated accounts.
 */
export const findHeldInvite = async (reader: Reader, slug: string) => {
  const found = await reader.first<{ account: AccountId }>(ofAllAccounts`
    select account_id as account from invite_slugs where slug = ${slug}`)
  if (!found) return undefined
  const { account } = found
  return heldInvite(reader, account, sql`slug = ${slug}`)
}

export const findHeldInviteById = (reader: Reader, account: AccountId, id: InviteId) =>
  heldInvite(reader, account, sql`invite.id = ${id}`)

/** Like `findHeldInvite`, by known keys. Locks the invite, and so its cart: whoever changes the cart locks the invite. */
export const lockInvite = (transaction: Transaction, { account, id, campaignId }: InviteKeys) =>
  heldInvite(
    transaction,
    account,
    sql`invite.id = ${id} and "campaignId" = ${campaignId} ${transaction.dialect.lockOf('invite')}`,
  )

/** Records that an opening of an invite is counted. `now` is in milliseconds. */
export const noteOpening = (transaction: Transaction, { account, id }: InviteKeys, now: number) =>
  transaction.run(ofAccount(account)`
    update invites set viewed_at = ${now} where account_id = ${account} and id = ${id}`)

/** Returns the order of an invite, and the digest of the browser session that ordered, if it was recorded. */
export const redemptionOfInvite = async (reader: Reader, account: AccountId, invite: InviteId) => {
  const row = await reader.first<Order & { session: string | null }>(ofAccount(account)`
    select ${orderColumns}, session
    from redemptions join orders
      on orders.account_id = redemptions.account_id and orders.id = order_id
    where redemptions.account_id = ${account} and invite_id = ${invite}`)
  if (!row) return undefined
  const { session, ...order } = row
  return { order, session }
}

export const firstUnusedSlug = async (reader: Reader, account: AccountId) => {
  const found = await reader.first<{ slug: string }>(ofAccount(account)`
    select slug from invites where account_id = ${account} and status = 'UNUSED'
    order by seq limit 1`)
  return found?.slug
}

type OrderLine = components['schemas']['OrderLine']

export const findCart = (reader: Reader, account: AccountId, invite: InviteId): Promise<Cart> =>
  reader.all(ofAccount(account)`
    select sku, quantity from cart_lines where account_id = ${account} and invite_id = ${invite}
    order by seq`)

/** Returns the cart of an invite, and its first SKU that the campaign does not offer now. */
export const findOfferedCart = async (reader: Reader, { account, id, campaignId }: InviteKeys) => {
  const found = await reader.all<OrderLine & { offered: number }>(ofAccount(account)`
    select line.sku, quantity, (
      select count(*) from ${attachedVariants}
      where attached.account_id = ${account} and campaign_id = ${campaignId}
        and attached.sku = line.sku
    ) as offered
    from cart_lines as line where line.account_id = ${account} and invite_id = ${id}
    order by line.seq`)
  return {
    cart: found.map(({ sku, quantity }) => ({ sku, quantity })),
    notOffered: found.find(({ offered }) => offered === 0)?.sku,
  }
}

/** Sets the units of a SKU in a cart. Deletes the line if there are none. */
export const writeCartLine = (
  transaction: Transaction,
  account: AccountId,
  invite: InviteId,
  { sku, quantity }: OrderLine,
) =>
  transaction.run(
    quantity === 0
      ? ofAccount(account)`delete from cart_lines
          where account_id = ${account} and invite_id = ${invite} and sku = ${sku}`
      : ofAccount(account)`insert into cart_lines (account_id, invite_id, sku, quantity)
          values (${account}, ${invite}, ${sku}, ${quantity})
          on conflict (account_id, invite_id, sku) do update set quantity = excluded.quantity`,
  )

export const emptyCart = (transaction: Transaction, account: AccountId, invite: InviteId) =>
  transaction.run(ofAccount(account)`
    delete from cart_lines where account_id = ${account} and invite_id = ${invite}`)
