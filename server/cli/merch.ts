import { Command, CommanderError, type CommandUnknownOpts, Help } from '@commander-js/extra-typings'
import packageJson from '../../package.json' with { type: 'json' }
import { listSettings } from '../config.ts'
import { isBlank } from '../domain/rejection.ts'
import { ImportFileError } from '../imports/files/read-csv.ts'
import { ProviderError } from '../imports/shipstation/client.ts'
import { explainError } from '../process/explain-error.ts'
import { printable } from '../process/printable.ts'
import { addAccounts } from './accounts.ts'
import { asList, CommandFailure, printThings, say } from './command.ts'
import { addDatabase } from './database.ts'
import { addInvites } from './invites.ts'
import { addKeys } from './keys.ts'
import { addLimits } from './limits.ts'
import { addChanges } from './orders/change-orders.ts'
import { addEditOrder } from './orders/edit-order.ts'
import { addImport, addProblems, addSync } from './orders/import-orders.ts'
import { addOrderList } from './orders/order-list.ts'
import { addOrderSlips } from './orders/order-slips.ts'
import { addShowOrder } from './orders/show-order.ts'
import { addPeople } from './people.ts'
import { addReady } from './ready.ts'
import { addRestore } from './restore.ts'
import { addShop } from './shop.ts'
import { addStock } from './stock.ts'
import { addWebhooks } from './webhooks.ts'

const examples = `
Examples:
  $ merch accounts create --name 'Harbor & Pine'
  $ merch apply examples/shop.yaml --dry-run
  $ merch orders list --status awaiting --json`

/** Returns the whole command line, without state from an earlier run. */
export const createMerch = (): Command => {
  const merch = new Command('merch')
    .description(
      'Operate the merchandise-fulfillment server. Reads the same settings as the server.',
    )
    .version(packageJson.version)
    .configureHelp({ sortSubcommands: true })
    .enablePositionalOptions()
    .showHelpAfterError('Add --help to see the usage.')
    .exitOverride()
    .addHelpText('after', examples)
    .configureOutput({
      writeOut: (text) => process.stdout.write(wrapped(text, process.stdout.columns || 80)),
      // Errors of Commander look like those of the commands.
      outputError: (text, write) =>
        write(
          printable(withoutPasswords(text)).replace(/^error: (.)/, (_, first) =>
            first.toUpperCase(),
          ),
        ),
    })
    .hook('preAction', (_, command) => checkOptionValues(command))
  asList(merch.command('config'))
    .description('Print each setting, its value and its source. Secrets are masked.')
    .action((options) => printThings(listSettings(), '', options))
  const orders = merch
    .command('orders')
    .description('List orders, record shipments, deliveries and returns, and import orders')
  for (const add of [addOrderList, addShowOrder, addChanges, addEditOrder]) add(orders)
  for (const add of [addImport, addOrderSlips, addProblems, addSync]) add(orders)
  for (const add of [addAccounts, addDatabase, addKeys, addPeople, addReady]) add(merch)
  for (const add of [addInvites, addLimits, addRestore, addShop]) add(merch)
  for (const add of [addStock, addWebhooks]) add(merch)
  return merch
}

/** Wraps the texts that are added to the help, as Commander wraps its own. Lines with two columns keep them. */
function wrapped(text: string, width: number): string {
  const unwrapped = text.replaceAll(/^\S.*(?:\n\S.*)*/gm, (lines) => lines.replaceAll('\n', ' '))
  return unwrapped.replaceAll(
    /^( *(?:\S+ {2,}(?:\* )?)?)(\S.*)$/gm,
    (line, start: string, rest) => {
      const end = `\n${' '.repeat(start.length)}`
      const lines = new Help().boxWrap(rest, width - start.length)
      return line.length > width ? start + lines.replaceAll('\n', end) : line
    },
  )
}

/** A misspelt option can have the URL of a database. */
function withoutPasswords(text: string): string {
  return text.replace(/:[^:@/]*@/g, ':…@')
}

/** Characters that would break "one result per line", or control a terminal, when a value is printed. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Trims option values. Rejects some that Commander accepts: empty text, another option's name, control characters. */
function checkOptionValues(command: CommandUnknownOpts): void {
  for (const option of command.options) {
    const name = option.attributeName()
    const value = command.getOptionValue(name)
    if (typeof value !== 'string') continue
    if (isBlank(value) || value.startsWith('--'))
      command.error(`error: option '${option.flags}' argument missing`)
    if (control.test(value))
      command.error(
        `error: option '${option.flags}' argument must be one line without control characters`,
      )
    command.setOptionValueWithSource(name, value.trim(), command.getOptionValueSource(name))
  }
}

/** Runs a command line. Sets the process's exit code if the command fails. */
export const runMerch = async (args: readonly string[]): Promise<void> => {
  try {
    await createMerch().parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander throws for --help and --version too, with exit code 0, and has already written its message.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode
      return
    }
    say(isForOperator(error) ? error.message : explainError(error))
    process.exitCode = 1
  }
}

/** Errors of this program whose message is one line with the solution. */
function isForOperator(error: unknown): error is Error {
  return [CommandFailure, ImportFileError, ProviderError].some((known) => error instanceof known)
}
