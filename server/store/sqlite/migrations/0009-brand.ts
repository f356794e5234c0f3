import { ofStatements } from '../../engine/of-statements.ts'

/** Adds logos of accounts, and the browser session that redeemed an invite. */
export const { up } = ofStatements(
  `create table account_logos (
    account_id text primary key references accounts (id),
    file text not null,
    content text not null
  ) strict`,
  `create index account_logos_by_file on account_logos (file)`,
  `alter table redemptions add column session text`,
)
