import { ofStatements } from '../../engine/of-statements.ts'

/**
 * Adds the process that counted a row of the request log, and the process's number of the row. Several
 * processes read each other's rows by both: row numbers of all are committed in any order.
 */
export const { up } = ofStatements(
  'alter table request_log add column node bigint not null default 0, add column number bigint',
  'alter table request_log add unique (node, number)',
  `create table request_nodes (
    node bigint primary key,
    number bigint not null,
    second bigint not null
  )`,
  `insert into request_nodes (node, number, second)
    select 0, 0, max(second) from request_log having count(*) > 0`,
)
