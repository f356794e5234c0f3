import { v7 } from 'uuid'

/** The prefixes of ids, one for each type of resource. */
export type IdPrefix =
  | 'acc'
  | 'key'
  | 'cmp'
  | 'prd'
  | 'con'
  | 'inv'
  | 'ord'
  | 'whk'
  | 'lsn'
  | 'whs'
  | 'itm'
  | 'evt'
  | 'req'

/** Exists for the compiler only. It makes the ids of different resources incompatible types. */
declare const kind: unique symbol

/** Has a name, so that declarations of other modules can refer to it. */
export interface OfKind<Prefix extends IdPrefix> {
  readonly [kind]: Prefix
}

/** The id of one type of resource. Imported data keeps its ids, so an id may lack the prefix. */
export type Id<Prefix extends IdPrefix> = string & OfKind<Prefix>

export type AccountId = Id<'acc'>
export type KeyId = Id<'key'>
export type CampaignId = Id<'cmp'>
export type ContactId = Id<'con'>
export type InviteId = Id<'inv'>
export type OrderId = Id<'ord'>
export type WebhookId = Id<'whk'>
export type ListenerId = Id<'lsn'>
export type WarehouseId = Id<'whs'>

export const isListenerId = (id: string): id is ListenerId => id.startsWith('lsn_')

/** Converts text from a request or an argument to an id, whether the resource exists or not. */
export function toId<Prefix extends IdPrefix>(prefix: Prefix, text: string): Id<Prefix>
export function toId(_: IdPrefix, text: string): string {
  return text
}

/** Creates an id: the prefix, then a UUIDv7 (RFC 9562 §5.7) without dashes, so that ids sort by time. */
export const newId = <Prefix extends IdPrefix>(prefix: Prefix): Id<Prefix> =>
  toId(prefix, `${prefix}_${uuids.next().replaceAll('-', '')}`)

/** Creates the UUIDs of ids. The mock replaces it, so that its ids are the same in every process. */
export const uuids = { next: (): string => v7() }
