import { type Kysely, sql } from 'kysely'
import { seq, text } from './column-types.ts'

const statements = [
  // Contacts are searched by parts of their names and addresses.
  sql`create extension if not exists pg_trgm`,

  sql`create table warehouses (
    ${seq},
    id ${text} not null,
    account_id ${text} not null references accounts (id),
    name ${text} not null,
    primary key (account_id, seq),
    unique (account_id, id)
  )`,

  sql`create table variants (
    ${seq},
    sku ${text} not null,
    account_id ${text} not null references accounts (id),
    product_id ${text} not null,
    title ${text} not null,
    minimum_order_quantity bigint not null,
    production_time bigint not null,
    image_url ${text},
    pieces_per_carton double precision,
    carton_height double precision,
    carton_length double precision,
    carton_width double precision,
    weight double precision,
    package_height double precision,
    package_length double precision,
    package_width double precision,
    package_weight double precision,
    active smallint not null,
    sku_key ${text} not null,
    title_key ${text} not null,
    primary key (account_id, seq),
    unique (account_id, sku)
  )`,
  sql`create index variants_by_account on variants (account_id, active, seq)`,

  sql`create table campaigns (
    ${seq},
    id ${text} not null,
    account_id ${text} not null references accounts (id),
    name ${text} not null,
    expiration ${text} not null,
    status ${text} not null,
    allow_out_of_stock_orders smallint not null,
    primary key (account_id, seq),
    unique (account_id, id)
  )`,

  sql`create table campaign_variants (
    account_id ${text} not null,
    campaign_id ${text} not null,
    sku ${text} not null,
    position bigint not null,
    primary key (account_id, campaign_id, sku),
    foreign key (account_id, campaign_id) references campaigns (account_id, id),
    foreign key (account_id, sku) references variants (account_id, sku)
  )`,

  sql`create table contacts (
    ${seq},
    id ${text} not null,
    account_id ${text} not null references accounts (id),
    campaign_id ${text} not null,
    first_name ${text} not null,
    last_name ${text} not null,
    email ${text} not null,
    email_key ${text} not null,
    search_text ${text} not null,
    phone ${text} not null,
    company_name ${text} not null,
    street1 ${text} not null,
    street2 ${text} not null,
    city ${text} not null,
    state ${text} not null,
    country ${text} not null,
    zip ${text} not null,
    date_of_birth ${text} not null,
    hire_date ${text} not null,
    shirt_size ${text} not null,
    tags ${text} not null,
    profile_picture ${text} not null,
    order_count bigint not null,
    invited smallint not null,
    created_at ${text} not null,
    primary key (account_id, seq),
    unique (account_id, id),
    foreign key (account_id, campaign_id) references campaigns (account_id, id)
  )`,
  sql`create index contacts_by_campaign on contacts (account_id, campaign_id, seq)`,
  sql`create index contacts_by_email on contacts (account_id, campaign_id, email_key)`,
  sql`create index contacts_by_orders on contacts (account_id, campaign_id, order_count, seq)`,
  sql`create index contacts_by_invite on contacts (account_id, campaign_id, invited, seq)`,
  sql`create index contacts_by_trigram on contacts using gin (search_text gin_trgm_ops)`,

  sql`create table contact_tags (
    account_id ${text} not null,
    campaign_id ${text} not null,
    tag ${text} not null,
    contact_seq bigint not null,
    primary key (account_id, campaign_id, tag, contact_seq),
    foreign key (account_id, contact_seq) references contacts (account_id, seq)
  )`,

  sql`create table invites (
    ${seq},
    id ${text} not null,
    account_id ${text} not null references accounts (id),
    campaign_id ${text} not null,
    slug ${text} not null unique,
    invite_number ${text} not null,
    status ${text} not null check (status in ('UNUSED', 'USED')),
    email ${text} not null,
    email_key ${text} not null,
    first_name ${text} not null,
    last_name ${text} not null,
    company_name ${text} not null,
    expires_at ${text} not null,
    email_notification_sent smallint not null,
    created_at ${text} not null,
    primary key (account_id, seq),
    unique (account_id, invite_number),
    unique (account_id, id),
    foreign key (account_id, campaign_id) references campaigns (account_id, id)
  )`,
  sql`create index invites_by_email on invites (account_id, campaign_id, email_key)`,

  sql`create table cart_lines (
    ${seq},
    account_id ${text} not null,
    invite_id ${text} not null,
    sku ${text} not null,
    quantity bigint not null check (quantity > 0),
    primary key (account_id, invite_id, sku),
    foreign key (account_id, invite_id) references invites (account_id, id),
    foreign key (account_id, sku) references variants (account_id, sku)
  )`,

  sql`create table orders (
    ${seq},
    id ${text} not null,
    account_id ${text} not null references accounts (id),
    order_number ${text} not null,
    source_order_number ${text},
    status ${text} not null
      check (status in ('AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED')),
    payment_status ${text} not null,
    allocation_status ${text} not null,
    order_source ${text} not null,
    order_date ${text} not null,
    order_time bigint not null,
    ship_date ${text},
    delivered_at ${text},
    tracking_number ${text},
    carrier_code ${text},
    campaign_id ${text} not null,
    warehouse_id ${text},
    recipient ${text} not null,
    email_key ${text} not null,
    company_name ${text} not null,
    notes ${text} not null,
    products ${text} not null,
    primary key (account_id, seq),
    unique (account_id, order_number),
    unique (account_id, id),
    foreign key (account_id, campaign_id) references campaigns (account_id, id),
    foreign key (account_id, warehouse_id) references warehouses (account_id, id)
  )`,
  sql`create index orders_by_time on orders (account_id, order_time, id)`,
  sql`create index orders_by_campaign on orders (account_id, campaign_id, order_time, id)`,
  sql`create index orders_by_email on orders (account_id, email_key, order_time, id)`,
  sql`create index orders_by_status on orders (account_id, status, order_time, id)`,
  sql`create unique index orders_by_source on orders (account_id, source_order_number)
    where source_order_number is not null`,

  // The primary key ensures that an invite is redeemed by one order only.
  sql`create table redemptions (
    account_id ${text} not null,
    invite_id ${text} not null,
    order_id ${text} not null,
    redeemed_at ${text} not null,
    primary key (account_id, invite_id),
    unique (account_id, order_id),
    foreign key (account_id, invite_id) references invites (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id)
  )`,

  sql`create table inventory_items (
    ${seq},
    id ${text} not null,
    account_id ${text} not null references accounts (id),
    sku ${text} not null,
    warehouse_id ${text} not null,
    on_hand bigint not null check (on_hand >= 0),
    allocated bigint not null check (allocated >= 0),
    inbound bigint not null check (inbound >= 0),
    low_stock_threshold bigint not null,
    primary key (account_id, seq),
    unique (account_id, sku, warehouse_id),
    unique (account_id, id),
    foreign key (account_id, sku) references variants (account_id, sku),
    foreign key (account_id, warehouse_id) references warehouses (account_id, id)
  )`,
  sql`create index inventory_items_by_warehouse on inventory_items (account_id, warehouse_id, seq)`,

  sql`create table inventory_events (
    ${seq},
    id ${text} not null,
    account_id ${text} not null,
    item_id ${text} not null,
    event_type ${text} not null,
    quantity bigint not null,
    order_id ${text},
    created_at ${text} not null,
    primary key (account_id, id),
    foreign key (account_id, item_id) references inventory_items (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id)
  )`,
  sql`create index inventory_events_by_item on inventory_events (account_id, item_id, created_at, seq)`,

  sql`create table webhooks (
    ${seq},
    id ${text} not null,
    account_id ${text} not null references accounts (id),
    url ${text} not null,
    canonical_url ${text} not null,
    events ${text} not null,
    active smallint not null,
    secret ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    primary key (account_id, seq),
    unique (account_id, canonical_url),
    unique (account_id, id)
  )`,

  sql`create table delivery_queue (
    ${seq} unique,
    account_id ${text} not null references accounts (id),
    webhook_id ${text} not null,
    event ${text} not null,
    body ${text} not null,
    created_at bigint not null,
    primary key (account_id, webhook_id, seq)
  )`,

  sql`create table provider_cursors (
    account_id ${text} not null references accounts (id),
    provider ${text} not null,
    changed_until bigint not null,
    primary key (account_id, provider)
  )`,
]

/** Creates the tables of campaigns, contacts, orders, stock and webhooks. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
