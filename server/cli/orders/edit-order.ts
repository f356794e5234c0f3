import type { Command } from '@commander-js/extra-typings'
import { ShipTo } from '../../../generated/zod/schemas.ts'
import { type AddressChange, editAddress, editParcel } from '../../actions/edit-order.ts'
import { systemClock } from '../../domain/clock.ts'
import { countryCode } from '../../domain/countries.ts'
import { pasted, trackingNumberOf } from '../../domain/order-names.ts'
import type { FoundOrder } from '../../store/order-search.ts'
import { fail, withStore } from '../command.ts'
import { zoneOption } from '../zone.ts'
import { changeOrder, leavingOn, requireOrder } from './change-orders.ts'

export const addEditOrder = (orders: Command): void => {
  orders
    .command('edit')
    .description(
      'Correct the address of an order before it ships, or its parcel afterwards; of an imported one, both',
    )
    .argument('<order>', 'number or ID of an order')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--email <address>', '', pasted)
    .option('--phone <number>', '', pasted)
    .option('--company <name>')
    .option('--street1 <text>')
    .option('--street2 <text>')
    .option('--city <text>')
    .option('--state <text>')
    .option('--zip <code>')
    .option('--country <code>', 'code or English name')
    .option('--tracking <number>', 'the carrier’s tracking number')
    .option('--carrier <code>', 'carrier code, such as ups')
    .option('--ship-date <day>', 'day or time at which it left')
    .option(...zoneOption)
    .option('--send', 'send order.shipped again, with the corrected tracking number')
    .action(
      withStore(async (store, given, { tracking, carrier, shipDate, zone, country, ...others }) => {
        const { send = false, company, ...fields } = others
        const code = country && countryCode(country)
        const address = { ...fields, country: code, companyName: company }
        const isAddress = Object.values(address).some((value) => value !== undefined)
        const left =
          shipDate === undefined
            ? undefined
            : leavingOn(shipDate, zone, (reason) => fail(`--ship-date ${reason}`))
        const trackingNumber = tracking && trackingNumberOf(tracking)
        const parcel = { trackingNumber, carrierCode: carrier, left, send }
        const isParcel = (tracking ?? carrier ?? left) !== undefined
        if (isParcel === isAddress)
          fail('Pass fields of the address, or --tracking, --carrier and --ship-date')
        checkAddress(await requireOrder(store, given), address)
        await changeOrder(
          store,
          given,
          (transaction, account, id) =>
            isParcel
              ? editParcel(transaction, account, id, parcel, systemClock())
              : editAddress(transaction, account, id, address, systemClock()),
          () => 'corrected',
        )
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
