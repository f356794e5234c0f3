import type { Command } from '@commander-js/extra-typings'
import { deliverOrder, returnOrder } from '../../actions/change-order.ts'
import { systemClock } from '../../domain/clock.ts'
import { withStore } from '../kit/command.ts'
import { changeOrder, orderHelp } from './change-order.ts'
import { addImport } from './import-orders.ts'
import { addOrderList } from './order-list.ts'
import { addShip } from './ship-orders.ts'
import { addSync } from './sync-orders.ts'

export const addOrders = (merch: Command): void => {
  const orders = merch
    .command('orders')
    .description('List orders, record shipments, deliveries and returns, and import orders')

  addOrderList(orders)
  addShip(orders)

  orders
    .command('deliver')
    .description('Set deliveredAt of an order and send order.delivered')
    .argument('<order>', orderHelp)
    .action(
      withStore((store, given) =>
        changeOrder(store, given, (transaction, account, id) =>
          deliverOrder(transaction, account, id, systemClock()),
        ),
      ),
    )

  orders
    .command('return')
    .description('Set an order to RETURNED and send order.returned')
    .argument('<order>', orderHelp)
    .action(
      withStore((store, given) =>
        changeOrder(store, given, (transaction, account, id) =>
          returnOrder(transaction, account, id, systemClock()),
        ),
      ),
    )

  addImport(orders)
  addSync(orders)
}
