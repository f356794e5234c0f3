import { z } from 'zod'
import {
  FilledText,
  FilledText100,
  OrderCreate,
  OrderStatus,
  ShipTo,
  Text100,
  Text2000,
  Timestamp,
} from '../../../generated/schemas.ts'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { recipientOf } from '../../domain/order.ts'
import type { OrderRow, UncheckedRow } from './order-row.ts'

/** A time, or a day: then its beginning in UTC. */
const moment = z
  .string('must be a string')
  .transform((text) => (text.includes('T') ? text : `${text}T00:00:00Z`))
  .refine((text) => Timestamp.safeParse(text).success, {
    error: 'must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z',
    abort: true,
  })
  .transform((text) => timestamp(Date.parse(text)))

/** An object with these fields alone: one that is misspelt must not be taken for one that is unset. */
const strict = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') return `must not have ${issue.keys.join(', ')}`
      return issue.input === undefined ? 'is required' : 'must be an object'
    },
  })

/** An order of a file: lines and recipient within the bounds of the API's own orders. */
const FileOrder = strict({
  sourceOrderNumber: FilledText100,
  campaignId: FilledText.nullish(),
  status: OrderStatus.default('AWAITING_SHIPMENT'),
  orderDate: moment.nullish(),
  shipDate: moment.nullish(),
  deliveredAt: moment.nullish(),
  trackingNumber: Text100.nullish(),
  carrierCode: Text100.nullish(),
  shipTo: strict(ShipTo.shape),
  notes: Text2000.nullish(),
  products: OrderCreate.shape.products,
})

type FileOrder = z.output<typeof FileOrder>

/** What only an order that has shipped has. */
const ofShipped = ['shipDate', 'deliveredAt', 'trackingNumber', 'carrierCode'] as const

const checked = FileOrder.superRefine((order, context) => {
  if (order.status === 'SHIPPED' || order.status === 'RETURNED') return
  for (const field of ofShipped)
    if (order[field])
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'must be left out until status is SHIPPED or RETURNED',
      })
})

const toImported = ({ shipTo, ...order }: FileOrder): ImportedOrder => ({
  sourceOrderNumber: order.sourceOrderNumber,
  campaignId: order.campaignId ? toId('cmp', order.campaignId) : undefined,
  status: order.status,
  orderDate: order.orderDate ?? undefined,
  shipDate: order.shipDate ?? undefined,
  deliveredAt: order.deliveredAt ?? undefined,
  trackingNumber: order.trackingNumber ?? undefined,
  carrierCode: order.carrierCode ?? undefined,
  recipient: recipientOf(shipTo),
  companyName: shipTo.companyName,
  notes: order.notes ?? undefined,
  products: order.products,
})

const schema = checked.transform(toImported)

/** An order of a file as it was found, or what is wrong with it, on which lines. */
export const checkOrder = ({ line, lastLine, value, placeOf }: UncheckedRow): OrderRow => {
  const result = schema.safeParse(value)
  if (result.success) return { line, lastLine, order: result.data }
  const failures = result.error.issues.map(({ path, message }) => {
    const place = placeOf(path)
    return { line: place.line, reason: `${place.name}: ${message}` }
  })
  return { line, lastLine, failures }
}
