import type { ColumnType, Generated } from 'kysely'
import type { components } from '../../generated/types.ts'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { NewContact } from '../domain/contact.ts'
import type {
  AccountId,
  CampaignId,
  ContactId,
  InviteId,
  KeyId,
  ListenerId,
  OrderId,
  WarehouseId,
  WebhookId,
} from '../domain/ids.ts'
import type { EventType } from '../domain/inventory.ts'
import type { Invite } from '../domain/invite.ts'
import type { Order } from '../domain/order.ts'
import type { Subscription } from '../domain/subscription.ts'

/** The columns of all rows that an account owns. `seq` is the order of creation. */
type Owned<Id = string> = { seq: Generated<number>; id: Id; account_id: AccountId }
/** SQLite has no booleans. Reads return 1 or 0. */
type Flag = ColumnType<number, boolean, boolean>

/** The columns of a document's fields, which have the fields' names. Lists and objects are JSON text. */
export type Stored<T> = {
  [Field in keyof T]: T[Field] extends boolean
    ? Flag
    : T[Field] extends string | number | null
      ? T[Field]
      : string
}

type Accounts = {
  id: AccountId
  name: string
  created_at: string
  deactivated_at: string | null
  email: string | null
  email_key: string | null
}

/** The last number of each series. */
type AccountNumbers = {
  account_id: AccountId
  order_numbers: Generated<number>
  invite_numbers: Generated<number>
}

/** Sign-in links and sessions of the portal. Only the digest is stored. The time is in milliseconds. */
type PortalSecrets = { digest: string; account_id: AccountId; created_at: number }

/** Higher budgets of accounts, and of the addresses in networks. */
type AccountTiers = { account_id: AccountId; budget: number }
type NetworkTiers = { network: string; budget: number }

type ApiKeys = {
  id: KeyId
  account_id: AccountId
  name: string
  digest: string
  last_four: string
  created_at: string
  revoked_at: string | null
  /** Rounded down to the minute. */
  last_used_at: string | null
}

type Warehouses = Owned<WarehouseId> & { key: string; name: string }

type Variants = Omit<Owned, 'id'> &
  Stored<components['schemas']['ProductVariant']> & {
    active: Flag
    /** Case-folded SKU and title, for searches. */
    sku_key: string
    title_key: string
    product_key: string
    /** JSON, as is `pricing`. */
    options: string
    pricing: string
  }

type Campaigns = Owned<CampaignId> & {
  key: string
  name: string
  /** What recipients see in place of the account's name, and its color. */
  brand_name: string | null
  brand_color: string | null
  expiration: string
  status: string
  allowOutOfStockOrders: Flag
}

type CampaignVariants = {
  campaign_id: CampaignId
  sku: string
  account_id: AccountId
  position: number
}

type Contacts = Owned<ContactId> &
  Stored<NewContact> & {
    email_key: string
    search_text: string
  }

/** The orders and invites of an address in a campaign. All contacts with the address share them. */
type Recipients = {
  account_id: AccountId
  campaign_id: CampaignId
  email_key: string
  orders: number
  invited: Flag
}

type ContactTags = {
  account_id: AccountId
  campaign_id: CampaignId
  tag: string
  contact_seq: number
}

type Invites = Owned<InviteId> &
  Stored<Omit<Invite, '_id'>> & { campaignId: CampaignId; email_key: string }

/** The items that recipients chose. `seq` is the order of choosing. */
type CartLines = {
  seq: Generated<number>
  account_id: AccountId
  invite_id: InviteId
  sku: string
  quantity: number
}

/** The order that redeemed an invite. */
type Redemptions = {
  account_id: AccountId
  invite_id: InviteId
  order_id: OrderId
  redeemed_at: string
  /** The digest of the browser session that ordered. Null for redemptions before it was recorded. */
  session: string | null
}

type Orders = Owned<OrderId> &
  Stored<Order> & {
    /** `orderDate` in milliseconds, for sorting. */
    order_time: number
    email_key: string
  }

type InventoryItems = Owned & {
  sku: string
  warehouse_id: WarehouseId
  on_hand: number
  allocated: number
  inbound: number
  low_stock_threshold: number
}

type InventoryEvents = Owned & {
  item_id: string
  event_type: EventType
  quantity: number
  order_id: OrderId | null
  created_at: string
}

type Webhooks = Owned<WebhookId> &
  Stored<Subscription> & {
    /** The result of the last delivery. All are null before the first. The time is in milliseconds. */
    last_delivery_at: number | null
    last_event: WebhookName | null
    last_status: number | null
    last_error: string | null
  }

/** Deliveries to subscriptions and listeners without an attempt, in the order of their events. The time is in milliseconds. */
type DeliveryQueue = {
  seq: Generated<number>
  account_id: AccountId
  webhook_id: WebhookId | ListenerId
  event: WebhookName
  body: string
  created_at: number
}

/** The programs that receive an account's events. The time is in milliseconds. */
type ListenerRows = { id: ListenerId; account_id: AccountId; events: string; expires_at: number }

/** The time of the last imported change of each provider, in milliseconds. */
type ProviderCursors = { account_id: AccountId; provider: string; changed_until: number }

/** When each provider is polled next, in milliseconds, and the node that may poll before. */
type ProviderPolls = { account_id: AccountId; provider: string; node: string; next_at: number }

/** The number of requests per address and second that count against the budget. */
type RequestLog = { address: string; second: number; requests: number }

/** The last known moment of the log's time, and of the clocks that it follows, in milliseconds. SQLite only. */
type RequestClock = { time: number; wall: number; monotonic: number; boot: string }

/** The full-text index over `contacts.search_text`, by the contact's `seq`. */
type ContactSearch = { rowid: number; search_text: string; contact_search: Generated<string> }

/** The `seq` of the last contact in the search index. */
type SearchProgress = { indexed: number }

/** The migrations that have run. */
type Migrations = { name: string }

export type Tables = {
  accounts: Accounts
  account_numbers: AccountNumbers
  api_keys: ApiKeys
  sign_in_links: PortalSecrets
  portal_sessions: PortalSecrets
  warehouses: Warehouses
  variants: Variants
  campaigns: Campaigns
  campaign_variants: CampaignVariants
  contacts: Contacts
  contact_tags: ContactTags
  recipients: Recipients
  invites: Invites
  cart_lines: CartLines
  redemptions: Redemptions
  orders: Orders
  inventory_items: InventoryItems
  inventory_events: InventoryEvents
  webhooks: Webhooks
  delivery_queue: DeliveryQueue
  listeners: ListenerRows
  provider_cursors: ProviderCursors
  provider_polls: ProviderPolls
  request_log: RequestLog
  request_clock: RequestClock
  account_tiers: AccountTiers
  network_tiers: NetworkTiers
  contact_search: ContactSearch
  search_progress: SearchProgress
  kysely_migration: Migrations
}
