CREATE TABLE account_tiers (
  account_id text primary key references accounts (id),
  budget integer not null check (budget > 0)
) strict, without rowid;

CREATE TABLE accounts (
  id text primary key,
  name text not null,
  created_at text not null,
  deactivated_at text,
  order_numbers integer not null default 100000,
  invite_numbers integer not null default 100000
  , email text, email_key text) strict, without rowid;

CREATE TABLE api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  digest text not null unique,
  last_four text not null,
  created_at text not null,
  revoked_at text
  , last_used_at text) strict, without rowid;

CREATE TABLE campaign_variants (
  account_id text not null,
  campaign_id text not null,
  sku text not null,
  position integer not null,
  primary key (account_id, campaign_id, sku),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, sku) references variants (account_id, sku)
) strict, without rowid;

CREATE TABLE campaigns (
  seq integer primary key,
  id text not null,
  account_id text not null references accounts (id),
  name text not null,
  expiration text not null,
  status text not null,
  allow_out_of_stock_orders integer not null, key text not null default '', brand_name text, brand_color text,
  unique (account_id, id)
) strict;

CREATE TABLE cart_lines (
  seq integer primary key,
  account_id text not null,
  invite_id text not null,
  sku text not null,
  quantity integer not null check (quantity > 0),
  unique (account_id, invite_id, sku),
  foreign key (account_id, invite_id) references invites (account_id, id),
  foreign key (account_id, sku) references variants (account_id, sku)
) strict;

CREATE VIRTUAL TABLE contact_search using fts5 (
  search_text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE 'contact_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'contact_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'contact_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE contact_tags (
  account_id text not null,
  campaign_id text not null,
  tag text not null,
  contact_seq integer not null references contacts (seq),
  primary key (account_id, campaign_id, tag, contact_seq)
) strict, without rowid;

