#!/usr/bin/env node
import { stripVTControlCharacters } from 'node:util'
import { defineCommand, renderUsage, runCommand } from 'citty'
import { accounts } from './accounts.ts'
import { backup } from './backup.ts'
import { moreHelp, say } from './command.ts'
import { findCommand } from './find-command.ts'
import { keys } from './keys.ts'
import { orders } from './orders.ts'
import { seed } from './seed.ts'
import { webhooks } from './webhooks.ts'

const merch = defineCommand({
  meta: {
    name: 'merch',
    description:
      'Operate the merchandise-fulfillment server: works on DATABASE_URL, like the server',
  },
  subCommands: { accounts, backup, keys, orders, seed, webhooks },
})

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h'

const args = process.argv.slice(2)
const words = args.filter((arg) => !isHelp(arg))
const { command, path, rest } = await findCommand(merch, words, ['merch'])

const showUsage = async (out: NodeJS.WriteStream): Promise<void> => {
  const usage = [
    await renderUsage(command, { meta: { name: path.slice(0, -1).join(' ') } }),
    moreHelp.get(command) ?? '',
  ].join('\n')
  out.write(`${out.isTTY ? usage : stripVTControlCharacters(usage)}\n`)
}

/** Usage that was asked for is a result; usage that comes with an error is not. */
const refuse = async (reason: string): Promise<void> => {
  await showUsage(process.stderr)
  say(stripVTControlCharacters(reason))
  process.exitCode = 1
}

const run = async (): Promise<void> => {
  try {
    await runCommand(command, { rawArgs: [...rest] })
  } catch (error) {
    // citty's own, which it does not export.
    if (!(error instanceof Error && error.name === 'CLIError')) throw error
    await refuse(error.message)
  }
}

if (args.some(isHelp)) await showUsage(process.stdout)
else if (!command.subCommands) await run()
else await refuse(rest[0] === undefined ? 'No command specified' : `Unknown command ${rest[0]}`)
