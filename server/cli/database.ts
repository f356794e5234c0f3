import { statSync } from 'node:fs'
import type { Command } from '@commander-js/extra-typings'
import { readConfig, readDatabaseUrl } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { backUp } from '../store/copies/backup.ts'
import { copyDatabase, isSame } from '../store/copies/copy-database.ts'
import { fail, interruptible, print, requireDatabase, say, withNewStore } from './command.ts'
import { printNewKey } from './keys.ts'
import { startProgress } from './progress.ts'

const restoreHelp = `
The copy is one consistent state of the database, and is checked before it gets its name.
To restore it, stop the server and run: merch restore FILE`

const copyHelp = `
A URL is file:PATH or postgres://USER@HOST/DATABASE. Stop the servers of the source first. The target must be new or
empty. It gets all rows, or none if the copy fails. Each table is compared: its name, number of rows and checksum are
printed. A password in a URL is visible to other users of the machine: set PGPASSWORD instead.`

const distributeHelp = `
Without --yes, only the plan is printed. Writes wait while it runs. It is one transaction: if it fails or is
interrupted, the database is as before. The nodes must be added first: see docs/scaling.md, "Citus".`

export const addDatabase = (merch: Command): void => {
  merch
    .command('migrate')
    .description('Migrate the database to the schema of this version and print what ran')
    .action(
      // Every command and every start migrates the database. This one does nothing else.
      withNewStore(async ({ migrated }) => {
        for (const name of migrated) await print(name)
        if (migrated.length === 0) say('The schema is up to date.')
      }),
    )

  merch
    .command('seed')
    .description('Fill the database')
    .command('demo')
    .description('Create an account with demo data and print an API key for it')
    .action(
      withNewStore(async (store) => {
        // Imported only here, because it reads the demo's files.
        const { seedDemo } = await import('../demo/seed-demo.ts')
        const account = await store.write((transaction) => seedDemo(transaction, systemClock()))
        say(`Created ${account} with demo data. Its API key is shown only once:`)
        await printNewKey(store, account, 'demo')
      }),
    )

  merch
    .command('backup')
    .description('Copy the database to a file and print the file. The server may be running.')
    .argument('<file>', 'file to create')
    .option('--force', 'replace the file if it exists')
    .addHelpText('after', restoreHelp)
    .action(makeBackup)

  merch
    .command('copy')
    .description('Copy a database to an empty one, SQLite or PostgreSQL, and verify the copy')
    .requiredOption('--from <url>', 'database to copy')
    .requiredOption('--to <url>', 'new database')
    .option('--compare', 'only compare the databases')
    .addHelpText('after', copyHelp)
    .action(copy)

  merch
    .command('distribute')
    .description('Distribute the accounts of a PostgreSQL database over the nodes of Citus')
    .option('--yes', 'distribute the database')
    .addHelpText('after', distributeHelp)
    .action(distributeDatabase)
}

async function makeBackup(file: string, { force }: { force?: true }): Promise<void> {
  const existing = statSync(file, { throwIfNoEntry: false })
  if (existing && !existing.isFile()) fail(`${file} is not a file. Choose another name.`)
  if (existing && !force) fail(`${file} already exists. Choose another name or add --force.`)
  const config = readConfig()
  if (config.postgres)
    fail(
      `The database is PostgreSQL. Run, where its programs are: pg_dump --format=custom --exclude-table-data=delivery_queue --file=${quoted(file)} "$DATABASE_URL"`,
    )
  requireDatabase(config)
  const progress = startProgress()
  await backUp(config.databaseFile, file, (share) => progress.show(share, 'copied')).finally(() =>
    progress.end(),
  )
  await print(file)
}

/** Returns a text as a word of a shell line. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

type CopyOptions = { from: string; to: string; compare?: true | undefined }

function copy({ from, to, compare }: CopyOptions): Promise<void> {
  return interruptible(['SIGINT', 'SIGTERM'], async (signal) => {
    const progress = startProgress()
    try {
      const databases = [readDatabaseUrl('--from', from), readDatabaseUrl('--to', to)] as const
      const tables = await copyDatabase(...databases, {
        compare,
        onProgress: (fraction, text) => progress.show(fraction, text),
        signal,
      }).finally(() => progress.end())
      for (const table of tables) {
        const { name, source, target } = table
        const line = `${source.rows}\t${source.checksum}`
        if (!compare) await print(`${name}\t${line}`)
        else if (isSame(table)) await print(`${name}\tsame\t${line}`)
        else await print(`${name}\tdiffers\t${line}\t${target.rows}\t${target.checksum}`)
      }
      const differing = tables.filter((table) => !isSame(table)).map(({ name }) => name)
      if (differing.length > 0) fail(`Different rows: ${differing.join(', ')}`)
      const rows = tables.reduce((sum, { target }) => sum + target.rows, 0)
      if (!compare) say(`Copied and verified ${rows.toLocaleString('en-US')} rows.`)
    } catch (error) {
      if (!signal.aborted) throw error
      say('Stopped. The target is empty. Run the command again to copy everything.')
      process.exitCode = 130
    }
  })
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