CREATE TABLE contacts (
  seq integer primary key,
  id text not null,
  account_id text not null references accounts (id),
  campaign_id text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_key text not null,
  search_text text not null,
  phone text not null,
  company_name text not null,
  street1 text not null,
  street2 text not null,
  city text not null,
  state text not null,
  country text not null,
  zip text not null,
  date_of_birth text not null,
  hire_date text not null,
  shirt_size text not null,
  tags text not null check (json_valid(tags)),
  profile_picture text not null,
  order_count integer not null,
  invited integer not null,
  created_at text not null,
  unique (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
) strict;

CREATE TABLE delivery_queue (
  seq integer primary key autoincrement,
  account_id text not null references accounts (id),
  webhook_id text not null,
  event text not null,
  body text not null,
  created_at integer not null
) strict;

CREATE TABLE inventory_events (
  seq integer primary key,
  id text not null,
  account_id text not null,
  item_id text not null,
  event_type text not null,
  quantity integer not null,
  order_id text,
  created_at text not null,
  unique (account_id, id),
  foreign key (account_id, item_id) references inventory_items (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id)
) strict;

CREATE TABLE inventory_items (
  seq integer primary key,
  id text not null,
  account_id text not null references accounts (id),
  sku text not null,
  warehouse_id text not null,
  on_hand integer not null check (on_hand >= 0),
  allocated integer not null check (allocated >= 0),
  inbound integer not null check (inbound >= 0),
  low_stock_threshold integer not null,
  unique (account_id, sku, warehouse_id),
  unique (account_id, id),
  foreign key (account_id, sku) references variants (account_id, sku),
  foreign key (account_id, warehouse_id) references warehouses (account_id, id)
) strict;

CREATE TABLE invites (
  seq integer primary key,
  id text not null,
  account_id text not null references accounts (id),
  campaign_id text not null,
  slug text not null unique,
  invite_number text not null,
  status text not null check (status in ('UNUSED', 'USED')),
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  company_name text not null,
  expires_at text not null,
  email_notification_sent integer not null,
  created_at text not null,
  unique (account_id, invite_number),
  unique (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
) strict;

CREATE TABLE network_tiers (
  network text primary key,
  budget integer not null check (budget > 0)
) strict, without rowid;

CREATE TABLE orders (
  seq integer primary key,
  id text not null,
  account_id text not null references accounts (id),
  order_number text not null,
  source_order_number text,
  status text not null
    check (status in ('AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED')),
  payment_status text not null,
  allocation_status text not null,
  order_source text not null,
  order_date text not null,
  order_time integer not null,
  ship_date text,
  delivered_at text,
  tracking_number text,
  carrier_code text,
  campaign_id text not null,
  warehouse_id text,
  recipient text not null check (json_valid(recipient)),
  email_key text not null,
  company_name text not null,
  notes text not null,
  products text not null check (json_valid(products)),
  unique (account_id, order_number),
  unique (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, warehouse_id) references warehouses (account_id, id)
) strict;

CREATE TABLE portal_sessions (
  digest text primary key,
  account_id text not null references accounts (id),
  created_at integer not null
) strict, without rowid;

CREATE TABLE provider_cursors (
  account_id text not null references accounts (id),
  provider text not null,
  changed_until integer not null,
  primary key (account_id, provider)
) strict, without rowid;

CREATE TABLE provider_polls (
  account_id text not null references accounts (id),
  provider text not null,
  node text not null,
  next_at integer not null,
  primary key (account_id, provider)
) strict;

CREATE TABLE redemptions (
  account_id text not null,
  invite_id text not null,
  order_id text not null,
  redeemed_at text not null, session text,
  primary key (account_id, invite_id),
  unique (account_id, order_id),
  foreign key (account_id, invite_id) references invites (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id)
) strict, without rowid;

CREATE TABLE request_clock (offset integer not null) strict;

CREATE TABLE request_log (
  seq integer primary key,
  address text not null,
  second integer not null,
  requests integer not null
) strict;

CREATE TABLE search_progress (indexed integer not null) strict;

CREATE TABLE sign_in_links (
  digest text primary key,
  account_id text not null references accounts (id),
  created_at integer not null
) strict, without rowid;

CREATE TABLE variants (
  seq integer primary key,
  sku text not null,
  account_id text not null references accounts (id),
  product_id text not null,
  title text not null,
  minimum_order_quantity integer not null,
  production_time integer not null,
  image_url text,
  pieces_per_carton real,
  carton_height real,
  carton_length real,
  carton_width real,
  weight real,
  package_height real,
  package_length real,
  package_width real,
  package_weight real,
  active integer not null,
  sku_key text not null,
  title_key text not null, product_key text not null default '', options text not null default '{}', pricing text not null default '[]',
  unique (account_id, sku)
) strict;

CREATE TABLE warehouses (
  seq integer primary key,
  id text not null,
  account_id text not null references accounts (id),
  name text not null, key text not null default '',
  unique (account_id, id)
) strict;

CREATE TABLE webhooks (
  seq integer primary key,
  id text not null,
  account_id text not null references accounts (id),
  url text not null,
  canonical_url text not null,
  events text not null check (json_valid(events)),
  active integer not null,
  secret text not null,
  created_at text not null,
  updated_at text not null, last_delivery_at integer, last_event text, last_status integer, last_error text,
  unique (account_id, canonical_url),
  unique (account_id, id)
) strict;

CREATE UNIQUE INDEX accounts_by_email on accounts (email_key) where deactivated_at is null;

CREATE INDEX api_keys_by_account on api_keys (account_id);

CREATE INDEX campaigns_by_account on campaigns (account_id, seq);

CREATE UNIQUE INDEX campaigns_by_key on campaigns (account_id, key);

CREATE INDEX contacts_by_campaign on contacts (account_id, campaign_id, seq);

CREATE INDEX contacts_by_email on contacts (account_id, campaign_id, email_key);

CREATE INDEX contacts_by_invite on contacts (account_id, campaign_id, invited, seq);

CREATE INDEX contacts_by_orders on contacts (account_id, campaign_id, order_count, seq);

CREATE INDEX delivery_queue_by_subscription on delivery_queue (account_id, webhook_id, seq);

CREATE INDEX inventory_events_by_item on inventory_events (account_id, item_id, created_at, seq);

CREATE INDEX inventory_items_by_account on inventory_items (account_id, seq);

CREATE INDEX inventory_items_by_warehouse on inventory_items (account_id, warehouse_id, seq);

CREATE INDEX invites_by_email on invites (account_id, campaign_id, email_key);

CREATE INDEX orders_by_campaign on orders (account_id, campaign_id, order_time, id);

CREATE INDEX orders_by_email on orders (account_id, email_key, order_time, id);

CREATE UNIQUE INDEX orders_by_source on orders (account_id, source_order_number)
  where source_order_number is not null;

CREATE INDEX orders_by_status on orders (account_id, status, order_time, id);

CREATE INDEX orders_by_time on orders (account_id, order_time, id);

CREATE INDEX portal_sessions_by_age on portal_sessions (created_at);

CREATE INDEX request_log_by_address on request_log (address, second, requests);

CREATE INDEX sign_in_links_by_account on sign_in_links (account_id, created_at);

CREATE INDEX variants_by_account on variants (account_id, active, seq);

CREATE INDEX warehouses_by_account on warehouses (account_id, seq);

CREATE UNIQUE INDEX warehouses_by_key on warehouses (account_id, key);
