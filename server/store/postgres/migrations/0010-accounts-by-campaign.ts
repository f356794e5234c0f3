import { ofStatements } from '../../engine/of-statements.ts'

/**
 * A campaign or a variant has an account, so each row that refers to one has it too. The check locks the
 * account's row, which each new order changes: PostgreSQL took 40 % of its CPU time for that.
 */
export const { up } = ofStatements(
  'alter table contacts drop constraint contacts_account_id_fkey',
  'alter table invites drop constraint invites_account_id_fkey',
  'alter table orders drop constraint orders_account_id_fkey',
  'alter table inventory_items drop constraint inventory_items_account_id_fkey',
)
