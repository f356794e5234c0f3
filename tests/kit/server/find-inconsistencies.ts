import { DatabaseSync } from 'node:sqlite'

const onHandOf = (event: string) =>
  `case when ${event}.event_type in ('received', 'adjusted', 'inbound_received', 'order_shipped', 'order_returned')
    then ${event}.quantity else 0 end`

const shippedOf = (event: string) =>
  `case when ${event}.event_type = 'order_shipped' then ${event}.quantity else 0 end`

const allocatedOf = (event: string) =>
  `case when ${event}.event_type in ('order_allocated', 'order_released', 'order_shipped')
    then ${event}.quantity else 0 end`

const inboundOf = (event: string) =>
  `case ${event}.event_type when 'inbound_expected' then ${event}.quantity
    when 'inbound_received' then -${event}.quantity else 0 end`

/** The SQL for JSON in which the databases differ. Rows of arrays have a column `value`. */
type JsonSql = {
  objects: (array: string) => string
  length: (array: string) => string
  asNumber: (value: string) => string
  /** A field of an object, by an expression. */
  field: (object: string, name: string) => string
}

const sqliteJson: JsonSql = {
  objects: (array) => `json_each(${array})`,
  length: (array) => `json_array_length(${array})`,
  asNumber: (value) => value,
  field: (object, name) => `(${object} ->> ${name})`,
}

const postgresJson: JsonSql = {
  objects: (array) => `lateral (select json_array_elements(${array}::json) as value)`,
  length: (array) => `json_array_length(${array}::json)`,
  asNumber: (value) => `(${value})::bigint`,
  field: (object, name) => `(${object}::json ->> ${name})`,
}

/** The units of each order by inventory item, from its line items. */
const demandIn = ({ objects, asNumber, field }: JsonSql) => `
  select "order".account_id, "order".id as order_id, "order".status, item.id as item_id,
    sum(${asNumber("line.value ->> 'quantity'")}) as units,
    coalesce(max(${asNumber(field('"order".unmoved', 'item.sku'))}), 0) as unmoved
  from orders as "order" cross join ${objects('"order".products')} as line
  join inventory_items as item on item.account_id = "order".account_id
    and item.warehouse_id = "order".warehouse and item.sku = line.value ->> 'sku'
  group by "order".account_id, "order".id, "order".status, item.id`

/** The units that the events of each order have allocated in each inventory item, and shipped from it. */
const movements = `
  select event.account_id, event.order_id, event.item_id,
    sum(${allocatedOf('event')}) as allocated, sum(${shippedOf('event')}) as on_hand
  from inventory_events as event where event.order_id is not null
  group by event.account_id, event.order_id, event.item_id`

