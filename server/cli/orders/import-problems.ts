import type { Command } from '@commander-js/extra-typings'
import { timestamp } from '../../domain/clock.ts'
import { visible } from '../../domain/rejection.ts'
import { listProblems } from '../../store/provider-polls.ts'
import { accountOption, jsonOption, printThings, resolveAccount, withStore } from '../command.ts'

const problemsHelp = `
Each sync tries orders with problems again. An order that was imported, or that its source no longer has, leaves
the list.`

export const addProblems = (orders: Command): void => {
  orders
    .command('problems')
    .description('Print the orders of a provider that were not imported, or only in part')
    .option(...accountOption)
    .option(...jsonOption)
    .addHelpText('after', problemsHelp)
    .action(
      withStore(async (store, { account, json }) => {
        const problems = await listProblems(store, await resolveAccount(store, account))
        const rows = problems.map(({ source, sourceId, number, reason, since }) => ({
          source,
          id: sourceId,
          number: visible(number),
          reason: visible(reason),
          since: timestamp(since),
        }))
        await printThings(rows, 'No problems.', { json })
      }),
    )
}
