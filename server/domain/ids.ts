import { v7 } from 'uuid'

/** The prefixes of ids, one for each kind of thing. */
export type IdPrefix =
  | 'acc'
  | 'key'
  | 'cmp'
  | 'prd'
  | 'con'
  | 'inv'
  | 'ord'
  | 'whk'
  | 'whs'
  | 'itm'
  | 'evt'
  | 'req'

/** Exists for the compiler only: it keeps the ids of different kinds apart. */
declare const kind: unique symbol

/** The id of a thing of one kind. Data that was imported keeps its ids, so an id need not have its prefix. */
export type Id<Prefix extends IdPrefix> = string & { readonly [kind]: Prefix }

export type AccountId = Id<'acc'>
export type KeyId = Id<'key'>
export type CampaignId = Id<'cmp'>
export type ContactId = Id<'con'>
export type InviteId = Id<'inv'>
export type OrderId = Id<'ord'>
export type WebhookId = Id<'whk'>
export type WarehouseId = Id<'whs'>

/**
 * Takes text from outside, such as a path, a request body or an argument, as the id of a thing of a kind.
 * The thing need not exist.
 */
export function toId<Prefix extends IdPrefix>(prefix: Prefix, text: string): Id<Prefix>
export function toId(_: IdPrefix, text: string): string {
  return text
}

/** A new id: its prefix, then a UUIDv7 (RFC 9562 §5.7) without dashes, so that ids sort by time. */
export const newId = <Prefix extends IdPrefix>(prefix: Prefix): Id<Prefix> =>
  toId(prefix, `${prefix}_${v7().replaceAll('-', '')}`)
