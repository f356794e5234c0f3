import type { Command } from '@commander-js/extra-typings'
import { slipsEnd, slipsOf, slipsStart } from '../../sites/kit/packing-slip.ts'
import { print, resolveAccount, say, withStore } from '../command.ts'
import { ordersOf, readSelection, selectOrders, splitByStock } from './select-orders.ts'

const slipsHelp = `
Example:
  $ merch orders slips --status awaiting > slips.html

Print the file from a browser, on A4 or letter paper. Each order begins on a page of its own, oldest first. Orders that
wait for stock come last, and their slips say so.`

export const addOrderSlips = (orders: Command): void => {
  selectOrders(orders.command('slips'))
    .description('Print packing slips, a page for each order, as HTML')
    .addHelpText('after', slipsHelp)
    .action(
      withStore(async (store, { account: given, ...selection }) => {
        const account = await resolveAccount(store, given)
        const filter = await readSelection(store, account, selection)
        const slipOf = await slipsOf(store, account)
        const { ready, waiting } = splitByStock(ordersOf(store, [account], filter))
        let count = 0
        const printSlips = async (found: typeof ready | typeof waiting) => {
          for await (const { order } of found) {
            if (count++ === 0) await print(slipsStart)
            if (!(await print(await slipOf(order)))) return
          }
        }
        await printSlips(ready)
        await printSlips(waiting)
        if (count === 0) say('No orders match.')
        else await print(slipsEnd)
      }),
    )
}
