import { ofStatements } from '../../engine/of-statements.ts'

/** Adds the result of the last delivery to each subscription. The time is in milliseconds. */
export const { up } = ofStatements(
  'alter table webhooks add column last_delivery_at integer',
  'alter table webhooks add column last_event text',
  'alter table webhooks add column last_status integer',
  'alter table webhooks add column last_error text',
)
