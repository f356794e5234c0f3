import { defineCommand } from 'citty'
import { issueKey } from '../actions/issue-key.ts'
import { seedDemo } from '../demo/seed.ts'
import { systemClock } from '../domain/clock.ts'
import { print, say, storeCommand } from './command.ts'

const demo = storeCommand({
  name: 'demo',
  description: 'Create an account full of demo data and print a key to it',
  args: {},
  run: async (store) => {
    const now = systemClock()
    const { account, key } = await store.write(async (transaction) => {
      const id = await seedDemo(transaction, now)
      return { account: id, key: await issueKey(transaction, id, 'demo', now) }
    })
    say(`${account} holds the demo data; its key, shown this once:`)
    print(key)
  },
})

export const seed = defineCommand({
  meta: { name: 'seed', description: 'Fill the database' },
  subCommands: { demo },
})
