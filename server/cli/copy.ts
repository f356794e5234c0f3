import type { Command } from '@commander-js/extra-typings'
import { readDatabaseUrl } from '../config.ts'
import {
  type ComparedTable,
  type CopyOptions,
  compareDatabases,
  copyDatabase,
  isSame,
} from '../store/copy/copy-database.ts'
import { interruptible, print, say } from './kit/command.ts'
import { CommandFailure } from './kit/command-failure.ts'
import { progressOn } from './kit/progress.ts'

const copyHelp = `
A URL is file:PATH or postgres://USER@HOST/DATABASE. Stop the servers of the source first:
the copy has no later writes. The target must be new: a file that does not exist, or an
empty database. It gets all rows, or none if the copy fails or is interrupted. Then run
the command again.

A password in a URL is visible to other users of the machine. Set PGPASSWORD instead.

Every table is read again from the target and compared. One line for each is printed:
its name, number of rows and checksum.`

type Options = { from: string; to: string; compare?: true | undefined }

const number = new Intl.NumberFormat('en-US')

/** Prints the tables of a copy. */
const printCopied = (tables: readonly ComparedTable[]): void => {
  for (const { name, target } of tables) print(`${name}\t${target.rows}\t${target}`)
  const rows = tables.reduce((sum, { target }) => sum + target.rows, 0)
  say(`Copied and verified ${number.format(rows)} rows.`)
}

/** Prints the tables of two databases. @throws {CommandFailure} if they differ. */
const printCompared = (tables: readonly ComparedTable[]): void => {
  for (const table of tables) {
    const { name, source, target } = table
    if (isSame(table)) print(`${name}\tsame\t${source.rows}\t${source}`)
    else print(`${name}\tdiffers\t${source.rows}\t${source}\t${target.rows}\t${target}`)
  }
  const differing = tables.filter((table) => !isSame(table)).map(({ name }) => name)
  if (differing.length > 0) throw new CommandFailure(`Different rows: ${differing.join(', ')}`)
}

const run = async ({ from, to, compare }: Options, options: CopyOptions): Promise<void> => {
  const source = readDatabaseUrl('--from', from)
  const target = readDatabaseUrl('--to', to)
  if (compare) printCompared(await compareDatabases(source, target, options))
  else printCopied(await copyDatabase(source, target, options))
}

const copy = (given: Options): Promise<void> =>
  interruptible(['SIGINT', 'SIGTERM'], async (signal) => {
    const progress = progressOn(process.stderr)
    try {
      await run(given, {
        onProgress: (fraction, text) => progress.show(fraction, text),
        signal,
      })
    } catch (error) {
      if (!signal.aborted) throw error
      progress.say('Stopped. The target is empty. Run the command again to copy everything.')
      process.exitCode = 130
    } finally {
      progress.end()
    }
  })

export const addCopy = (merch: Command): void => {
  merch
    .command('copy')
    .description('Copy a database to an empty one, SQLite or PostgreSQL, and verify the copy')
    .requiredOption('--from <url>', 'database to copy')
    .requiredOption('--to <url>', 'new database')
    .option('--compare', 'only compare the databases')
    .addHelpText('after', copyHelp)
    .action(copy)
}
