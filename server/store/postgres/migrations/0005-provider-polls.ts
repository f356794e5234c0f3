import { ofStatements } from '../../engine/of-statements.ts'

/** Adds the time of the next poll of each provider, in milliseconds, and the node that may poll before it. */
export const { up } = ofStatements(
  `create table provider_polls (
    account_id text collate "C" not null references accounts (id),
    provider text collate "C" not null,
    node text collate "C" not null,
    next_at bigint not null,
    primary key (account_id, provider)
  )`,
)
