import { existsSync } from 'node:fs'
import { readConfig } from '../config.ts'
import { backUp } from '../store/sqlite/backup.ts'
import { plainCommand, print } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { progressOn } from './progress.ts'

/** Copies the database into a file, while a server is working on it or not. */
export const backup = plainCommand({
  name: 'backup',
  description:
    'Copy the database into a file, also while the server is running, and print the file',
  args: {
    file: { type: 'positional', required: true, description: 'Where the copy goes' },
    force: { type: 'boolean', default: false, description: 'Replace the file if it is there' },
  },
  more: `The copy is one state of the database, looked at before it is given its name. To restore it, stop
the server, remove DATABASE_URL's file with its -wal and -shm, put the copy in its place and start.`,
  run: async ({ file, force }) => {
    if (!force && existsSync(file))
      throw new CommandFailure(`${file} is there already: choose another name, or add --force`)
    const progress = progressOn(process.stderr)
    try {
      await backUp(readConfig().databaseFile, file, (fraction) => progress.show(fraction, 'copied'))
    } finally {
      progress.end()
    }
    print(file)
  },
})
