import { createInterface } from 'node:readline/promises'
import type { Command } from '@commander-js/extra-typings'
import { erasePerson } from '../actions/erase-person.ts'
import { findPerson } from '../store/people.ts'
import { accountHelp, fail, print, requireAccount, say, withStore } from './command.ts'

const confirm = async (question: string): Promise<void> => {
  if (!process.stdin.isTTY) fail(`${question} This can’t be undone. Add --yes to confirm.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const reply = await terminal.question(`${question} This can’t be undone. Type yes to confirm: `)
  terminal.close()
  if (reply.trim() !== 'yes') fail('Nothing was changed.')
}

const eraseHelp = `
Names, email, phone, address, tags, dates and notes become empty. Orders keep their SKUs and statuses, and
counts of contacts, invites and orders stay. The person may be known by other addresses: erase each.`

const remains = `Copies remain in backups made before now, in logs and outbox emails, and with subscribers that
received them. A restored backup holds the person again: repeat the command after a restore.`

export const addPeople = (merch: Command): void => {
  const people = merch
    .command('people')
    .description('Export or erase what an account holds of a person')
  const commandOf = (name: string, description: string) =>
    people
      .command(name)
      .description(description)
      .argument('<email>', 'email address')
      .requiredOption('--account <id>', accountHelp)

  commandOf(
    'export',
    'Print the contacts, invites, orders and redemptions of an email address as JSON',
  ).action(
    withStore(async (store, email, { account: given }) => {
      const account = await requireAccount(store, given)
      print(JSON.stringify({ email, ...(await findPerson(store, account, email)) }, null, 2))
    }),
  )

  commandOf('erase', 'Replace a person’s data by blanks, and print what changed')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', eraseHelp)
    .action(
      withStore(async (store, email, { account: given, yes }) => {
        const account = await requireAccount(store, given)
        const { contacts, invites, orders } = await findPerson(store, account, email)
        if (contacts.length + invites.length + orders.length === 0)
          return say(`${account} holds nothing of ${email}`)
        for (const { orderNumber, status } of orders)
          if (status === 'AWAITING_SHIPMENT')
            say(`${orderNumber} waits to be shipped and loses its address`)
        const counts = `contacts: ${contacts.length}, invites: ${invites.length}, orders: ${orders.length}`
        if (!yes) await confirm(`Erase ${email} (${counts})?`)
        const done = await store.write((transaction) => erasePerson(transaction, account, email))
        for (const name of ['contacts', 'invites', 'orders'] as const)
          print(`${name}\t${done[name].length}`)
        print(`deliveries\t${done.deliveries}`)
        say(`Erased ${email}. ${remains}`)
      }),
    )
}
