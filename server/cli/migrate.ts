import type { Command } from '@commander-js/extra-typings'
import { print, say, withNewStore } from './command.ts'

/** Every command and every start migrates the database. This one does nothing else. */
export const addMigrate = (merch: Command): void => {
  merch
    .command('migrate')
    .description('Migrate the database to the schema of this version and print what ran')
    .action(
      withNewStore(async ({ migrated }) => {
        for (const name of migrated) print(name)
        if (migrated.length === 0) say('The schema is up to date.')
      }),
    )
}
