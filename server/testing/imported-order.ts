import type { ImportedOrder } from '../domain/imported-order.ts'

/** Returns a provider's order of which only the required fields are known. */
export const importedOrder = (
  sourceOrderNumber: string,
  more: Partial<ImportedOrder> = {},
): ImportedOrder => ({
  sourceOrderNumber,
  campaignId: undefined,
  status: 'AWAITING_SHIPMENT',
  orderDate: undefined,
  shipDate: undefined,
  deliveredAt: undefined,
  trackingNumber: undefined,
  carrierCode: undefined,
  recipient: {
    ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '' },
    ...{ street1: '12 St James Square', street2: '', city: 'London', state: '' },
    ...{ zip: 'SW1Y 4JH', country: 'GB' },
  },
  companyName: undefined,
  notes: undefined,
  products: [{ sku: 'T', quantity: 1 }],
  ...more,
})
