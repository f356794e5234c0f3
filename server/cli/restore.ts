import { existsSync } from 'node:fs'
import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { noDeliveries } from '../process/start.ts'
import { restore, skippedNumbers } from '../store/copies/restore.ts'
import { confirm, fail, print, say } from './command.ts'
import { eraseAgain, erasuresOf, readErasures } from './erasures.ts'

const help = `
Stop the server first. The backup takes the place of DATABASE_URL's file. Sessions and sign-in links end,
numbers of orders and invites continue higher, and people on the list of erasures are erased again.

Prints the keys, webhooks and invites that ended after the backup, and are valid again. Without a readable
database to compare with, prints all valid keys.

For a copy of production, set DELIVERIES=off before the command and for the server.`

export const addRestore = (merch: Command): void => {
  merch
    .command('restore')
    .description('Put a backup in the place of the database, and print what is valid again')
    .argument('<file>', 'file that merch backup has created')
    .option('--erasures <file>', 'list of erasures (default: the one beside the database)')
    .option('--no-erasures', 'erase nobody again')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', help)
    .action(restoreBackup)
}

type RestoreOptions = { erasures?: string | boolean; yes?: true | undefined }

async function restoreBackup(backup: string, { erasures, yes }: RestoreOptions): Promise<void> {
  const config = readConfig()
  const { databaseFile, isDelivering } = config
  if (config.postgres)
    fail(
      'The database is PostgreSQL. Stop the servers, create an empty database, and run pg_restore: see docs/operating.md',
    )
  if (!existsSync(backup)) fail(`There is no backup ${backup}`)
  if (existsSync(`${backup}-wal`))
    fail(
      `${backup} is a copied database: its last changes are in ${backup}-wal. Back it up with DATABASE_URL=file:${backup}, and restore that backup. If the log is not its own, remove the log.`,
    )
  const list = typeof erasures === 'string' ? erasures : erasuresOf(config)
  const erased = erasures === false ? [] : readErasures(list)
  const deliveries = isDelivering
    ? 'DELIVERIES is on: the server will send webhooks and poll the provider. For a copy of production, set DELIVERIES=off first.'
    : noDeliveries
  if (!yes) await confirm(`${deliveries}\nReplace ${databaseFile} by ${backup}?`)
  let people = 0
  const { isCompared, keys, webhooks, invites } = await restore(
    backup,
    databaseFile,
    async (store) => {
      people = await eraseAgain(store, erased)
    },
  )
  for (const { id, account, name } of keys) await print(`key\t${id}\t${account}\t${name}`)
  for (const { id, account, url } of webhooks) await print(`webhook\t${id}\t${account}\t${url}`)
  for (const { id, account } of invites) await print(`invite\t${id}\t${account}`)
  say(
    `Restored ${databaseFile}. Sessions and sign-in links have ended. Numbers of orders and invites continue ${skippedNumbers.toLocaleString('en-US')} higher. Erased again: ${people}.`,
  )
  const hasEnded = keys.length + webhooks.length + invites.length > 0
  if (!isCompared) say(notCompared)
  else say(hasEnded ? compared : noneEnded)
  say(deliveries)
}

const compared =
  'The keys above were revoked after the backup, or their account was deactivated. Revoke them again: merch keys revoke KEY_ID. The webhooks above were deleted or deactivated after it, or their secret was rotated: delete them or rotate their secrets again. The invites above were redeemed or withdrawn after it, and can be redeemed again. Withdraw them: merch invites withdraw INVITE_ID. Their orders are lost.'

const noneEnded = 'No key, webhook or invite of the backup has ended since.'

const notCompared =
  'No later database was found to compare with. The keys above are all valid ones: revoke those that were revoked after the backup. Webhooks that were deleted receive events again, and secrets that were rotated are valid again: merch webhooks list. Invites that were redeemed or withdrawn can be redeemed again.'
