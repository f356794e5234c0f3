import { sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import type { Cart } from '../domain/cart.ts'
import type { AccountId, CampaignId, InviteId } from '../domain/ids.ts'
import { attachedVariants } from './campaigns.ts'
import type { InviteKeys } from './invites.ts'
import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type OrderLine = components['schemas']['OrderLine']

type Place = { account: AccountId; invite: InviteId }

const lines = statement<Place>()((db, slot) =>
  db
    .selectFrom('cart_lines')
    .where('account_id', '=', slot('account'))
    .where('invite_id', '=', slot('invite'))
    .orderBy('seq')
    .select(['sku', 'quantity']),
)

/** Returns the cart of an invite. */
export const findCart = (reader: Reader, account: AccountId, invite: InviteId): Promise<Cart> =>
  reader.all(lines, { account, invite })

const offeredLines = statement<Place & { campaign: CampaignId }>()((db, slot) =>
  db
    .selectFrom('cart_lines as line')
    .where('line.account_id', '=', slot('account'))
    .where('line.invite_id', '=', slot('invite'))
    .orderBy('line.seq')
    .select(['line.sku', 'line.quantity'])
    .select(({ exists }) => {
      const offer = attachedVariants(db, slot)
        .where('attached.campaign_id', '=', slot('campaign'))
        .where('attached.sku', '=', sql.ref<string>('line.sku'))
        .select('attached.sku')
      return sql<number>`case when ${exists(offer)} then 1 else 0 end`.as('offered')
    }),
)

/** Returns the cart of an invite, and its first SKU that the campaign does not offer now. */
export const findOfferedCart = async (
  reader: Reader,
  { account, id: invite, campaignId: campaign }: InviteKeys,
): Promise<{ cart: Cart; notOffered: string | undefined }> => {
  const found = await reader.all(offeredLines, { account, invite, campaign })
  return {
    cart: found.map(({ sku, quantity }) => ({ sku, quantity })),
    notOffered: found.find(({ offered }) => offered === 0)?.sku,
  }
}

const put = statement<Place & OrderLine>()((db, slot) =>
  db
    .insertInto('cart_lines')
    .values({
      account_id: slot('account'),
      invite_id: slot('invite'),
      sku: slot('sku'),
      quantity: slot('quantity'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'invite_id', 'sku'])
        .doUpdateSet({ quantity: slot('quantity') }),
    ),
)

const remove = statement<Place & { sku: string }>()((db, slot) =>
  db
    .deleteFrom('cart_lines')
    .where('account_id', '=', slot('account'))
    .where('invite_id', '=', slot('invite'))
    .where('sku', '=', slot('sku')),
)

/** Sets the units of a SKU in a cart. Deletes the line if there are none. */
export const writeCartLine = (
  transaction: Transaction,
  account: AccountId,
  invite: InviteId,
  { sku, quantity }: OrderLine,
): void => {
  const place = { account, invite, sku }
  if (quantity === 0) transaction.send(remove, place)
  else transaction.send(put, { ...place, quantity })
}

const clear = statement<Place>()((db, slot) =>
  db
    .deleteFrom('cart_lines')
    .where('account_id', '=', slot('account'))
    .where('invite_id', '=', slot('invite')),
)

/** Empties a cart. */
export const emptyCart = (transaction: Transaction, account: AccountId, invite: InviteId): void => {
  transaction.send(clear, { account, invite })
}
