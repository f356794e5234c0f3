import type { components } from '../../generated/types.ts'

type Schemas = components['schemas']

/** An address with only the required fields. */
export const shipTo = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  street1: '12 St James Square',
  city: 'London',
  zip: 'SW1Y 4JH',
  country: 'GB',
}

/** Returns a contact with only the required fields. */
export const newContact = (
  campaignId: string,
  more: Partial<Schemas['ContactCreate']> = {},
): Schemas['ContactCreate'] => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  campaignId,
  ...more,
})

/** Returns an order of one line with only the required fields. */
export const newOrder = (
  campaignId: string,
  sku: string,
  quantity = 1,
  more: Partial<Schemas['OrderCreate']> = {},
): Schemas['OrderCreate'] => ({
  campaignId,
  products: [{ sku, quantity }],
  shipTo,
  ...more,
})
