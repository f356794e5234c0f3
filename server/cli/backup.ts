import { existsSync } from 'node:fs'
import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { backUp } from '../store/backup.ts'
import { fail, print, requireDatabase } from './command.ts'
import { startProgress } from './progress.ts'

const restoreHelp = `
The copy is one consistent state of the database, and is checked before it gets its name.
To restore it: stop the server, delete DATABASE_URL's file and its -wal and -shm files,
put the copy in its place, and start the server.`

/** Returns a text as a word of a shell line. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

export const addBackup = (merch: Command): void => {
  merch
    .command('backup')
    .description('Copy the database to a file and print the file. The server may be running.')
    .argument('<file>', 'file to create')
    .option('--force', 'replace the file if it exists')
    .addHelpText('after', restoreHelp)
    .action(async (file, { force }) => {
      if (!force && existsSync(file))
        fail(`${file} already exists. Choose another name or add --force.`)
      const config = readConfig()
      if (config.postgres)
        fail(
          `The database is PostgreSQL. Run: pg_dump --format=custom --exclude-table-data=delivery_queue --file=${quoted(file)} "$DATABASE_URL"`,
        )
      requireDatabase(config)
      const progress = startProgress()
      try {
        await backUp(config.databaseFile, file, (fraction) => progress.show(fraction, 'copied'))
      } finally {
        progress.end()
      }
      print(file)
    })
}
