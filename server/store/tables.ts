/** Secrets of an account, or of the address of a person who supports customers. */
const secretsOfOwners = {
  columns: {
    digest: text(),
    account_id: optional('text', 'references accounts (id)'),
    email: optional('text'),
    created_at: integer(),
  },
  primaryKey: ['digest'],
  constraints: ['check ((account_id is null) <> (email is null))'],
}

/**
 * The tables of both databases, in the order of their creation: a table refers only to those before it. Columns that
 * store fields of the document have the fields' names. Columns of one name have one type.
 */
export const tables: Tables = {
  accounts: {
    columns: {
      id: text(),
      name: text(),
      created_at: text(),
      deactivated_at: optional('text'),
      email: optional('text'),
      email_key: optional('text'),
      rate_limit: optional('integer', 'check (rate_limit > 0)'),
    },
    primaryKey: ['id'],
    indexes: [
      // A sign-in link is requested by email address, so an address must belong to one active account.
      'create unique index accounts_by_email on accounts (email_key) where deactivated_at is null',
      'create index accounts_by_tier on accounts (id) where rate_limit is not null',
    ],
  },
  // Not in accounts: every row of an account checks that its account exists, and would read all versions that a long transaction keeps.
  account_numbers: {
    columns: {
      account_id: text('references accounts (id)'),
      invite_numbers: integer('default 100000'),
    },
    primaryKey: ['account_id'],
  },
  api_keys: {
    columns: {
      id: text(),
      account_id: text('references accounts (id)'),
      name: text(),
      digest: text('unique'),
      last_four: text(),
      created_at: text(),
      revoked_at: optional('text'),
      last_used_at: optional('text'),
    },
    primaryKey: ['id'],
    indexes: ['create index api_keys_by_account on api_keys (account_id)'],
  },
  sign_in_links: {
    ...secretsOfOwners,
    indexes: ['create index sign_in_links_by_account on sign_in_links (account_id, created_at)'],
  },
  sessions: {
    ...secretsOfOwners,
    indexes: ['create index sessions_by_age on sessions (created_at)'],
  },
  network_tiers: {
    columns: {
      network: text(),
      rate_limit: integer('check (rate_limit > 0)'),
    },
    primaryKey: ['network'],
  },
  // The number of plans that have changed a shop. A plan locks the row.
  shops: {
    columns: {
      account_id: text('references accounts (id)'),
      revision: integer(),
    },
    primaryKey: ['account_id'],
  },
  warehouses: {
    columns: {
      seq: seq(),
      id: text(),
      account_id: text('references accounts (id)'),
      key: text(),
      name: text(),
    },
    constraints: ['unique (account_id, id)', 'unique (account_id, key)'],
  },
  // The column id is the product's, which its variants share.
  variants: {
    columns: {
      seq: seq(),
      sku: text(),
      account_id: text('references accounts (id)'),
      id: text(),
      product_key: text(),
      title: text(),
      minimumOrderQuantity: integer(),
      productionTime: integer(),
      imageUrl: optional('text'),
      piecesPerCarton: optional('real'),
      cartonHeight: optional('real'),
      cartonLength: optional('real'),
      cartonWidth: optional('real'),
      weight: optional('real'),
      packageHeight: optional('real'),
      packageLength: optional('real'),
      packageWidth: optional('real'),
      packageWeight: optional('real'),
      active: flag(),
      sku_key: text(),
      title_key: text(),
      options: json(),
      pricing: json(),
    },
    constraints: ['unique (account_id, sku)'],
    indexes: ['create index variants_by_account on variants (account_id, seq, active)'],
  },
  campaigns: {
    columns: {
      seq: seq(),
      id: text(),
      account_id: text('references accounts (id)'),
      key: text(),
      name: text(),
      brand_name: optional('text'),
      brand_color: optional('text'),
      expiration: text(),
      status: text(),
      allowOutOfStockOrders: flag(),
    },
    constraints: ['unique (account_id, id)', 'unique (account_id, key)'],
  },
  campaign_variants: {
    columns: {
      account_id: text(),
      campaign_id: text(),
      sku: text(),
      position: integer(),
    },
    primaryKey: ['account_id', 'campaign_id', 'sku'],
    constraints: [
      'foreign key (account_id, campaign_id) references campaigns (account_id, id)',
      'foreign key (account_id, sku) references variants (account_id, sku)',
    ],
  },
  contacts: {
    columns: {
      seq: seq(),
      id: text(),
      account_id: text(),
      campaignId: text(),
      firstName: text(),
      lastName: text(),
      email: text(),
      email_key: text(),
      search_text: text(),
      phone: text(),
      companyName: text(),
      street1: text(),
      street2: text(),
      city: text(),
      state: text(),
      country: text(),
      zip: text(),
      dateOfBirth: text(),
      hireDate: text(),
      shirtSize: text(),
      tags: json(),
      profilePicture: text(),
      createdAt: text(),
    },
    constraints: [
      'unique (account_id, id)',
      'foreign key (account_id, "campaignId") references campaigns (account_id, id)',
    ],
    indexes: [
      'create index contacts_by_campaign on contacts (account_id, "campaignId", seq)',
      'create index contacts_by_email on contacts (account_id, email_key)',
    ],
  },
  // Orders and invites of an address. All contacts with the address share them.
  recipients: {
    columns: {
      account_id: text(),
      campaign_id: text(),
      email_key: text(),
      orders: integer(),
      invited: flag(),
    },
    primaryKey: ['account_id', 'campaign_id', 'email_key'],
    constraints: ['foreign key (account_id, campaign_id) references campaigns (account_id, id)'],
  },
  invites: {
    columns: {
      seq: seq(),
      id: text(),
      account_id: text(),
      campaignId: text(),
      slug: text('unique'),
      inviteNumber: text(),
      status: text("check (status in ('UNUSED', 'USED'))"),
      email: text(),
      email_key: text(),
      firstName: text(),
      lastName: text(),
      companyName: text(),
      expiresAt: text(),
      emailNotificationSent: flag(),
      createdAt: text(),
      viewed_at: optional('integer'),
    },
    constraints: [
      'unique (account_id, "inviteNumber")',
      'unique (account_id, id)',
      'foreign key (account_id, "campaignId") references campaigns (account_id, id)',
    ],
    indexes: ['create index invites_by_email on invites (account_id, email_key)'],
  },
  cart_lines: {
    columns: {
      seq: seq(),
      account_id: text(),
      invite_id: text(),
      sku: text(),
      quantity: integer('check (quantity > 0)'),
    },
    constraints: [
      'unique (account_id, invite_id, sku)',
      'foreign key (account_id, invite_id) references invites (account_id, id)',
      'foreign key (account_id, sku) references variants (account_id, sku)',
    ],
  },
  orders: {
    columns: {
      seq: seq(),
      id: text(),
      account_id: text(),
      orderNumber: text(),
      sourceOrderNumber: optional('text'),
      status: text("check (status in ('AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'))"),
      paymentStatus: text(),
      allocationStatus: text(),
      orderSource: text(),
      orderDate: text(),
      order_time: integer(),
      shipDate: optional('text'),
      deliveredAt: optional('text'),
      trackingNumber: optional('text'),
      carrierCode: optional('text'),
      campaignId: text(),
      warehouse: optional('text'),
      recipient: json(),
      email_key: text(),
      companyName: text(),
      notes: text(),
      products: json(),
      // Where an imported order is from, and the id that it has there.
      source: optional('text'),
      source_id: optional('text'),
      source_changed_at: optional('integer'),
      erased_at: optional('text'),
    },
    constraints: [
      'unique (account_id, "orderNumber")',
      'unique (account_id, id)',
      'foreign key (account_id, "campaignId") references campaigns (account_id, id)',
      'foreign key (account_id, warehouse) references warehouses (account_id, id)',
    ],
    indexes: [
      `create index orders_by_tracking on orders (account_id, "trackingNumber") where "trackingNumber" is not null`,
      'create index orders_by_time on orders (account_id, order_time, id)',
      'create index orders_by_campaign on orders (account_id, "campaignId", order_time, id)',
      'create index orders_by_email on orders (account_id, email_key, order_time, id)',
      // Most orders are not imported, and need no entry.
      'create unique index orders_by_source on orders (account_id, source, source_id) where source_id is not null',
      `create index orders_by_source_number on orders (account_id, "sourceOrderNumber") where "sourceOrderNumber" is not null`,
      'create index orders_by_status on orders (account_id, status, order_time, id)',
    ],
  },
  // The primary key ensures that an invite is redeemed by one order only.
  redemptions: {
    columns: {
      account_id: text(),
      invite_id: text(),
      order_id: text(),
      redeemed_at: text(),
      session: optional('text'),
    },
    primaryKey: ['account_id', 'invite_id'],
    constraints: [
      'unique (account_id, order_id)',
      'foreign key (account_id, invite_id) references invites (account_id, id)',
      'foreign key (account_id, order_id) references orders (account_id, id)',
    ],
  },
  // What happened to an order and who did it, for operators and customers. No operation returns it.
  order_history: {
    columns: {
      seq: seq(),
      account_id: text(),
      order_id: text(),
      at: text(),
      change: text(),
      actor: text(),
      request_id: optional('text'),
      details: text(),
    },
    constraints: ['foreign key (account_id, order_id) references orders (account_id, id)'],
    indexes: ['create index order_history_by_order on order_history (account_id, order_id, seq)'],
  },
  inventory_items: {
    columns: {
      seq: seq(),
      id: text(),
      account_id: text(),
      sku: text(),
      warehouse_id: text(),
      on_hand: integer('check (on_hand >= 0)'),
      allocated: integer('check (allocated >= 0)'),
      inbound: integer('check (inbound >= 0)'),
      low_stock_threshold: integer(),
      // When the units on hand were counted last. Receiving units is no count.
      counted_at: optional('text'),
    },
    constraints: [
      'unique (account_id, sku, warehouse_id)',
      'unique (account_id, id)',
      'foreign key (account_id, sku) references variants (account_id, sku)',
      'foreign key (account_id, warehouse_id) references warehouses (account_id, id)',
    ],
    indexes: [
      'create index inventory_items_by_account on inventory_items (account_id, seq)',
      'create index inventory_items_by_warehouse on inventory_items (warehouse_id, seq)',
    ],
  },
  inventory_events: {
    columns: {
      seq: seq(),
      id: text(),
      account_id: text(),
      item_id: text(),
      event_type: text(),
      quantity: integer(),
      order_id: optional('text'),
      created_at: text(),
    },
    constraints: [
      'foreign key (account_id, item_id) references inventory_items (account_id, id)',
      'foreign key (account_id, order_id) references orders (account_id, id)',
    ],
    indexes: [
      'create index inventory_events_by_item on inventory_events (account_id, item_id, created_at, seq)',
    ],
  },
  webhooks: {
    columns: {
      seq: seq(),
      id: text(),
      account_id: text('references accounts (id)'),
      url: text(),
      canonicalUrl: text(),
      events: json(),
      active: flag(),
      secret: text(),
      createdAt: text(),
      updatedAt: text(),
      // When the account was warned by email that all deliveries fail.
      warned_at: optional('integer'),
    },
    constraints: ['unique (account_id, "canonicalUrl")', 'unique (account_id, id)'],
  },
  // Attempts to deliver events, for operators and customers. They are deleted after 30 days, or when there are many.
  attempts: {
    columns: {
      seq: seq('unique seq'),
      account_id: text('references accounts (id)'),
      webhook_id: text(),
      event: text(),
      subject: text(),
      at_ms: integer(),
      milliseconds: integer(),
      status_code: optional('integer'),
      error: optional('text'),
      response: text(),
    },
    indexes: [
      'create index attempts_by_subscription on attempts (account_id, webhook_id, seq)',
      'create index attempts_by_subject on attempts (account_id, subject, seq)',
    ],
  },
  delivery_queue: {
    columns: {
      seq: seq('unique seq'),
      account_id: text('references accounts (id)'),
      webhook_id: text(),
      event: text(),
      body: text(),
      created_at: integer(),
      // The claim of a server that attempts it. Null while it waits.
      server: optional('text'),
      claim: optional('integer'),
    },
    indexes: [
      // Order events are delivered before invite events, which strangers with a link can cause.
      `create index delivery_queue_by_subscription on delivery_queue (account_id, webhook_id, (event like 'invite.%'), seq) where server is null`,
      'create index delivery_queue_by_claim on delivery_queue (server, claim) where server is not null',
    ],
  },
  // The programs that run `merch webhooks listen`. Their deliveries wait in delivery_queue.
  listeners: {
    columns: {
      id: text(),
      account_id: text('references accounts (id)'),
      events: json(),
      expires_at: integer(),
    },
    primaryKey: ['id'],
  },
  provider_polls: {
    columns: {
      account_id: text('references accounts (id)'),
      provider: text(),
      changed_until: optional('integer'),
      node: optional('text'),
      next_at: integer('default 0'),
      // When a sync last succeeded.
      synced_at: optional('integer'),
    },
    primaryKey: ['account_id', 'provider'],
  },
  // The orders of providers that were not imported, or only in part.
  import_problems: {
    columns: {
      account_id: text('references accounts (id)'),
      source: text(),
      source_id: text(),
      number: text(),
      reason: text(),
      since: integer(),
      tried_at: integer(),
    },
    primaryKey: ['account_id', 'source', 'source_id'],
  },
  // The values of forms that were rejected, for the page that shows the errors.
  rejected_forms: {
    columns: {
      account_id: text('references accounts (id)'),
      digest: text(),
      fields: json(),
      created_at: integer(),
    },
    primaryKey: ['account_id', 'digest'],
    indexes: ['create index rejected_forms_by_age on rejected_forms (created_at)'],
  },
  request_log: {
    columns: {
      address: text(),
      second: integer(),
      requests: integer(),
    },
    primaryKey: ['address', 'second'],
    indexes: ['create index request_log_by_second on request_log (second)'],
  },
}

