import { stripVTControlCharacters } from 'node:util'
import { defineCommand, renderUsage, runCommand } from 'citty'
import { accounts } from './accounts.ts'
import { backup } from './backup.ts'
import { moreHelp, say } from './command.ts'
import { findCommand } from './find-command.ts'
import { keys } from './keys.ts'
import { orders } from './orders.ts'
import { ready } from './ready.ts'
import { seed } from './seed.ts'
import { webhooks } from './webhooks.ts'

/** All that the command line can do. */
export const merch = defineCommand({
  meta: {
    name: 'merch',
    description:
      'Operate the merchandise-fulfillment server: works on DATABASE_URL, like the server',
  },
  subCommands: { accounts, backup, keys, orders, ready, seed, webhooks },
})

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h'

type Found = Awaited<ReturnType<typeof findCommand>>

const showUsage = async ({ command, path }: Found, out: NodeJS.WriteStream): Promise<void> => {
  const usage = [
    await renderUsage(command, { meta: { name: path.slice(0, -1).join(' ') } }),
    moreHelp.get(command) ?? '',
  ].join('\n')
  out.write(`${out.isTTY ? usage : stripVTControlCharacters(usage)}\n`)
}

/** Usage that was asked for is a result; usage that comes with an error is not. */
const refuse = async (found: Found, reason: string): Promise<void> => {
  await showUsage(found, process.stderr)
  say(stripVTControlCharacters(reason))
  process.exitCode = 1
}

const run = async (found: Found): Promise<void> => {
  try {
    await runCommand(found.command, { rawArgs: [...found.rest] })
  } catch (error) {
    // citty's own, which it does not export.
    if (!(error instanceof Error && error.name === 'CLIError')) throw error
    await refuse(found, error.message)
  }
}

/** Does what the arguments of a command line say; the process's exit code tells whether it could. */
export const runMerch = async (args: readonly string[]): Promise<void> => {
  const words = args.filter((arg) => !isHelp(arg))
  const found = await findCommand(merch, words, ['merch'])
  const { command, rest } = found
  if (args.some(isHelp)) await showUsage(found, process.stdout)
  else if (!command.subCommands) await run(found)
  else
    await refuse(
      found,
      rest[0] === undefined ? 'No command specified' : `Unknown command ${rest[0]}`,
    )
}
