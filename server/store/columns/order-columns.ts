import type { Order } from '../../domain/order.ts'
import { json } from './codecs.ts'
import { columnsOf } from './columns.ts'
import { isOrderLines, isRecipient } from './shapes.ts'

/** The column of each field of an order. */
export const orderColumns = columnsOf<Order>()({
  id: 'id',
  orderNumber: 'order_number',
  sourceOrderNumber: 'source_order_number',
  status: 'status',
  paymentStatus: 'payment_status',
  allocationStatus: 'allocation_status',
  orderSource: 'order_source',
  orderDate: 'order_date',
  shipDate: 'ship_date',
  deliveredAt: 'delivered_at',
  trackingNumber: 'tracking_number',
  carrierCode: 'carrier_code',
  campaignId: 'campaign_id',
  warehouse: 'warehouse_id',
  recipient: json('recipient', isRecipient),
  companyName: 'company_name',
  notes: 'notes',
  products: json('products', isOrderLines),
})
