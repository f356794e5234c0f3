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

const rows = z.object(
  {
    variants: listOf(variant),
    campaigns: listOf(campaign),
    contacts: listOf(contact),
    orders: listOf(order),
  },
  'must be an object',
)

/** Fields whose value only one row of a list may have. */
const unique = [
  ['variants', 'sku'],
  ['campaigns', 'id'],
  ['contacts', 'id'],
  ['orders', 'id'],
  ['orders', 'orderNumber'],
  ['orders', 'sourceOrderNumber'],
] as const

/**
 * Data in the shapes of the contract. Fields that a benchmark does not need are optional. Counts that
 * the service computes, such as `orderCount`, are ignored.
 */
const dataSet = rows.superRefine((data, context) => {
  for (const [list, field] of unique) {
    const first = new Map<unknown, number>()
    for (const [index, row] of data[list].entries()) {
      const value: unknown = Reflect.get(row, field)
      const before = first.get(value)
      if (before === undefined) first.set(value, index)
      else if (value !== null)
        context.addIssue({
          code: 'custom',
          path: [list, index, field],
          message: `must not be that of ${list}[${before}]`,
        })
    }
  }
  const campaigns = new Set(data.campaigns.map(({ id }) => id))
  for (const list of ['contacts', 'orders'] as const)
    for (const [index, { campaignId }] of data[list].entries())
      if (!campaigns.has(campaignId))
        context.addIssue({
          code: 'custom',
          path: [list, index, 'campaignId'],
          message: 'must be among the campaigns',
        })
})

export type DataSet = z.output<typeof dataSet>

/** Thrown for an invalid data set. The message has one line per error. */
export class DataSetError extends Error {
  override name = 'DataSetError'
}

const mostReasons = 10

const inside = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (outer, key) =>
      typeof outer === 'object' && outer !== null ? Reflect.get(outer, key) : undefined,
    value,
  )

/** Returns a value as in the file, if it is short enough to quote. */
const quoted = (value: unknown): string | undefined => {
  const isText = typeof value === 'string' && value.length <= 60
  return isText || typeof value === 'number' || typeof value === 'boolean'
    ? JSON.stringify(value)
    : undefined
}

/** Formats an error: row, field, the row's id, the expected and the actual value. */
const reason = ({ path, message }: z.core.$ZodIssue, data: unknown): string => {
  const [list, index, field] = path
  const isField = list !== undefined && index !== undefined && field !== undefined && field !== 'id'
  const id = isField ? quoted(inside(data, [list, index, 'id'])) : undefined
  const given = quoted(inside(data, path))
  return [
    z.core.toDotPath(path) || 'the file',
    id === undefined ? '' : ` (of ${id})`,
    ` ${message}`,
    given === undefined ? '' : `; it is ${given}`,
  ].join('')
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DataSetError(`the file is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/**
 * Parses a data set.
 * @throws {DataSetError} with the rows and fields that cannot be loaded.
 */
export const readDataSet = (text: string): DataSet => {
  const data = parse(text)
  const result = dataSet.safeParse(data)
  if (result.success) return result.data
  const { issues } = result.error
  const reasons = issues.slice(0, mostReasons).map((issue) => reason(issue, data))
  if (issues.length > mostReasons) reasons.push(`and ${issues.length - mostReasons} more`)
  throw new DataSetError(reasons.join('\n'))
}