/** Invariants of the database. Each statement returns the rows that violate it. */
const invariantsIn = (
  json: JsonSql,
  demand = demandIn(json),
): Readonly<Record<string, string>> => ({
  'each count of an inventory item is the sum of its events': `
    select item.id, item.on_hand, item.allocated, item.inbound
    from inventory_items as item
    left join inventory_events as event
      on event.account_id = item.account_id and event.item_id = item.id
    group by item.account_id, item.id, item.on_hand, item.allocated, item.inbound
    having item.on_hand <> coalesce(sum(${onHandOf('event')}), 0)
      or item.allocated <> coalesce(sum(${allocatedOf('event')}), 0)
      or item.inbound <> coalesce(sum(${inboundOf('event')}), 0)`,
  'allocated stock equals the units of open orders': `
    select item.id, item.allocated, coalesce(sum(demand.units), 0) as wanted
    from inventory_items as item
    left join (${demand}) as demand on demand.account_id = item.account_id
      and demand.item_id = item.id and demand.status = 'AWAITING_SHIPMENT'
    group by item.account_id, item.id, item.allocated
    having item.allocated <> coalesce(sum(demand.units), 0)`,
  'the stock movements of an order match its status': `
    select demand.order_id, demand.item_id, demand.status, moved.allocated, moved.on_hand
    from (${demand}) as demand
    left join (${movements}) as moved on moved.account_id = demand.account_id
      and moved.order_id = demand.order_id and moved.item_id = demand.item_id
    where coalesce(moved.allocated, 0)
        <> case demand.status when 'AWAITING_SHIPMENT' then demand.units else 0 end
      or coalesce(moved.on_hand, 0)
        <> case when demand.status in ('SHIPPED', 'RETURNED')
          then demand.unmoved - demand.units else 0 end`,
  'an order moves no other stock': `
    select moved.order_id, moved.item_id, moved.allocated, moved.on_hand
    from (${movements}) as moved
    left join (${demand}) as demand on demand.account_id = moved.account_id
      and demand.order_id = moved.order_id and demand.item_id = moved.item_id
    where demand.order_id is null and (moved.allocated <> 0 or moved.on_hand <> 0)`,
  'an event of an order moves units': `
    select id, event_type from inventory_events where order_id is not null and quantity = 0`,
  'the units that came back match the status of their order': `
    select "order".id, "order".status, "order".units, back.units as came_back
    from (
      select account_id, orders.id, status, warehouse,
        sum(${json.asNumber("line.value ->> 'quantity'")}) as units
      from orders cross join ${json.objects('products')} as line
      group by account_id, orders.id, status, warehouse
    ) as "order"
    left join (
      select account_id, order_id, sum(quantity) as units from inventory_events
      where event_type = 'order_returned' group by account_id, order_id
    ) as back on back.account_id = "order".account_id and back.order_id = "order".id
    where coalesce(back.units, 0) >
        case when "order".status in ('SHIPPED', 'RETURNED') then "order".units else 0 end
      or ("order".status = 'RETURNED' and "order".warehouse is not null
        and coalesce(back.units, 0) <> "order".units)`,
  'an order has a ship date once it has shipped, and a delivery date only then': `
    select id, status, "shipDate", "deliveredAt" from orders
    where ("shipDate" is null) <> (status in ('AWAITING_SHIPMENT', 'CANCELLED'))
      or ("deliveredAt" is not null and "shipDate" is null)`,
  'a cancelled order has released its stock, an open one has not': `
    select id, status, "allocationStatus" from orders
    where (status in ('CANCELLED', 'RETURNED') and "allocationStatus" <> 'RELEASED')
      or (status = 'AWAITING_SHIPMENT' and "allocationStatus" = 'RELEASED')`,
  'an order has line items': `
    select id, products from orders where ${json.length('products')} = 0`,
  'the order count of a recipient is the number of orders to its email': `
    select recipient.email_key, recipient.orders, count("order".id) as placed
    from recipients as recipient
    left join orders as "order" on "order".account_id = recipient.account_id
      and "order"."campaignId" = recipient.campaign_id and "order".email_key = recipient.email_key
    group by recipient.account_id, recipient.campaign_id, recipient.email_key, recipient.orders
    having recipient.orders <> count("order".id)`,
  'an order or an invite with an email has a recipient': `
    select account_id, "campaignId", email_key from orders
    union select account_id, "campaignId", email_key from invites where email_key <> ''
    except select account_id, campaign_id, email_key from recipients`,
  'a recipient is invited if its campaign has an invite with its email': `
    select recipient.email_key, recipient.invited from recipients as recipient
    where (recipient.invited = 1) <> exists (select 1 from invites as invite
      where invite.account_id = recipient.account_id
        and invite."campaignId" = recipient.campaign_id and invite.email_key = recipient.email_key)`,
  'an invite is used if and only if it has an order; then its cart is empty': `
    select invite.id, invite.status, redemption.order_id, count(line.seq) as lines
    from invites as invite
    left join redemptions as redemption on redemption.account_id = invite.account_id
      and redemption.invite_id = invite.id
    left join cart_lines as line on line.account_id = invite.account_id
      and line.invite_id = invite.id
    group by invite.account_id, invite.id, invite.status, redemption.order_id
    having (invite.status = 'USED') <> (redemption.order_id is not null)
      or (invite.status = 'USED' and count(line.seq) > 0)`,
  'an order has the source REDEMPTION if and only if it has an invite': `
    select "order".id, "order"."orderSource" from orders as "order"
    left join redemptions as redemption on redemption.account_id = "order".account_id
      and redemption.order_id = "order".id
    where ("order"."orderSource" = 'REDEMPTION') <> (redemption.invite_id is not null)`,
})

/** Returns the reports of SQLite's own checks. */
const sqliteErrors = (database: DatabaseSync): string[] => [
  ...database
    .prepare('pragma integrity_check')
    .all()
    .map(({ integrity_check }) => String(integrity_check))
    .filter((line) => line !== 'ok'),
  ...database
    .prepare('pragma foreign_key_check')
    .all()
    .map((row) => `a foreign key has no row: ${JSON.stringify(row)}`),
]

const violations = (database: DatabaseSync): string[] =>
  Object.entries(invariantsIn(sqliteJson)).flatMap(([name, sql]) =>
    database
      .prepare(sql)
      .all()
      .map((row) => `${name}: ${JSON.stringify(row)}`),
  )

/**
 * Returns the damaged pages, foreign key violations and violated invariants of a database file, one
 * per line. Reads the file with SQL of its own. A server may be running on it.
 */
export const findInconsistencies = (file: string): string[] => {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    // All statements read the same state.
    database.exec('begin')
    const damage = sqliteErrors(database)
    return damage.length > 0 ? damage : violations(database)
  } catch (error) {
    return [`the file cannot be read: ${error}`]
  } finally {
    database.close()
  }
}

/** Returns the violated invariants of a PostgreSQL database, one per line. */
export const findPostgresInconsistencies = async (
  query: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<string[]> => {
  const found: string[] = []
  for (const [name, sql] of Object.entries(invariantsIn(postgresJson)))
    for (const row of await query(sql)) found.push(`${name}: ${JSON.stringify(row)}`)
  return found
}
