#!/usr/bin/env node
import { defineCommand, renderUsage, runMain } from 'citty'
import { accounts } from './accounts.ts'
import { keys } from './keys.ts'
import { seed } from './seed.ts'

const merch = defineCommand({
  meta: {
    name: 'merch',
    description:
      'Operate the merchandise-fulfillment server: works on DATABASE_URL, like the server',
  },
  subCommands: { accounts, keys, seed },
})

/** Usage that was asked for is a result; usage that comes with an error is not. */
const out = process.argv.includes('--help') || process.argv.includes('-h') ? 'stdout' : 'stderr'

await runMain(merch, {
  showUsage: async (command, parent) => {
    process[out].write(`${await renderUsage(command, parent)}\n`)
  },
})
