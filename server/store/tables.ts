import type { ColumnType, Generated } from 'kysely'
import type { components } from '../../generated/types.ts'
import type { EventType } from '../domain/inventory.ts'

type Schemas = components['schemas']

/** What every account's row has: the account, and `seq`, the order of creation. */
type Owned = { seq: Generated<number>; id: string; account_id: string }
/** SQLite has no booleans: 1 or 0 when read. */
type Flag = ColumnType<number, boolean, boolean>
/** A JSON value as text. */
type Json = string

type Accounts = {
  id: string
  name: string
  created_at: string
  deactivated_at: string | null
  order_numbers: Generated<number>
  invite_numbers: Generated<number>
  email: string | null
  email_key: string | null
}

/** What opens the portal: kept by its digest alone; the time is in milliseconds. */
type PortalSecrets = { digest: string; account_id: string; created_at: number }

/** Higher budgets, of accounts and of the addresses in networks. */
type AccountTiers = { account_id: string; budget: number }
type NetworkTiers = { network: string; budget: number }

type ApiKeys = {
  id: string
  account_id: string
  name: string
  digest: string
  last_four: string
  created_at: string
  revoked_at: string | null
  /** To the minute. */
  last_used_at: string | null
}

type Warehouses = Owned & { name: string }

type Variants = Omit<Owned, 'id'> & {
  sku: string
  product_id: string
  title: string
  minimum_order_quantity: number
  production_time: number
  image_url: string | null
  pieces_per_carton: number | null
  carton_height: number | null
  carton_length: number | null
  carton_width: number | null
  weight: number | null
  package_height: number | null
  package_length: number | null
  package_width: number | null
  package_weight: number | null
  active: Flag
  /** SKU and title without case, to search in. */
  sku_key: string
  title_key: string
}

type Campaigns = Owned & {
  name: string
  expiration: string
  status: string
  allow_out_of_stock_orders: Flag
}

type CampaignVariants = { campaign_id: string; sku: string; account_id: string; position: number }

type Contacts = Owned & {
  campaign_id: string
  first_name: string
  last_name: string
  email: string
  email_key: string
  search_text: string
  phone: string
  company_name: string
  street1: string
  street2: string
  city: string
  state: string
  country: string
  zip: string
  date_of_birth: string
  hire_date: string
  shirt_size: string
  tags: Json
  profile_picture: string
  order_count: number
  invited: Flag
  created_at: string
}

type ContactTags = { account_id: string; campaign_id: string; tag: string; contact_seq: number }

type Invites = Owned & {
  campaign_id: string
  slug: string
  invite_number: string
  status: Schemas['Invite']['status']
  email: string
  email_key: string
  first_name: string
  last_name: string
  company_name: string
  expires_at: string
  email_notification_sent: Flag
  created_at: string
}

/** What a recipient has chosen; `seq` is the order of choosing. */
type CartLines = {
  seq: Generated<number>
  account_id: string
  invite_id: string
  sku: string
  quantity: number
}

/** The one order that an invite became. */
type Redemptions = { account_id: string; invite_id: string; order_id: string; redeemed_at: string }

type Orders = Owned & {
  order_number: string
  source_order_number: string | null
  status: Schemas['OrderStatus']
  payment_status: Schemas['Order']['paymentStatus']
  allocation_status: Schemas['Order']['allocationStatus']
  order_source: Schemas['Order']['orderSource']
  order_date: string
  /** `order_date` in milliseconds, to sort by. */
  order_time: number
  ship_date: string | null
  delivered_at: string | null
  tracking_number: string | null
  carrier_code: string | null
  campaign_id: string
  warehouse_id: string | null
  recipient: Json
  email_key: string
  company_name: string
  notes: string
  products: Json
}

type InventoryItems = Owned & {
  sku: string
  warehouse_id: string
  on_hand: number
  allocated: number
  inbound: number
  low_stock_threshold: number
}

type InventoryEvents = Owned & {
  item_id: string
  event_type: EventType
  quantity: number
  order_id: string | null
  created_at: string
}

type Webhooks = Owned & {
  url: string
  canonical_url: string
  events: Json
  active: Flag
  secret: string
  created_at: string
  updated_at: string
}

/** Up to which change, in milliseconds, a provider's orders have been imported. */
type ProviderCursors = { account_id: string; provider: string; changed_until: number }

/** Requests that count against the budget, as many as there were in a second, in the order of writing. */
type RequestLog = { seq: Generated<number>; address: string; second: number; requests: number }

/** How many seconds the request log's time is ahead of the wall clock. */
type RequestClock = { offset: number }

/** The full-text index over `contacts.search_text`, by the contact's `seq`. */
type ContactSearch = { rowid: number; search_text: string }

/** Up to which contact the search index has come. */
type SearchProgress = { indexed: number }

/** A step that the schema has taken; Kysely keeps them. */
type Migrations = { name: string }

export type Tables = {
  accounts: Accounts
  api_keys: ApiKeys
  sign_in_links: PortalSecrets
  portal_sessions: PortalSecrets
  warehouses: Warehouses
  variants: Variants
  campaigns: Campaigns
  campaign_variants: CampaignVariants
  contacts: Contacts
  contact_tags: ContactTags
  invites: Invites
  cart_lines: CartLines
  redemptions: Redemptions
  orders: Orders
  inventory_items: InventoryItems
  inventory_events: InventoryEvents
  webhooks: Webhooks
  provider_cursors: ProviderCursors
  request_log: RequestLog
  request_clock: RequestClock
  account_tiers: AccountTiers
  network_tiers: NetworkTiers
  contact_search: ContactSearch
  search_progress: SearchProgress
  kysely_migration: Migrations
}
