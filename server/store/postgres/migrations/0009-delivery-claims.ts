import { ofStatements } from '../../engine/of-statements.ts'

/** Adds the claims of deliveries, by which a process finds out whether a commit without a response was made. */
export const { up } = ofStatements(
  `create table delivery_claims (
    node bigint not null,
    number bigint not null,
    is_made boolean not null,
    recorded_at timestamptz not null default now(),
    primary key (node, number)
  )`,
)
