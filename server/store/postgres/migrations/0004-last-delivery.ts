import { ofStatements } from '../../engine/of-statements.ts'

/** Adds the result of the last delivery to each subscription. The time is in milliseconds. */
export const { up } = ofStatements(
  `alter table webhooks
    add column last_delivery_at bigint,
    add column last_event text collate "C",
    add column last_status integer,
    add column last_error text`,
)
