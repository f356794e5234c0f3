import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { fail, print, say } from './command.ts'

const distributeHelp = `
Without --yes, only the plan is printed. Writes wait while it runs. It is one transaction: if it fails or is
interrupted, the database is as before. The nodes must be added first: see docs/scaling.md, "Citus".`

export const addDistribute = (merch: Command): void => {
  merch
    .command('distribute')
    .description('Distribute the accounts of a PostgreSQL database over the nodes of Citus')
    .option('--yes', 'distribute the database')
    .addHelpText('after', distributeHelp)
    .action(distributeDatabase)
}

async function distributeDatabase({ yes }: { yes?: true | undefined }): Promise<void> {
  const { postgres } = readConfig()
  if (!postgres) return fail('DATABASE_URL must be a PostgreSQL database with the extension citus')
  // Loaded only when they are used.
  const { connect } = await import('../store/postgres/postgres-connection.ts')
  const { migratePostgres } = await import('../store/postgres/migrate-postgres.ts')
  const { distribute, finishDistribution, planDistribution } = await import(
    '../store/postgres/plan-distribution.ts'
  )
  const client = await connect(postgres.url)
  try {
    await migratePostgres(client)
    const { pending, shards, nodes } = await planDistribution(client)
    for (const { table, rows, place } of pending) await print(`${table}\t${rows}\t${place}`)
    if (pending.length === 0) say('The database is distributed.')
    else {
      const rows = pending.reduce((sum, each) => sum + each.rows, 0).toLocaleString('en-US')
      say(`${rows} rows are copied to ${shards} shards on ${nodes.join(', ')}. Writes wait.`)
      if (!yes) return say('Nothing was changed. Add --yes to distribute the database.')
      await distribute(client, (table) => say(`Copying ${table}`)).catch((error: Error) =>
        fail(`${error.message}. The database is as before.`),
      )
      say('The database is distributed. Restart the servers.')
    }
    if (yes) await finishDistribution(client)
  } finally {
    await client.end()
  }
}
