import { Command, CommanderError } from '@commander-js/extra-typings'
import packageJson from '../../package.json' with { type: 'json' }
import { explainError } from '../process/explain-error.ts'
import { addAccounts } from './accounts.ts'
import { addBackup } from './backup.ts'
import { addCopy } from './copy.ts'
import { addKeys } from './keys.ts'
import { checkOptionValues } from './kit/check-option-values.ts'
import { say } from './kit/command.ts'
import { CommandFailure } from './kit/command-failure.ts'
import { addOrders } from './orders/orders.ts'
import { addPeople } from './people.ts'
import { addReady } from './ready.ts'
import { addSeed } from './seed.ts'
import { addShop } from './shop.ts'
import { addStock } from './stock.ts'
import { addWebhooks } from './webhooks/webhooks.ts'

/** A misspelt option can have the URL of a database. */
const withoutPasswords = (text: string): string => text.replace(/:[^:@/]*@/g, ':…@')

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
    .configureOutput({ outputError: (text, write) => write(withoutPasswords(text)) })
    .hook('preAction', (_, command) => checkOptionValues(command))
  addAccounts(merch)
  addBackup(merch)
  addCopy(merch)
  addKeys(merch)
  addOrders(merch)
  addPeople(merch)
  addReady(merch)
  addSeed(merch)
  addShop(merch)
  addStock(merch)
  addWebhooks(merch)
  return merch
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
    say(error instanceof CommandFailure ? error.message : explainError(error))
    process.exitCode = 1
  }
}
