import { type ImportedOrder, personOf, plainNews } from '../../../server/domain/imported-order.ts'
import type { Order } from '../../../server/domain/order.ts'

const ada: Order['recipient'] = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '',
  street1: '12 St James Square',
  street2: '',
  city: 'London',
  state: '',
  zip: 'SW1Y 4JH',
  country: 'GB',
}

/** Returns an order of a file of which only the required fields are known. */
export const importedOrder = (
  sourceOrderNumber: string,
  more: Partial<ImportedOrder> & { recipient?: Order['recipient'] } = {},
): ImportedOrder & { recipient: Order['recipient'] } => ({
  ...plainNews,
  source: 'file',
  sourceId: sourceOrderNumber,
  sourceOrderNumber,
  campaignId: undefined,
  status: 'AWAITING_SHIPMENT',
  orderDate: undefined,
  shipDate: undefined,
  leftBy: undefined,
  deliveredAt: undefined,
  trackingNumber: undefined,
  carrierCode: undefined,
  recipient: more.recipient ?? ada,
  person: personOf(more.recipient ?? ada),
  companyName: undefined,
  notes: undefined,
  products: [{ sku: 'T', quantity: 1 }],
  ...more,
})
