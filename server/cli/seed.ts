import type { Command } from '@commander-js/extra-typings'
import { issueKey } from '../actions/issue-key.ts'
import { systemClock } from '../domain/clock.ts'
import { print, say, withNewStore } from './command.ts'

export const addSeed = (merch: Command): void => {
  merch
    .command('seed')
    .description('Fill the database')
    .command('demo')
    .description('Create an account with demo data and print an API key for it')
    .action(
      withNewStore(async (store) => {
        // Imported only here, because it reads the demo's files.
        const { seedDemo } = await import('../demo/seed-demo.ts')
        const now = systemClock()
        const { account, key } = await store.write(async (transaction) => {
          const id = await seedDemo(transaction, now)
          return { account: id, key: await issueKey(transaction, id, 'demo', now) }
        })
        say(`Created ${account} with demo data. Its API key is shown only once:`)
        print(key)
      }),
    )
}