/** The account of each invite's slug, which is in its link. Without a foreign key: its invite has one. */
export const inviteSlugs: Tables = {
  invite_slugs: {
    columns: { slug: text(), account_id: text() },
    primaryKey: ['slug'],
  },
}

/** The newest requests of each account's keys. */
export const requestTables: Tables = {
  api_requests: {
    columns: {
      account_id: text('references accounts (id)'),
      at_ms: integer(),
      request_id: text(),
      key_id: text(),
      // Empty if no operation has the path.
      operation: text(),
      status: integer(),
      milliseconds: integer(),
    },
    primaryKey: ['account_id', 'at_ms', 'request_id'],
  },
}

/** The body of an attempt, as the queue had it at the end. */
export const attemptColumns: Readonly<Record<string, Table['columns']>> = {
  attempts: { body: optional('text') },
}

/** Who changed an invite, and how. */
export const inviteChanges: Tables = {
  invite_changes: {
    columns: { account_id: text(), invite_id: text(), at: text(), change: text(), actor: text() },
    primaryKey: ['account_id', 'invite_id', 'at', 'change'],
    constraints: ['foreign key (account_id, invite_id) references invites (account_id, id)'],
  },
}

/** Columns that were added after 1.0. */
export const shelfColumns: Readonly<Record<string, Table['columns']>> = {
  inventory_events: {
    // The units that were seen, if the event is a count.
    counted: optional('integer'),
    reason: optional('text'),
    actor: optional('text'),
  },
  orders: {
    // The units of a shipment, by SKU, that did not leave the stock: they were not in it, or had been counted without.
    unmoved: optional('json'),
    // The units that came back, by SKU.
    came_back: optional('json'),
  },
}

