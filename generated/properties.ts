// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import * as parameter from './parameter-shapes.ts'
import * as shape from './shapes.ts'

const NonEmpty = shape.text({ minLength: 1 })

const AuthResult = shape.object({
  account_id: shape.required(NonEmpty),
  message: shape.required(shape.text({ minLength: 1 })),
})

const Unauthorized = shape.oneOf(['Unauthorized'])

const Message = shape.object({ message: shape.required(NonEmpty) })

const ProductVariant = shape.object({
  id: shape.required(NonEmpty),
  title: shape.required(shape.text()),
  sku: shape.required(shape.text({ minLength: 1 })),
  minimumOrderQuantity: shape.required(shape.integer({ minimum: 0, maximum: 2147483647 })),
  productionTime: shape.required(shape.integer({ minimum: 0, maximum: 2147483647 })),
  imageUrl: shape.required(shape.nullable(shape.text({ minLength: 1 }))),
  piecesPerCarton: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
  cartonHeight: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
  cartonLength: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
  cartonWidth: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
  weight: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
  packageHeight: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
  packageLength: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
  packageWidth: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
  packageWeight: shape.required(shape.nullable(shape.number({ minimum: 0 }))),
})

const Campaign = shape.object({
  id: shape.required(NonEmpty),
  name: shape.required(shape.text()),
  expiration: shape.required(shape.text()),
  products: shape.required(shape.list(ProductVariant)),
  status: shape.required(shape.text({ minLength: 1 })),
  allowOutOfStockOrders: shape.required(shape.boolean()),
})

