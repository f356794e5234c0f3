import type { Command } from '@commander-js/extra-typings'
import { erasePerson, idOf } from '../actions/erase-person.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import type { AccountId, InviteId, OrderId } from '../domain/ids.ts'
import { pasted } from '../domain/order-names.ts'
import { findInvite } from '../store/invites.ts'
import { findOrder } from '../store/orders.ts'
import { findPerson } from '../store/people.ts'
import { fold } from '../store/statement.ts'
import type { Reader } from '../store/store.ts'
import {
  accountHelp,
  commandActor,
  confirm,
  print,
  requireAccount,
  say,
  withStore,
} from './command.ts'
import { erasuresOf, noteErasure } from './erasures.ts'

const eraseHelp = `
Names, email, phone, address, tags, dates and notes become empty. Orders keep their SKUs and statuses, and
counts of contacts, invites and orders stay. The person may be known by other addresses: erase each.`

const remains = `Copies remain in backups made before now, in logs and outbox emails, and with subscribers that
received them.`

const remainsInLog = `The log beside the database file still holds the person: another program reads the file. The log is
emptied when the server stops.`

const remainsInPostgres = `The files of PostgreSQL hold the old rows until VACUUM removes them and their space is used again. Its
write-ahead log, its archive and standbys hold them for as long as they are kept. A restored backup holds the
person again: repeat the command after a restore.`

export const addPeople = (merch: Command): void => {
  const people = merch
    .command('people')
    .description('Export or erase what an account holds of a person')
  const commandOf = (name: string, description: string) =>
    people
      .command(name)
      .description(description)
      .argument('<email>', 'email address', pasted)
      .requiredOption('--account <id>', accountHelp)

  commandOf(
    'export',
    'Print the contacts, invites, orders and redemptions of an email address as JSON',
  ).action(
    withStore(async (store, email, { account: given }) => {
      const account = await requireAccount(store, given)
      await print(JSON.stringify({ email, ...(await findPerson(store, account, email)) }, null, 2))
    }),
  )

  commandOf('erase', 'Replace a person’s data by blanks, and print what changed')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', eraseHelp)
    .action(
      withStore(async (store, email, { account: given, yes }) => {
        const account = await requireAccount(store, given)
        const { contacts, invites, orders, redemptions } = await findPerson(store, account, email)
        const held = [...contacts, ...invites, ...orders]
        if (held.length === 0) return say(`${account} holds nothing of ${email}`)
        for (const { orderNumber, status } of orders)
          if (status === 'AWAITING_SHIPMENT')
            say(`${orderNumber} waits to be shipped and loses its address`)
        for (const redemption of redemptions) await sayOthers(store, account, email, redemption)
        const counts = `contacts: ${contacts.length}, invites: ${invites.length}, orders: ${orders.length}`
        if (!yes) await confirm(`Erase ${email} (${counts})?`)
        const config = readConfig()
        // Before it: an erasure that is not on the list would not be repeated after a restore.
        if (!config.postgres) noteErasure(config, account, held.map(idOf))
        const done = await store.write((transaction) =>
          erasePerson(transaction, account, email, systemClock(), commandActor()),
        )
        for (const name of ['contacts', 'invites', 'orders'] as const)
          await print(`${name}\t${done[name].length}`)
        await print(`deliveries\t${done.deliveries}`)
        say(`Erased ${email}. ${remains}`)
        if (store.emptyLog === undefined) say(remainsInPostgres)
        else {
          say(`merch restore erases the person again: copy ${erasuresOf(config)} to your backups.`)
          if (!(await store.emptyLog())) say(remainsInLog)
        }
        for (const line of sourcesOf(orders)) say(line)
      }),
    )
}

/** Says that an order was placed with the invite to another address: of the same person, or of one who passed it on. */
async function sayOthers(
  reader: Reader,
  account: AccountId,
  email: string,
  { inviteId, orderId }: { inviteId: InviteId; orderId: OrderId },
): Promise<void> {
  const [invite, order] = await Promise.all([
    findInvite(reader, account, inviteId),
    findOrder(reader, account, orderId),
  ])
  for (const other of [invite?.email, order?.recipient.email])
    if (other && fold(other) !== fold(email))
      say(
        `${order?.orderNumber} was placed with ${invite?.inviteNumber}. If ${other} is of the same person, erase it, too.`,
      )
}

/** Returns a line for each source of a person's orders. */
function sourcesOf(
  orders: readonly { source: string | null; sourceId: string | null }[],
): string[] {
  const imported = orders.filter(({ source }) => source !== null)
  return [...Map.groupBy(imported, ({ source }) => source)].map(([source, found]) => {
    const ids = found.map(({ sourceId }) => sourceId).join(', ')
    const holder = source === 'file' ? 'Files that were imported' : `The provider ${source}`
    return `${holder} may still hold the person. Orders there: ${ids}. Imports bring nothing of them back.`
  })
}
