/**
 * The settings of a session. Statements depend on the first two. A commit with a success response is on the
 * disk, and on a synchronous standby. The others hold unless the URL, the user or the server sets others.
 *
 * The locks of a process that hangs, or whose machine is gone, are released after three seconds. Plans use
 * indexes: those of a table that was empty when they were made would read all of it, however large it is by
 * now. The cost that this adds to the others would start the compiler, which takes longer than any statement.
 */
export const sessionOf = ({ statement, pause }: Patience) => `
  set default_transaction_isolation = 'read committed';
  set standard_conforming_strings = on;
  select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') in ('off', 'local');
  select set_config(setting.name, setting.value, false)
  from pg_settings join (values
    ('statement_timeout', '${statement}'),
    ('idle_in_transaction_session_timeout', '${pause}'),
    ('tcp_keepalives_idle', '2'),
    ('tcp_keepalives_interval', '1'),
    ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '5000'),
    ('enable_seqscan', 'off'),
    ('jit', 'off')
  ) as setting (name, value) on setting.name = pg_settings.name
  where pg_settings.source = 'default'`

/** Milliseconds that a statement may run, and that a transaction may pause. */
type Patience = { statement: number; pause: number }
export const ofServer: Patience = { statement: 4000, pause: 3000 }
/** An operator's command may read 100,000 rows, and compare them with a file in the middle of a transaction. */
export const ofCommand: Patience = { statement: 60_000, pause: 60_000 }
