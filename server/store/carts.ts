import sql from 'sql-template-tag'
import type { components } from '../../generated/types.ts'
import type { Cart } from '../domain/cart.ts'
import type { AccountId, InviteId } from '../domain/ids.ts'
import { attachedVariants } from './campaigns.ts'
import type { InviteKeys } from './invites.ts'
import type { Reader, Transaction } from './store.ts'

type OrderLine = components['schemas']['OrderLine']

/** Returns the cart of an invite. */
export const findCart = (reader: Reader, account: AccountId, invite: InviteId): Promise<Cart> =>
  reader.all(sql`
    select sku, quantity from cart_lines where account_id = ${account} and invite_id = ${invite}
    order by seq`)

/** Returns the cart of an invite, and its first SKU that the campaign does not offer now. */
export const findOfferedCart = async (
  reader: Reader,
  { account, id, campaignId }: InviteKeys,
): Promise<{ cart: Cart; notOffered: string | undefined }> => {
  const found = await reader.all<OrderLine & { offered: number }>(sql`
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
export const writeCartLine = async (
  transaction: Transaction,
  account: AccountId,
  invite: InviteId,
  { sku, quantity }: OrderLine,
): Promise<void> => {
  await transaction.run(
    quantity === 0
      ? sql`delete from cart_lines
          where account_id = ${account} and invite_id = ${invite} and sku = ${sku}`
      : sql`insert into cart_lines (account_id, invite_id, sku, quantity)
          values (${account}, ${invite}, ${sku}, ${quantity})
          on conflict (account_id, invite_id, sku) do update set quantity = excluded.quantity`,
  )
}

/** Empties a cart. */
export const emptyCart = async (
  transaction: Transaction,
  account: AccountId,
  invite: InviteId,
): Promise<void> => {
  await transaction.run(
    sql`delete from cart_lines where account_id = ${account} and invite_id = ${invite}`,
  )
}
