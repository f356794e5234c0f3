import { z } from 'zod'
import {
  Campaign,
  Contact,
  Order,
  OrderLine,
  ProductVariant,
  Recipient,
  Timestamp,
} from '../generated/schemas.ts'
import { unsetFields } from '../server/domain/order.ts'
import { findContradictions } from './contradictions.ts'

/** Makes fields of a contract object optional. Unknown properties are ignored. */
const partly = <S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  unset: Partial<z.output<z.ZodObject<S>>>,
) =>
  z.preprocess(
    (given) =>
      typeof given === 'object' && given !== null && !Array.isArray(given)
        ? { ...unset, ...given }
        : given,
    schema.strip(),
  )

const variant = partly(ProductVariant, {
  minimumOrderQuantity: 1,
  productionTime: 0,
  imageUrl: null,
  piecesPerCarton: null,
  cartonHeight: null,
  cartonLength: null,
  cartonWidth: null,
  weight: null,
  packageHeight: null,
  packageLength: null,
  packageWidth: null,
  packageWeight: null,
})

// The contract's reply schemas do not check timestamps, so the file's timestamps are checked here.
const campaign = partly(
  Campaign.extend({ expiration: Timestamp, products: z.array(variant, 'must be an array') }),
  { allowOutOfStockOrders: false, products: [] },
)

const noAddress = { street1: '', street2: '', city: '', state: '', zip: '', country: '', phone: '' }

const contact = partly(Contact.omit({ orderCount: true }), {
  ...noAddress,
  tags: [],
  dateOfBirth: '',
  hireDate: '',
  shirtSize: '',
})

const order = partly(
  Order.extend({
    orderDate: Timestamp,
    shipDate: Timestamp.nullable(),
    deliveredAt: Timestamp.nullable(),
    recipient: partly(Recipient, { ...noAddress, firstName: '', lastName: '', email: '' }),
    products: z.array(OrderLine.strip(), 'must be an array'),
  }),
  {
    sourceOrderNumber: null,
    paymentStatus: 'PAID',
    allocationStatus: 'ALLOCATED',
    orderSource: 'API',
    shipDate: null,
    deliveredAt: null,
    trackingNumber: null,
    carrierCode: null,
    warehouse: null,
    ...unsetFields,
  },
)

const listOf = <T extends z.ZodType>(row: T) => z.array(row, 'must be an array').default([])

/**
 * Data in the shapes of the contract. Fields that a benchmark does not need are optional. Counts that
 * the service computes, such as `orderCount`, are ignored.
 */
export const dataSet = z
  .object(
    {
      variants: listOf(variant),
      campaigns: listOf(campaign),
      contacts: listOf(contact),
      orders: listOf(order),
    },
    'must be an object',
  )
  .superRefine((data, context) => {
    for (const { path, message } of findContradictions(data))
      context.addIssue({ code: 'custom', path: [...path], message })
  })

export type DataSet = z.output<typeof dataSet>