export type Tables = Readonly<Record<string, Table>>

export type Table = {
  columns: Readonly<Record<string, Column>>
  /** Tables without one have a column `seq`, which is their key. */
  primaryKey?: readonly string[]
  constraints?: readonly string[]
  indexes?: readonly string[]
}

/** A column, with its constraints in SQL. */
export type Column = { type: ColumnType; constraints: string }

/**
 * A `flag` is 1 or 0, and `json` is text. A `seq` is the order of creation, and the key of its table. With
 * `unique seq`, a new row never has the number of a deleted one.
 */
export type ColumnType = 'flag' | 'integer' | 'json' | 'real' | 'seq' | 'text' | 'unique seq'

export function flag(constraints = ''): Column {
  return { type: 'flag', constraints: `not null ${constraints}` }
}

export function integer(constraints = ''): Column {
  return { type: 'integer', constraints: `not null ${constraints}` }
}

export function json(constraints = ''): Column {
  return { type: 'json', constraints: `not null ${constraints}` }
}

export function text(constraints = ''): Column {
  return { type: 'text', constraints: `not null ${constraints}` }
}

export function optional(type: ColumnType, constraints = ''): Column {
  return { type, constraints }
}

/** The number of a row, which the database gives it. */
export function seq(type: 'seq' | 'unique seq' = 'seq'): Column {
  return { type, constraints: '' }
}