const FilledText = shape.text({
  minLength: 1,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const Text = shape.text({ pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u') })

const Contact = shape.object({
  id: shape.required(NonEmpty),
  firstName: shape.required(shape.text({ maxLength: 100 })),
  lastName: shape.required(shape.text({ maxLength: 100 })),
  email: shape.required(shape.text({ maxLength: 254 })),
  tags: shape.required(shape.list(shape.text())),
  campaignId: shape.required(shape.text({ minLength: 1 })),
  street1: shape.required(shape.text({ maxLength: 200 })),
  street2: shape.required(shape.text({ maxLength: 200 })),
  city: shape.required(shape.text({ maxLength: 100 })),
  state: shape.required(shape.text({ maxLength: 100 })),
  country: shape.required(shape.text({ maxLength: 100 })),
  zip: shape.required(shape.text({ maxLength: 20 })),
  dateOfBirth: shape.required(shape.text()),
  hireDate: shape.required(shape.text()),
  phone: shape.required(shape.text({ maxLength: 30 })),
  shirtSize: shape.required(shape.text({ maxLength: 20 })),
  orderCount: shape.required(shape.integer({ minimum: 0, maximum: 2147483647 })),
})

const FilledText100 = shape.text({
  minLength: 1,
  maxLength: 100,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const Email = shape.text({
  maxLength: 254,
  pattern: new RegExp(
    "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
    'u',
  ),
})

const Text30 = shape.text({
  maxLength: 30,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const Text200 = shape.text({
  maxLength: 200,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const Text100 = shape.text({
  maxLength: 100,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const Text20 = shape.text({
  maxLength: 20,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const ContactCreate = shape.object({
  firstName: shape.required(FilledText100),
  lastName: shape.required(FilledText100),
  email: shape.required(Email),
  campaignId: shape.required(FilledText),
  phone: shape.optional(Text30),
  companyName: shape.optional(Text200),
  street1: shape.optional(Text200),
  street2: shape.optional(Text200),
  city: shape.optional(Text100),
  state: shape.optional(Text100),
  country: shape.optional(Text100),
  zip: shape.optional(Text20),
  dateOfBirth: shape.optional(Text),
  hireDate: shape.optional(Text),
  shirtSize: shape.optional(Text20),
  tags: shape.optional(shape.list(Text)),
  profilePicture: shape.optional(Text),
})

const ContactCreated = shape.object({ contactId: shape.required(NonEmpty) })

const Refusal = shape.object({
  message: shape.required(NonEmpty),
  errors: shape.optional(
    shape.list(shape.text({ pattern: new RegExp('^[^:]+: .+$', 'u') }), { minItems: 1 }),
  ),
})

const Timestamp = shape.text({
  pattern: new RegExp(
    '^(?:[0-9]{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(?:0[1-9]|1[0-9]|2[0-8])|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    'u',
  ),
})

const InviteCreate = shape.object(
  {
    campaignId: shape.required(
      shape.text({
        minLength: 1,
        pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
        messages: { required: 'Campaign ID is required', minLength: 'Campaign ID is required' },
      }),
      { required: 'Campaign ID is required', minLength: 'Campaign ID is required' },
    ),
    sendEmailNotification: shape.required(shape.boolean()),
    firstName: shape.optional(Text100),
    lastName: shape.optional(Text100),
    email: shape.optional(Email),
    companyName: shape.optional(Text200),
    expiresAt: shape.optional(Timestamp),
  },
  {
    when: { sendEmailNotification: true },
    requires: ['email'],
    messages: { email: 'email is required when sendEmailNotification is enabled' },
  },
)

const Invite = shape.object({
  _id: shape.required(NonEmpty),
  slug: shape.required(shape.text({ minLength: 1, pattern: new RegExp('^[A-Za-z0-9_-]+$', 'u') })),
  inviteNumber: shape.required(shape.text({ minLength: 1 })),
  status: shape.required(shape.oneOf(['UNUSED', 'USED'])),
  email: shape.required(shape.text({ maxLength: 254 })),
  firstName: shape.required(shape.text({ maxLength: 100 })),
  lastName: shape.required(shape.text({ maxLength: 100 })),
  companyName: shape.required(shape.text({ maxLength: 200 })),
  expiresAt: shape.required(shape.text()),
  emailNotificationSent: shape.required(shape.boolean()),
  createdAt: shape.required(shape.text()),
})

const InviteCreated = shape.object({
  invite: shape.required(Invite),
  inviteUrl: shape.required(shape.text({ minLength: 1 })),
})

const EventName = shape.oneOf([
  'order.created',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.returned',
  'invite.viewed',
  'invite.cart_updated',
  'invite.redeemed',
])

const EventDescription = shape.object({
  name: shape.required(EventName),
  category: shape.required(shape.oneOf(['order', 'invite'])),
  description: shape.required(NonEmpty),
})

const EventCatalog = shape.object({
  events: shape.required(shape.list(EventDescription, { minItems: 8, maxItems: 8 })),
})

const WebhookSubscription = shape.object({
  id: shape.required(NonEmpty),
  url: shape.required(shape.text({ minLength: 1 })),
  events: shape.required(shape.list(EventName, { minItems: 1 })),
  active: shape.required(shape.boolean()),
  createdAt: shape.required(shape.text()),
  updatedAt: shape.required(shape.text()),
})

const WebhookList = shape.object({ webhooks: shape.required(shape.list(WebhookSubscription)) })

const WebhookUrl = shape.text({
  pattern: new RegExp(
    '^[Hh][Tt][Tt][Pp][Ss]://[^\\u0000-\\u0020\\u007F\\\\/?#@\\uD800-\\uDFFF]+([/?#][^\\u0000-\\u0020\\u007F\\\\\\uD800-\\uDFFF]*)?$',
    'u',
  ),
  messages: {
    pattern:
      'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses',
  },
})

const WebhookCreate = shape.object({
  url: shape.required(WebhookUrl),
  events: shape.required(shape.list(EventName, { minItems: 1 })),
})

const WebhookSubscriptionWithSecret = shape.object({
  id: shape.required(NonEmpty),
  url: shape.required(shape.text({ minLength: 1 })),
  events: shape.required(shape.list(EventName, { minItems: 1 })),
  active: shape.required(shape.boolean()),
  secret: shape.required(shape.text({ minLength: 1 })),
  createdAt: shape.required(shape.text()),
  updatedAt: shape.required(shape.text()),
})

const WebhookUpdate = shape.object({
  url: shape.optional(WebhookUrl),
  events: shape.optional(shape.list(EventName, { minItems: 1 })),
  active: shape.optional(shape.boolean()),
})

const WebhookTestResult = shape.object({
  success: shape.required(shape.boolean()),
  statusCode: shape.required(shape.nullable(shape.integer({ minimum: 100, maximum: 999 }))),
  error: shape.required(shape.nullable(shape.text({ minLength: 1 }))),
})

const OrderStatus = shape.oneOf(['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'])

const Recipient = shape.object({
  firstName: shape.required(shape.text({ maxLength: 100 })),
  lastName: shape.required(shape.text({ maxLength: 100 })),
  email: shape.required(shape.text({ maxLength: 254 })),
  phone: shape.required(shape.text({ maxLength: 30 })),
  street1: shape.required(shape.text({ maxLength: 200 })),
  street2: shape.required(shape.text({ maxLength: 200 })),
  city: shape.required(shape.text({ maxLength: 100 })),
  state: shape.required(shape.text({ maxLength: 100 })),
  zip: shape.required(shape.text({ maxLength: 20 })),
  country: shape.required(shape.text({ maxLength: 100 })),
})

const OrderLine = shape.object({
  sku: shape.required(shape.text({ minLength: 1 })),
  quantity: shape.required(shape.integer({ minimum: 1, maximum: 100000 })),
})

const Order = shape.object({
  id: shape.required(NonEmpty),
  orderNumber: shape.required(shape.text({ minLength: 1 })),
  sourceOrderNumber: shape.required(shape.nullable(shape.text())),
  status: shape.required(OrderStatus),
  paymentStatus: shape.required(shape.oneOf(['PAID'])),
  allocationStatus: shape.required(shape.oneOf(['ALLOCATED', 'BACKORDERED', 'RELEASED'])),
  orderSource: shape.required(shape.oneOf(['API', 'REDEMPTION', 'IMPORT'])),
  orderDate: shape.required(shape.text()),
  shipDate: shape.required(shape.nullable(shape.text())),
  deliveredAt: shape.required(shape.nullable(shape.text())),
  trackingNumber: shape.required(shape.nullable(shape.text())),
  carrierCode: shape.required(shape.nullable(shape.text())),
  campaignId: shape.required(shape.text({ minLength: 1 })),
  warehouse: shape.required(shape.nullable(shape.text({ minLength: 1 }))),
  recipient: shape.required(Recipient),
  companyName: shape.required(shape.text({ maxLength: 200 })),
  notes: shape.required(shape.text({ maxLength: 2000 })),
  products: shape.required(shape.list(OrderLine)),
})

const OrderLineCreate = shape.object({
  sku: shape.required(FilledText),
  quantity: shape.required(shape.integer({ minimum: 1, maximum: 100000 })),
})

const FilledText200 = shape.text({
  minLength: 1,
  maxLength: 200,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const FilledText20 = shape.text({
  minLength: 1,
  maxLength: 20,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const ShipTo = shape.object({
  firstName: shape.required(FilledText100),
  lastName: shape.required(FilledText100),
  email: shape.required(Email),
  street1: shape.required(FilledText200),
  street2: shape.optional(Text200),
  city: shape.required(FilledText100),
  state: shape.optional(Text100),
  zip: shape.required(FilledText20),
  country: shape.required(FilledText100),
  phone: shape.optional(Text30),
  companyName: shape.optional(Text200),
})

const Text2000 = shape.text({
  maxLength: 2000,
  pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
})

const OrderCreate = shape.object({
  campaignId: shape.required(FilledText),
  products: shape.required(shape.list(OrderLineCreate, { minItems: 1, maxItems: 500 })),
  shipTo: shape.required(ShipTo),
  notes: shape.optional(Text2000),
  warehouse: shape.optional(FilledText),
})

const OrderCancel = shape.object({ orderId: shape.required(FilledText) })

const InventoryStatus = shape.oneOf(['in_stock', 'low_stock', 'out_of_stock'])

const InventoryWarehouse = shape.object({
  warehouse_id: shape.required(NonEmpty),
  warehouse_name: shape.required(shape.text()),
})

const InventoryEvent = shape.object({
  id: shape.required(NonEmpty),
  event_type: shape.required(
    shape.oneOf([
      'received',
      'adjusted',
      'inbound_expected',
      'inbound_received',
      'order_allocated',
      'order_released',
      'order_shipped',
      'order_returned',
    ]),
  ),
  quantity: shape.required(shape.integer({ minimum: -2147483648, maximum: 2147483647 })),
  order_id: shape.required(shape.nullable(shape.text())),
  created_at: shape.required(shape.text()),
})

const InventoryItem = shape.object({
  id: shape.required(NonEmpty),
  product_id: shape.required(shape.text({ minLength: 1 })),
  product_name: shape.required(shape.text()),
  sku: shape.required(shape.text({ minLength: 1 })),
  status: shape.required(InventoryStatus),
  on_hand: shape.required(shape.integer({ minimum: 0, maximum: 9007199254740991 })),
  available: shape.required(shape.integer({ minimum: 0, maximum: 9007199254740991 })),
  allocated: shape.required(shape.integer({ minimum: 0, maximum: 9007199254740991 })),
  inbound: shape.required(shape.integer({ minimum: 0, maximum: 9007199254740991 })),
  warehouse: shape.required(InventoryWarehouse),
  inventory_events: shape.required(shape.list(InventoryEvent, { maxItems: 50 })),
})

const Pagination = shape.object({
  total_count: shape.required(shape.integer({ minimum: 0, maximum: 2147483647 })),
  page: shape.required(shape.integer({ minimum: 1, maximum: 2147483647 })),
  page_size: shape.required(shape.integer({ minimum: 1, maximum: 100 })),
  has_more: shape.required(shape.boolean()),
})

const InventoryPage = shape.object({
  items: shape.required(shape.list(InventoryItem, { maxItems: 100 })),
  pagination: shape.required(Pagination),
})

const UnshippedOrderEventData = shape.object({
  orderId: shape.required(NonEmpty),
  orderNumber: shape.required(shape.text({ minLength: 1 })),
  status: shape.required(OrderStatus),
  campaignId: shape.required(shape.text({ minLength: 1 })),
  trackingNumber: shape.required(shape.oneOf([null])),
  carrierCode: shape.required(shape.oneOf([null])),
  shipDate: shape.required(shape.oneOf([null])),
  products: shape.required(shape.list(OrderLine)),
})

const OrderCreatedEvent = shape.object({
  event: shape.required(shape.oneOf(['order.created'])),
  data: shape.required(UnshippedOrderEventData),
})

const OrderEventData = shape.object({
  orderId: shape.required(NonEmpty),
  orderNumber: shape.required(shape.text({ minLength: 1 })),
  status: shape.required(OrderStatus),
  campaignId: shape.required(shape.text({ minLength: 1 })),
  trackingNumber: shape.required(shape.nullable(shape.text())),
  carrierCode: shape.required(shape.nullable(shape.text())),
  shipDate: shape.required(shape.nullable(shape.text())),
  products: shape.required(shape.list(OrderLine)),
})

const OrderShippedEvent = shape.object({
  event: shape.required(shape.oneOf(['order.shipped'])),
  data: shape.required(OrderEventData),
})

const OrderDeliveredEvent = shape.object({
  event: shape.required(shape.oneOf(['order.delivered'])),
  data: shape.required(OrderEventData),
})

const OrderCancelledEvent = shape.object({
  event: shape.required(shape.oneOf(['order.cancelled'])),
  data: shape.required(UnshippedOrderEventData),
})

const OrderReturnedEvent = shape.object({
  event: shape.required(shape.oneOf(['order.returned'])),
  data: shape.required(OrderEventData),
})

const InviteViewedData = shape.object({
  inviteId: shape.required(shape.text()),
  inviteNumber: shape.required(shape.nullable(shape.text())),
  email: shape.required(shape.nullable(shape.text())),
  campaignId: shape.required(shape.text()),
  campaignTitle: shape.required(shape.oneOf([null])),
  eventDetails: shape.required(
    shape.nullable(shape.object({ page: shape.required(shape.text()) })),
  ),
})

const InviteViewedEvent = shape.object({
  event: shape.required(shape.oneOf(['invite.viewed'])),
  data: shape.required(InviteViewedData),
})

const InviteCartUpdatedData = shape.object({
  inviteId: shape.required(shape.text()),
  inviteNumber: shape.required(shape.nullable(shape.text())),
  email: shape.required(shape.nullable(shape.text())),
  campaignId: shape.required(shape.text()),
  campaignTitle: shape.required(shape.oneOf([null])),
  eventDetails: shape.required(
    shape.object({
      eventType: shape.required(shape.oneOf(['CART_ADD', 'CART_UPDATE', 'CART_REMOVE'])),
      page: shape.required(shape.text()),
      cartItems: shape.required(shape.list(OrderLine)),
    }),
  ),
})

const InviteCartUpdatedEvent = shape.object({
  event: shape.required(shape.oneOf(['invite.cart_updated'])),
  data: shape.required(InviteCartUpdatedData),
})

const InviteRedeemedData = shape.object({
  inviteId: shape.required(shape.text()),
  inviteNumber: shape.required(shape.nullable(shape.text())),
  email: shape.required(shape.nullable(shape.text())),
  campaignId: shape.required(shape.text()),
  campaignTitle: shape.required(shape.oneOf([null])),
  eventDetails: shape.required(
    shape.object({
      eventType: shape.required(shape.oneOf(['ORDER_COMPLETE'])),
      cartItems: shape.optional(shape.list(OrderLine)),
    }),
  ),
})

const InviteRedeemedEvent = shape.object({
  event: shape.required(shape.oneOf(['invite.redeemed'])),
  data: shape.required(InviteRedeemedData),
})

const WebhookTestData = shape.object({
  message: shape.required(shape.oneOf(['Your webhook endpoint is configured correctly.'])),
  timestamp: shape.required(shape.text()),
})

const WebhookTestEvent = shape.object({
  event: shape.required(shape.oneOf(['webhook.test'])),
  data: shape.required(WebhookTestData),
})

/** What the document says of a reply. */
export type ReplyProperties = {
  contentType: string | null
  /** The names of its headers. */
  headers: readonly string[]
  /** The names of its examples. */
  examples: readonly string[]
  /** Where it comes from: sections of the specification, or a decision. */
  provenance: string
  description: string
}

/** What a property-based test has to know of an operation. */
export type OperationProperties = {
  id: string
  method: string
  /** The path template, parameters in braces. */
  path: string
  tag: string
  provenance: string
  pathParameters: Record<string, parameter.ParameterShape>
  queryParameters: Record<string, parameter.ParameterShape>
  /** The whole message of the answer when a parameter is missing, where it is fixed. */
  requiredMessages: Record<string, string>
  body: { shape: shape.Shape; contentType: string; invalid: string } | undefined
  replies: Record<number, ReplyProperties>
}

/** Every component schema. */
export const shapes: Record<string, shape.Shape> = {
  NonEmpty,
  AuthResult,
  Unauthorized,
  Message,
  ProductVariant,
  Campaign,
  FilledText,
  Text,
  Contact,
  FilledText100,
  Email,
  Text30,
  Text200,
  Text100,
  Text20,
  ContactCreate,
  ContactCreated,
  Refusal,
  Timestamp,
  InviteCreate,
  Invite,
  InviteCreated,
  EventName,
  EventDescription,
  EventCatalog,
  WebhookSubscription,
  WebhookList,
  WebhookUrl,
  WebhookCreate,
  WebhookSubscriptionWithSecret,
  WebhookUpdate,
  WebhookTestResult,
  OrderStatus,
  Recipient,
  OrderLine,
  Order,
  OrderLineCreate,
  FilledText200,
  FilledText20,
  ShipTo,
  Text2000,
  OrderCreate,
  OrderCancel,
  InventoryStatus,
  InventoryWarehouse,
  InventoryEvent,
  InventoryItem,
  Pagination,
  InventoryPage,
  UnshippedOrderEventData,
  OrderCreatedEvent,
  OrderEventData,
  OrderShippedEvent,
  OrderDeliveredEvent,
  OrderCancelledEvent,
  OrderReturnedEvent,
  InviteViewedData,
  InviteViewedEvent,
  InviteCartUpdatedData,
  InviteCartUpdatedEvent,
  InviteRedeemedData,
  InviteRedeemedEvent,
  WebhookTestData,
  WebhookTestEvent,
}

/** Every operation. */
export const operations: Record<string, OperationProperties> = {
  /** `GET /v1/auth`: Check the key */
  checkAuth: {
    id: 'checkAuth',
    method: 'GET',
    path: '/v1/auth',
    tag: 'Authentication',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['authenticated'],
        provenance: '§4',
        description: 'The key is valid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `PUT /v1/auth`: Check the key (PUT) */
  checkAuthPut: {
    id: 'checkAuthPut',
    method: 'PUT',
    path: '/v1/auth',
    tag: 'Authentication',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['authenticated'],
        provenance: '§4',
        description: 'The key is valid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `POST /v1/auth`: Check the key (POST) */
  checkAuthPost: {
    id: 'checkAuthPost',
    method: 'POST',
    path: '/v1/auth',
    tag: 'Authentication',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['authenticated'],
        provenance: '§4',
        description: 'The key is valid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `DELETE /v1/auth`: Check the key (DELETE) */
  checkAuthDelete: {
    id: 'checkAuthDelete',
    method: 'DELETE',
    path: '/v1/auth',
    tag: 'Authentication',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['authenticated'],
        provenance: '§4',
        description: 'The key is valid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `OPTIONS /v1/auth`: Check the key (OPTIONS) */
  checkAuthOptions: {
    id: 'checkAuthOptions',
    method: 'OPTIONS',
    path: '/v1/auth',
    tag: 'Authentication',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['authenticated'],
        provenance: '§4',
        description: 'The key is valid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `HEAD /v1/auth`: Check the key (HEAD) */
  checkAuthHead: {
    id: 'checkAuthHead',
    method: 'HEAD',
    path: '/v1/auth',
    tag: 'Authentication',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['authenticated'],
        provenance: '§4',
        description: 'The key is valid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `PATCH /v1/auth`: Check the key (PATCH) */
  checkAuthPatch: {
    id: 'checkAuthPatch',
    method: 'PATCH',
    path: '/v1/auth',
    tag: 'Authentication',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['authenticated'],
        provenance: '§4',
        description: 'The key is valid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `TRACE /v1/auth`: Check the key (TRACE) */
  checkAuthTrace: {
    id: 'checkAuthTrace',
    method: 'TRACE',
    path: '/v1/auth',
    tag: 'Authentication',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['authenticated'],
        provenance: '§4',
        description: 'The key is valid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `GET /v1/products/list`: List product variants */
  listProducts: {
    id: 'listProducts',
    method: 'GET',
    path: '/v1/products/list',
    tag: 'Products',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {
      limit: parameter.integerParameter({ minimum: 1, maximum: 1000 }, false),
      offset: parameter.integerParameter({ minimum: 0, maximum: 2147483647 }, false),
    },
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['variants', 'nothing'],
        provenance: '§4',
        description: 'A page of variants. Empty after the last page.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['limitInvalid'],
        provenance:
          'designed: §4 lists no 400; an invalid query value is rejected, never silently corrected',
        description: 'A query parameter is invalid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `GET /v1/campaigns/list`: List campaigns */
  listCampaigns: {
    id: 'listCampaigns',
    method: 'GET',
    path: '/v1/campaigns/list',
    tag: 'Campaigns',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['campaigns', 'nothing'],
        provenance: '§4',
        description: 'All campaigns of the account.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `GET /v1/contacts/list`: List contacts of a campaign */
  listContacts: {
    id: 'listContacts',
    method: 'GET',
    path: '/v1/contacts/list',
    tag: 'Contacts',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {
      campaignId: parameter.textParameter(
        shape.text({
          minLength: 1,
          pattern: new RegExp('^[^\\u0000\\uD800-\\uDFFF]*$', 'u'),
          messages: { required: 'campaignId is required', minLength: 'campaignId is required' },
        }),
        true,
      ),
      searchText: parameter.textParameter(Text, false),
      tags: parameter.listParameter(Text, false),
      inviteStatusFilter: parameter.textParameter(shape.oneOf(['invited', 'not_invited']), false),
      orderCountFilter: parameter.integerParameter({ minimum: 0, maximum: 2147483647 }, false),
      limit: parameter.integerParameter({ minimum: 1, maximum: 1000 }, false),
      offset: parameter.integerParameter({ minimum: 0, maximum: 2147483647 }, false),
    },
    requiredMessages: { campaignId: 'campaignId is required' },
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'Cache-Control',
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['contacts', 'nothing'],
        provenance: '§4',
        description: 'A page of contacts. Empty after the last page.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['campaignIdRequired', 'limitInvalid'],
        provenance: '§7',
        description: '`campaignId` is missing, or a query parameter is invalid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `POST /v1/contacts/create`: Create a contact */
  createContact: {
    id: 'createContact',
    method: 'POST',
    path: '/v1/contacts/create',
    tag: 'Contacts',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: { shape: ContactCreate, contentType: 'application/json', invalid: 'errors' },
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['created'],
        provenance: '§4',
        description: 'The id of the new contact.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['fieldsInvalid', 'bodyMalformed', 'campaignNotFound'],
        provenance: '§4',
        description: 'The request body is invalid, or the campaign does not exist.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `POST /v1/invites/create`: Create an invite */
  createInvite: {
    id: 'createInvite',
    method: 'POST',
    path: '/v1/invites/create',
    tag: 'Invites',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: { shape: InviteCreate, contentType: 'application/json', invalid: 'errors' },
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['created'],
        provenance: '§4',
        description: 'The new invite and its redemption URL.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: [
          'campaignIdRequired',
          'fieldsInvalid',
          'bodyMalformed',
          'emailRequired',
          'campaignNotFound',
        ],
        provenance: '§7',
        description:
          'Checked in this order: `campaignId` is missing; the request body is invalid; `email` is missing while\n`sendEmailNotification` is true; the campaign does not exist.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `GET /v1/webhooks/events`: List event types */
  listWebhookEvents: {
    id: 'listWebhookEvents',
    method: 'GET',
    path: '/v1/webhooks/events',
    tag: 'Webhooks',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['events'],
        provenance: '§4',
        description: 'The event catalog.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `GET /v1/webhooks`: List subscriptions */
  listWebhooks: {
    id: 'listWebhooks',
    method: 'GET',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['webhooks'],
        provenance: '§4',
        description: 'The subscriptions. The list can be empty.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `POST /v1/webhooks`: Create a subscription */
  createWebhook: {
    id: 'createWebhook',
    method: 'POST',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: { shape: WebhookCreate, contentType: 'application/json', invalid: 'message' },
    replies: {
      201: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['created'],
        provenance: '§4',
        description: 'The new subscription with its secret.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['fieldsMissing', 'bodyMalformed', 'urlRefused', 'eventUnknown', 'exists'],
        provenance: '§7',
        description:
          'A field is missing or invalid, the URL is not allowed, or another subscription of the account has it.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `PUT /v1/webhooks/{id}`: Update a subscription */
  updateWebhook: {
    id: 'updateWebhook',
    method: 'PUT',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    provenance: '§4',
    pathParameters: { id: parameter.textParameter(FilledText, true) },
    queryParameters: {},
    requiredMessages: {},
    body: { shape: WebhookUpdate, contentType: 'application/json', invalid: 'message' },
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['switchedOff'],
        provenance: '§4',
        description: 'The updated subscription without its secret.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: [
          'notFound',
          'idMalformed',
          'bodyMalformed',
          'urlRefused',
          'eventUnknown',
          'exists',
        ],
        provenance: 'designed: only getOrder returns 404 (§7), so an unknown subscription is a 400',
        description:
          'A field is invalid, the URL is not allowed or belongs to another subscription, or the subscription does not exist.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `DELETE /v1/webhooks/{id}`: Delete a subscription */
  deleteWebhook: {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    provenance: '§4',
    pathParameters: { id: parameter.textParameter(FilledText, true) },
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['deleted'],
        provenance: '§4',
        description: 'The subscription was deleted.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['notFound', 'idMalformed'],
        provenance: 'designed: only getOrder returns 404 (§7), so an unknown subscription is a 400',
        description: 'The subscription does not exist.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `POST /v1/webhooks/{id}/test`: Send a test delivery */
  testWebhook: {
    id: 'testWebhook',
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    tag: 'Webhooks',
    provenance: '§4',
    pathParameters: { id: parameter.textParameter(FilledText, true) },
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['delivered', 'failed'],
        provenance: '§4',
        description: 'The result of the delivery, successful or not.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['notFound', 'idMalformed', 'notActive'],
        provenance: 'designed: only getOrder returns 404 (§7), so an unknown subscription is a 400',
        description: 'The subscription is not active or does not exist.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `POST /v1/webhooks/{id}/rotate-secret`: Rotate the secret */
  rotateWebhookSecret: {
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    tag: 'Webhooks',
    provenance: '§4',
    pathParameters: { id: parameter.textParameter(FilledText, true) },
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['rotated'],
        provenance: '§4',
        description: 'The subscription with its new secret.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['notFound', 'idMalformed'],
        provenance: 'designed: only getOrder returns 404 (§7), so an unknown subscription is a 400',
        description: 'The subscription does not exist.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `GET /v1/orders/list`: List orders */
  listOrders: {
    id: 'listOrders',
    method: 'GET',
    path: '/v1/orders/list',
    tag: 'Orders',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {
      campaignId: parameter.textParameter(FilledText, false),
      email: parameter.textParameter(FilledText, false),
      orderStatus: parameter.textParameter(OrderStatus, false),
      limit: parameter.integerParameter({ minimum: 1, maximum: 1000 }, false),
      offset: parameter.integerParameter({ minimum: 0, maximum: 2147483647 }, false),
    },
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['orders', 'nothing'],
        provenance: '§4',
        description: 'A page of orders. Empty when nothing matches.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['limitInvalid'],
        provenance:
          'designed: §4 lists no 400; an invalid query value is rejected, never silently corrected',
        description: 'A query parameter is invalid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `GET /v1/orders/{orderId}`: Get an order */
  getOrder: {
    id: 'getOrder',
    method: 'GET',
    path: '/v1/orders/{orderId}',
    tag: 'Orders',
    provenance: '§4',
    pathParameters: { orderId: parameter.textParameter(FilledText, true) },
    queryParameters: {},
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['awaitingShipment', 'delivered'],
        provenance: '§4',
        description: 'The order.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['orderIdMalformed'],
        provenance: 'designed: an id that cannot be decoded cannot be looked up',
        description: 'The id is not valid text.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      404: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['notFound'],
        provenance: '§4',
        description: 'The account has no order with this id.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `POST /v1/orders/create`: Create an order */
  createOrder: {
    id: 'createOrder',
    method: 'POST',
    path: '/v1/orders/create',
    tag: 'Orders',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: { shape: OrderCreate, contentType: 'application/json', invalid: 'errors' },
    replies: {
      201: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['created'],
        provenance: 'designed: §7 says that 201 is a successful create; §4 gives no status',
        description: 'The new order.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: [
          'fieldsInvalid',
          'bodyMalformed',
          'campaignNotFound',
          'campaignNotActive',
          'campaignExpired',
          'skuNotInCampaign',
          'warehouseNotFound',
          'notEnoughStock',
        ],
        provenance: '§4',
        description:
          'The request body is invalid, or the campaign or the stock does not allow the order.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `POST /v1/orders/cancel`: Cancel an order */
  cancelOrder: {
    id: 'cancelOrder',
    method: 'POST',
    path: '/v1/orders/cancel',
    tag: 'Orders',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {},
    requiredMessages: {},
    body: { shape: OrderCancel, contentType: 'application/json', invalid: 'errors' },
    replies: {
      201: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['cancelled'],
        provenance: 'designed: §4 and §7 give 201 without a body; it is the order as it is now',
        description: 'The cancelled order. The status code of this state change is 201.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: [
          'orderIdMissing',
          'bodyMalformed',
          'notFound',
          'alreadyShipped',
          'alreadyCancelled',
          'returned',
        ],
        provenance:
          'designed: §4 rejects what the status does not allow; an unknown order is a 400 too, because only getOrder returns 404 (§7)',
        description:
          'The request body is invalid, the order does not exist, or it can no longer be cancelled.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
  /** `GET /v1/inventory/list`: List inventory */
  listInventory: {
    id: 'listInventory',
    method: 'GET',
    path: '/v1/inventory/list',
    tag: 'Inventory',
    provenance: '§4',
    pathParameters: {},
    queryParameters: {
      page: parameter.integerParameter({ minimum: 1, maximum: 2147483647 }, false),
      page_size: parameter.integerParameter({ minimum: 1, maximum: 100 }, false),
      sku: parameter.textParameter(Text, false),
      product_name: parameter.textParameter(Text, false),
      warehouse_id: parameter.textParameter(FilledText, false),
      status: parameter.textParameter(InventoryStatus, false),
    },
    requiredMessages: {},
    body: undefined,
    replies: {
      200: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['inventory', 'nothing'],
        provenance: '§4',
        description: 'A page of inventory. `items` is empty when nothing matches.',
      },
      400: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['pageSizeTooLarge'],
        provenance:
          'designed: §4 lists no 400; an invalid query value is rejected, never silently corrected',
        description: 'A query parameter is invalid.',
      },
      401: {
        contentType: 'text/html',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['unauthorized'],
        provenance: '§5',
        description:
          'The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is\nchecked before the path and the input.',
      },
      429: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['budgetExceeded'],
        provenance: 'designed: §7 and §8 give 429 no body; it has a message like every other error',
        description:
          'The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted.',
      },
      500: {
        contentType: 'application/json',
        headers: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        examples: ['internalServerError'],
        provenance: '§7',
        description: 'The service failed. A write may have taken effect: check before you retry.',
      },
    },
  },
}
