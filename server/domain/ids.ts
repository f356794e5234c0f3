import { v7 } from 'uuid'

/** What a kind of thing's ids begin with. */
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

/** A new id: its prefix, then a UUIDv7 (RFC 9562 §5.7) without dashes, so that ids sort by time. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${v7().replaceAll('-', '')}`
