import { readFileSync, statSync } from 'node:fs'
import type { Command } from '@commander-js/extra-typings'
import { setAccountLogo } from '../actions/set-account-logo.ts'
import { checkLogo, maxLogoBytes, tooLarge } from '../domain/logo/logo.ts'
import { removeLogo } from '../store/account-logos.ts'
import { say, withStore } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { accountHelp, requireAccount } from './require-account.ts'

/** @throws {CommandFailure} when the file cannot be read or is no logo. */
const readLogo = (file: string) => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new CommandFailure(`No file ${file}. Check the path.`)
  if (!found.isFile()) throw new CommandFailure(`${file} is not a file`)
  const logo = found.size > maxLogoBytes ? tooLarge(found.size) : checkLogo(readFileSync(file))
  if (logo.problem !== undefined) throw new CommandFailure(`${file} ${logo.problem}`)
  return logo
}

export const addBrand = (accounts: Command): void => {
  accounts
    .command('brand')
    .description('Set or remove the logo that recipients of invites see')
    .requiredOption('--account <id>', accountHelp)
    .option('--logo <file>', 'PNG or JPEG, at most 100 KiB, 16 to 1024 pixels wide and high')
    .option('--remove', 'remove the logo')
    .action(
      withStore(async (store, { account, logo, remove }) => {
        if ((logo === undefined) === (remove === undefined))
          throw new CommandFailure('Pass either --logo or --remove')
        if (logo === undefined) {
          const removed = await store.write(async (transaction) =>
            removeLogo(transaction, await requireAccount(transaction, account)),
          )
          return say(removed ? `Removed the logo of ${account}` : `${account} has no logo`)
        }
        const checked = readLogo(logo)
        await store.write(async (transaction) =>
          setAccountLogo(transaction, await requireAccount(transaction, account), checked),
        )
        say(`Set the logo of ${account}`)
      }),
    )
}
