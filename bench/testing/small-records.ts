// A record of each kind of a data set, with the fields that it needs.

export const campaign = {
  id: 'cmp_1',
  name: 'C',
  expiration: '2099-12-31T23:59:59Z',
  status: 'Active',
}
export const variant = { id: 'prd_1', title: 'Tee', sku: 'TEE' }
export const contact = {
  id: 'con_1',
  campaignId: 'cmp_1',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
}
export const order = {
  id: 'ord_1',
  orderNumber: 'MF-1',
  status: 'SHIPPED',
  orderDate: '2026-01-01T00:00:00Z',
  campaignId: 'cmp_1',
  recipient: {},
  products: [{ sku: 'TEE', quantity: 1 }],
}
