import type { Command } from '@commander-js/extra-typings'
import { readDatabaseUrl } from '../config.ts'
import { copyDatabase, isSame } from '../store/copy.ts'
import { fail, interruptible, print, say } from './command.ts'
import { startProgress } from './progress.ts'

const copyHelp = `
A URL is file:PATH or postgres://USER@HOST/DATABASE. Stop the servers of the source first:
the copy has no later writes. The target must be new: a file that does not exist, or an
empty database. It gets all rows, or none if the copy fails or is interrupted. Then run
the command again.

A password in a URL is visible to other users of the machine. Set PGPASSWORD instead.

Every table is read again from the target and compared. One line for each is printed:
its name, number of rows and checksum.`

type Options = { from: string; to: string; compare?: true | undefined }

const copy = ({ from, to, compare }: Options): Promise<void> =>
  interruptible(['SIGINT', 'SIGTERM'], async (signal) => {
    const progress = startProgress()
    try {
      const databases = [readDatabaseUrl('--from', from), readDatabaseUrl('--to', to)] as const
      const tables = await copyDatabase(...databases, {
        compare,
        onProgress: (fraction, text) => progress.show(fraction, text),
        signal,
      })
      for (const table of tables) {
        const { name, source, target } = table
        const line = `${source.rows}\t${source.checksum}`
        if (!compare) print(`${name}\t${line}`)
        else if (isSame(table)) print(`${name}\tsame\t${line}`)
        else print(`${name}\tdiffers\t${line}\t${target.rows}\t${target.checksum}`)
      }
      const differing = tables.filter((table) => !isSame(table)).map(({ name }) => name)
      if (differing.length > 0) fail(`Different rows: ${differing.join(', ')}`)
      const rows = tables.reduce((sum, { target }) => sum + target.rows, 0)
      if (!compare) say(`Copied and verified ${rows.toLocaleString('en-US')} rows.`)
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
