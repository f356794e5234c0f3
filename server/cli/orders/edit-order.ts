import type { Command } from '@commander-js/extra-typings'
import { ShipTo } from '../../../generated/zod/schemas.ts'
import { createActions } from '../../actions/actions.ts'
import { type AddressChange, editAddress, editParcel } from '../../actions/edit-order.ts'
import { commandPublisher } from '../../deliveries/command-publisher.ts'
import { systemClock } from '../../domain/clock.ts'
import { trackingNumberOf } from '../../domain/order-names.ts'
import { isRejection, rejectionText } from '../../domain/rejection.ts'
import type { FoundOrder } from '../../store/order-records.ts'
import { commandActor, fail, print, say, withStore } from '../command.ts'
import { sayWhatWaits } from '../waiting-deliveries.ts'
import { zoneOption } from '../zone.ts'
import { leavingOn, requireOrder } from './change-orders.ts'

export const addEditOrder = (orders: Command): void => {
  orders
    .command('edit')
    .description(
      'Correct the address of an order before it ships, or its parcel afterwards; of an imported one, both',
    )
    .argument('<order>', 'number or ID of an order')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--email <address>')
    .option('--phone <number>')
    .option('--company <name>')
    .option('--street1 <text>')
    .option('--street2 <text>')
    .option('--city <text>')
    .option('--state <text>')
    .option('--zip <code>')
    .option('--country <code>')
    .option('--tracking <number>', 'the carrier’s tracking number')
    .option('--carrier <code>', 'carrier code, such as ups')
    .option('--ship-date <day>', 'day or time at which it left')
    .option(...zoneOption)
    .option('--send', 'send order.shipped again, with the corrected tracking number')
    .action(
      withStore(async (store, given, { tracking, carrier, shipDate, zone, ...others }) => {
        const { send = false, company, ...fields } = others
        const found = await requireOrder(store, given)
        const { account, id } = found
        const publisher = commandPublisher(systemClock)
        const address = { ...fields, companyName: company }
        const isAddress = Object.values(address).some((value) => value !== undefined)
        const left = shipDate === undefined ? undefined : leavingOn('--ship-date', shipDate, zone)
        const isParcel = (tracking ?? carrier ?? left) !== undefined
        if (isParcel === isAddress)
          fail('Pass fields of the address, or --tracking, --carrier and --ship-date')
        checkAddress(found, address)
        const order = await createActions(store, publisher, systemClock)
          .as(commandActor())
          .run((transaction) =>
            isParcel
              ? editParcel(
                  transaction,
                  account,
                  id,
                  {
                    trackingNumber: tracking && trackingNumberOf(tracking),
                    carrierCode: carrier,
                    left,
                    send,
                  },
                  systemClock(),
                )
              : editAddress(transaction, account, id, address, systemClock()),
          )
        if (isRejection(order)) return fail(`${given}: ${rejectionText(order)}`)
        await sayWhatWaits(store, publisher)
        say(`${order.orderNumber} is corrected`)
        await print(order.id)
      }),
    )
}

/** Checks an address with changed fields as the API does. @throws {CommandFailure} */
function checkAddress({ recipient }: FoundOrder, fields: AddressChange): void {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const { error } = ShipTo.safeParse({ ...recipient, ...Object.fromEntries(given) })
  if (error)
    fail(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}
