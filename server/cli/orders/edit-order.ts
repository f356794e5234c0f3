import { isDeepStrictEqual } from 'node:util'
import type { Command } from '@commander-js/extra-typings'
import { z } from 'zod'
import { ShipTo, Text2000 } from '../../../generated/zod/schemas.ts'
import { type AddressChange, editAddress, editParcel } from '../../actions/edit-order.ts'
import { systemClock } from '../../domain/clock.ts'
import { countryCode } from '../../domain/countries.ts'
import { noRecipient } from '../../domain/order.ts'
import { pasted } from '../../domain/order-names.ts'
import type { FoundOrder } from '../../store/order-search.ts'
import { fail, say, withStore } from '../command.ts'
import { zoneOption } from '../zone.ts'
import {
  carrierOption,
  changeOrder,
  leavingOn,
  requireOrder,
  trackingOption,
} from './change-orders.ts'

export const addEditOrder = (orders: Command): void => {
  orders
    .command('edit')
    .description(
      'Correct the address of an order before it ships, or its parcel afterwards; of an imported one, both',
    )
    .argument('<order>', 'number or ID of an order')
    .option('--first-name <name>')
    .option('--last-name <name>', clears, orClear)
    .option('--email <address>', '', pasted)
    .option('--phone <number>', clears, (text) => orClear(pasted(text)))
    .option('--company <name>', clears, orClear)
    .option('--street1 <text>')
    .option('--street2 <text>', clears, orClear)
    .option('--city <text>')
    .option('--state <text>', clears, orClear)
    .option('--zip <code>', clears, orClear)
    .option('--country <code>', 'code or name')
    .option('--notes <text>', clears, orClear)
    .option(...trackingOption)
    .option(...carrierOption)
    .option('--ship-date <day>', 'day or time at which it left')
    .option(...zoneOption)
    .option('--send', 'send order.shipped again, with the corrected tracking number')
    .action(
      withStore(async (store, name, { tracking, carrier, shipDate, zone, country, ...others }) => {
        const { send = false, company: companyName, ...fields } = others
        const code = country && countryCode(country)
        const given = Object.entries({ ...fields, country: code, companyName })
          .filter(([, value]) => value !== undefined)
          .map(([field, value]) => [field, value || ''])
        const address: AddressChange = Object.fromEntries(given)
        const isAddress = given.length > 0
        const isParcel = (tracking ?? carrier ?? shipDate) !== undefined
        if (isParcel === isAddress)
          fail('Pass fields of the address, or --tracking, --carrier and --ship-date')
        const found = await requireOrder(store, name)
        checkAddress(found, address)
        const left =
          shipDate === undefined
            ? undefined
            : leavingOn(shipDate, zone, (reason) => fail(`--ship-date ${reason}`), found)
        const parcel = { trackingNumber: tracking, carrierCode: carrier, left, send }
        await changeOrder(
          store,
          name,
          (transaction, account, id) =>
            isParcel
              ? editParcel(transaction, account, id, parcel, systemClock())
              : editAddress(transaction, account, id, address, systemClock()),
          () => 'corrected',
        )
        if (isAddress && found.orderSource === 'IMPORT')
          say('Correct it at its source, too: the next import brings the address of its source.')
      }),
    )
}

const clears = 'an empty text clears it'

/** Returns false for an empty text, which other options do not accept. */
function orClear(text: string): string | false {
  return text.trim() !== '' && text
}

const checked = z.object({ address: ShipTo, notes: Text2000 })

/** Checks changed fields as the API does. Other fields that a source has left empty stay. @throws {CommandFailure} */
function checkAddress({ recipient }: FoundOrder, { notes = '', ...fields }: AddressChange): void {
  const problemsOf = (address: object): [field: string, problem: string][] => {
    const { error } = checked.safeParse({ address, notes })
    return (error?.issues ?? []).map(({ path, message }) => [String(path.at(-1)), message])
  }
  // The address of an erased person is only written as a whole.
  const isBlank = isDeepStrictEqual(recipient, noRecipient)
  const before = new Map(isBlank ? [] : problemsOf(recipient))
  const problems = problemsOf({ ...recipient, ...fields })
    .filter(([field]) => field in fields || field === 'notes' || !before.has(field))
    .map(([field, problem]) => `${field}: ${problem}`)
  if (problems.length > 0) fail(problems.join('\n'))
}
