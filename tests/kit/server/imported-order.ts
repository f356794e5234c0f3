import { type ImportedOrder, personOf, plainNews } from '../../../server/domain/imported-order.ts'
import type { Order } from '../../../server/domain/order.ts'
import { shipTo } from '../request-bodies.ts'

const ada: Order['recipient'] = { ...shipTo, phone: '', street2: '', state: '' }

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
