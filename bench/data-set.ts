import { z } from 'zod'

const text = z.string().default('')
const measure = z.number().nullable().default(null)

const variant = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string(),
  minimumOrderQuantity: z.int().default(1),
  productionTime: z.int().default(0),
  imageUrl: z.string().nullable().default(null),
  piecesPerCarton: measure,
  cartonHeight: measure,
  cartonLength: measure,
  cartonWidth: measure,
  weight: measure,
  packageHeight: measure,
  packageLength: measure,
  packageWidth: measure,
  packageWeight: measure,
})

const campaign = z.object({
  id: z.string(),
  name: z.string(),
  expiration: z.string(),
  status: z.string(),
  allowOutOfStockOrders: z.boolean().default(false),
  products: z.array(variant).default([]),
})

const contact = z.object({
  id: z.string(),
  campaignId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  tags: z.array(z.string()).default([]),
  street1: text,
  street2: text,
  city: text,
  state: text,
  country: text,
  zip: text,
  dateOfBirth: text,
  hireDate: text,
  phone: text,
  shirtSize: text,
})

const order = z.object({
  id: z.string(),
  orderNumber: z.string(),
  sourceOrderNumber: z.string().nullable().default(null),
  status: z.enum(['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED']),
  paymentStatus: z.literal('PAID').default('PAID'),
  allocationStatus: z.enum(['ALLOCATED', 'BACKORDERED', 'RELEASED']).default('ALLOCATED'),
  orderSource: z.enum(['API', 'REDEMPTION', 'IMPORT']).default('API'),
  orderDate: z.string(),
  shipDate: z.string().nullable().default(null),
  deliveredAt: z.string().nullable().default(null),
  trackingNumber: z.string().nullable().default(null),
  carrierCode: z.string().nullable().default(null),
  campaignId: z.string(),
  warehouse: z.string().nullable().default(null),
  recipient: z.object({
    firstName: text,
    lastName: text,
    email: text,
    phone: text,
    street1: text,
    street2: text,
    city: text,
    state: text,
    zip: text,
    country: text,
  }),
  companyName: text,
  notes: text,
  products: z.array(z.object({ sku: z.string(), quantity: z.int() })),
})

/**
 * Data in the contract's own shapes. What a measurement does not need may be left out; counts that
 * the service derives, such as `orderCount`, are ignored.
 */
export const dataSet = z.object({
  variants: z.array(variant).default([]),
  campaigns: z.array(campaign).default([]),
  contacts: z.array(contact).default([]),
  orders: z.array(order).default([]),
})

export type DataSet = z.output<typeof dataSet>
