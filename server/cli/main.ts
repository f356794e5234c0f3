#!/usr/bin/env node
import { stripVTControlCharacters } from 'node:util'
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
const out =
  process.argv.includes('--help') || process.argv.includes('-h') ? process.stdout : process.stderr

await runMain(merch, {
  showUsage: async (command, parent) => {
    const usage = await renderUsage(command, parent)
    out.write(`${out.isTTY ? usage : stripVTControlCharacters(usage)}\n`)
  },
})
