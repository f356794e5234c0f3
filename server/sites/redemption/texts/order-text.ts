import type { Order } from '../../../domain/order.ts'
import { countText } from './count-text.ts'
import { countries } from './countries.ts'
import { dateText } from './date-text.ts'

const dayOf = (timestamp: string | null): string =>
  timestamp === null ? '' : ` on ${dateText(Date.parse(timestamp))}`

const madeIn = (days: number): string =>
  days === 0 ? '' : ` Making it takes about ${countText(days, 'day')}.`

const later = 'Open your invite again to see when it ships.'

/**
 * Returns where an order is and when it ships, as far as that is known.
 * @param productionTime the longest production time of the ordered products, in days.
 */
export const orderStatusText = (
  { status, shipDate, deliveredAt, allocationStatus }: Order,
  productionTime: number,
): string => {
  switch (status) {
    case 'AWAITING_SHIPMENT':
      return allocationStatus === 'BACKORDERED'
        ? `Your order is being made.${madeIn(productionTime)} ${later}`
        : `Your order is being packed. ${later}`
    case 'SHIPPED':
      return deliveredAt === null
        ? `Your order was shipped${dayOf(shipDate)}.`
        : `Your order was delivered${dayOf(deliveredAt)}.`
    case 'CANCELLED':
      return 'Your order was cancelled.'
    case 'RETURNED':
      return 'Your order was returned to the sender.'
  }
}

/** Returns the carrier and the tracking number; undefined if the order has not shipped or they are unknown. */
export const trackingText = ({ carrierCode, trackingNumber }: Order): string | undefined =>
  trackingNumber ? `${carrierCode?.toUpperCase() ?? ''} ${trackingNumber}`.trim() : undefined

/** Returns the lines of an order's shipping address. */
export const addressLines = ({ recipient, companyName }: Order): string[] => {
  const { firstName, lastName, street1, street2, zip, city, state, country } = recipient
  const place = [`${zip} ${city}`.trim(), state].filter((each) => each !== '').join(', ')
  const name = `${firstName} ${lastName}`.trim()
  return [name, companyName, street1, street2, place, countries.get(country) ?? country].filter(
    (line) => line !== '',
  )
}
