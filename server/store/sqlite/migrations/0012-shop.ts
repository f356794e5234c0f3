import { ofStatements } from '../../engine/of-statements.ts'

/**
 * Adds the keys that an operator's file names things by, and what it holds beside the contract's fields.
 * A campaign's brand replaces the logo of an account.
 */
export const { up } = ofStatements(
  `alter table warehouses add column key text not null default ''`,
  'update warehouses set key = id',
  'create unique index warehouses_by_key on warehouses (account_id, key)',
  `alter table campaigns add column key text not null default ''`,
  'alter table campaigns add column brand_name text',
  'alter table campaigns add column brand_color text',
  'update campaigns set key = id',
  'create unique index campaigns_by_key on campaigns (account_id, key)',
  `alter table variants add column product_key text not null default ''`,
  `alter table variants add column options text not null default '{}'`,
  `alter table variants add column pricing text not null default '[]'`,
  `update variants set product_key = product_id,
    pricing = '[{"minimumQuantity":' || minimum_order_quantity || '}]'`,
  'drop table account_logos',
)
