// Generated from the OpenAPI document. Do not edit.

import { z } from 'zod'
import * as check from '../check.ts'
import * as checks from '../checks.ts'
import type { components } from '../types.ts'
import * as zodChecks from './schema-checks.ts'

type S = components['schemas']

/** Text with at least one character. */
export const NonEmpty = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => v !== '', zodChecks.first('must not be empty')) satisfies z.ZodType<S['NonEmpty']>

/** The account that the key belongs to. */
export const AuthResult = z.strictObject(
  {
    account_id: NonEmpty,
    message: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['AuthResult']>

/** The plain-text body of a 401. */
export const Unauthorized = z.literal(
  'Unauthorized',
  zodChecks.messages('must be "Unauthorized"'),
) satisfies z.ZodType<S['Unauthorized']>

/** A message for users. Do not compare its text in code. */
export const Message = z.strictObject(
  { message: NonEmpty },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['Message']>

/** One active variant of a product. Several variants can belong to one product. */
export const ProductVariant = z.strictObject(
  {
    id: NonEmpty,
    title: z.string(zodChecks.messages('must be a string')),
    sku: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    minimumOrderQuantity: zodChecks
      .integer('must be an integer')
      .min(0, 'must be at least 0')
      .max(2147483647, 'must be at most 2147483647'),
    productionTime: zodChecks
      .integer('must be an integer')
      .min(0, 'must be at least 0')
      .max(2147483647, 'must be at most 2147483647'),
    imageUrl: z.nullable(
      z
        .string(zodChecks.messages('must be a string'))
        .refine((v) => v !== '', zodChecks.first('must not be empty')),
    ),
    piecesPerCarton: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
    cartonHeight: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
    cartonLength: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
    cartonWidth: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
    weight: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
    packageHeight: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
    packageLength: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
    packageWidth: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
    packageWeight: z.nullable(
      z.number(zodChecks.messages('must be a number')).min(0, 'must be at least 0'),
    ),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['ProductVariant']>

/** A campaign. Orders, contacts and invites belong to one campaign. */
export const Campaign = z.strictObject(
  {
    id: NonEmpty,
    name: z.string(zodChecks.messages('must be a string')),
    expiration: z.string(zodChecks.messages('must be a string')),
    products: z.array(ProductVariant, zodChecks.messages('must be an array')),
    status: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    allowOutOfStockOrders: z.boolean(zodChecks.messages('must be a boolean')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['Campaign']>

/** Text with at least one character. */
export const FilledText = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => v !== '', zodChecks.first('must not be empty'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['FilledText']>

/** Any text. All lengths in this document count Unicode code points. */
export const Text = z
  .string(zodChecks.messages('must be a string'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['Text']>

/** A person in a campaign. Unset text fields are empty strings, never null. */
export const Contact = z.strictObject(
  {
    id: NonEmpty,
    firstName: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    lastName: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    email: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 254), zodChecks.first('must have at most 254 characters')),
    tags: z.array(
      z.string(zodChecks.messages('must be a string')),
      zodChecks.messages('must be an array'),
    ),
    campaignId: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    street1: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 200), zodChecks.first('must have at most 200 characters')),
    street2: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 200), zodChecks.first('must have at most 200 characters')),
    city: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    state: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    country: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    zip: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 20), zodChecks.first('must have at most 20 characters')),
    dateOfBirth: z.string(zodChecks.messages('must be a string')),
    hireDate: z.string(zodChecks.messages('must be a string')),
    phone: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 30), zodChecks.first('must have at most 30 characters')),
    shirtSize: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 20), zodChecks.first('must have at most 20 characters')),
    orderCount: zodChecks
      .integer('must be an integer')
      .min(0, 'must be at least 0')
      .max(2147483647, 'must be at most 2147483647'),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['Contact']>

/** 1 to 100 characters. */
export const FilledText100 = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => v !== '', zodChecks.first('must not be empty'))
  .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['FilledText100']>

/** An email address of at most 254 characters. The format is the one that browsers accept in `<input type="email">`. Comparisons ignore case; responses return the address as sent. */
export const Email = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => check.isShort(v, 254), zodChecks.first('must have at most 254 characters'))
  .regex(checks.patternEmail, 'must be an email address') satisfies z.ZodType<S['Email']>

/** At most 30 characters. */
export const Text30 = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => check.isShort(v, 30), zodChecks.first('must have at most 30 characters'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['Text30']>

/** At most 200 characters. */
export const Text200 = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => check.isShort(v, 200), zodChecks.first('must have at most 200 characters'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['Text200']>

/** At most 100 characters. */
export const Text100 = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['Text100']>

/** At most 20 characters. */
export const Text20 = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => check.isShort(v, 20), zodChecks.first('must have at most 20 characters'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['Text20']>

/** The contact to create. */
export const ContactCreate = z.object(
  {
    firstName: FilledText100,
    lastName: FilledText100,
    email: Email,
    campaignId: FilledText,
    phone: Text30.exactOptional(),
    companyName: Text200.exactOptional(),
    street1: Text200.exactOptional(),
    street2: Text200.exactOptional(),
    city: Text100.exactOptional(),
    state: Text100.exactOptional(),
    country: Text100.exactOptional(),
    zip: Text20.exactOptional(),
    dateOfBirth: Text.exactOptional(),
    hireDate: Text.exactOptional(),
    shirtSize: Text20.exactOptional(),
    tags: z.array(Text, zodChecks.messages('must be an array')).exactOptional(),
    profilePicture: Text.exactOptional(),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['ContactCreate']>

/** The result of creating a contact. */
export const ContactCreated = z.strictObject(
  { contactId: NonEmpty },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['ContactCreated']>

/** Why the request was rejected. `errors` is present exactly when the request body is invalid. It is absent when the current state does not allow the operation. */
export const ValidationError = z.strictObject(
  {
    message: NonEmpty,
    errors: z
      .array(
        z
          .string(zodChecks.messages('must be a string'))
          .regex(checks.patternValidationErrorErrors, 'must match ^[^:]+: .+$'),
        zodChecks.messages('must be an array'),
      )
      .min(1, 'must not be empty')
      .exactOptional(),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['ValidationError']>

/** An ISO 8601 timestamp with seconds and an offset (RFC 3339). The date must exist. */
export const Timestamp = z
  .string(zodChecks.messages('must be a string'))
  .regex(
    checks.patternTimestamp,
    'must be an ISO 8601 timestamp such as 2027-03-31T23:59:59Z',
  ) satisfies z.ZodType<S['Timestamp']>

/** The invite to create. The recipient does not have to be a contact. */
export const InviteCreate = zodChecks.checked<S['InviteCreate']>(
  checks.isInviteCreate,
) satisfies z.ZodType<S['InviteCreate']>

/** A personal invite to one campaign. Unset text fields are empty strings, never null. */
export const Invite = z.strictObject(
  {
    _id: NonEmpty,
    slug: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty'))
      .regex(checks.patternInviteSlug, 'must match ^[A-Za-z0-9_-]+$'),
    inviteNumber: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    status: z.literal(['UNUSED', 'USED'], zodChecks.messages('must be one of UNUSED, USED')),
    email: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 254), zodChecks.first('must have at most 254 characters')),
    firstName: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    lastName: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    companyName: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 200), zodChecks.first('must have at most 200 characters')),
    expiresAt: z.string(zodChecks.messages('must be a string')),
    emailNotificationSent: z.boolean(zodChecks.messages('must be a boolean')),
    createdAt: z.string(zodChecks.messages('must be a string')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['Invite']>

/** The new invite and its redemption URL. */
export const InviteCreated = z.strictObject(
  {
    invite: Invite,
    inviteUrl: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InviteCreated']>

/** The name of an event that a webhook can subscribe to. `webhook.test` is not one of them. */
export const EventName = z.literal(
  [
    'order.created',
    'order.shipped',
    'order.delivered',
    'order.cancelled',
    'order.returned',
    'invite.viewed',
    'invite.cart_updated',
    'invite.redeemed',
  ],
  zodChecks.messages(
    'must be one of order.created, order.shipped, order.delivered, order.cancelled, order.returned, invite.viewed, invite.cart_updated, invite.redeemed',
  ),
) satisfies z.ZodType<S['EventName']>

/** An event that a webhook can subscribe to. */
export const EventDescription = z.strictObject(
  {
    name: EventName,
    category: z.literal(['order', 'invite'], zodChecks.messages('must be one of order, invite')),
    description: NonEmpty,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['EventDescription']>

/** The event catalog. It is the same for every account. */
export const EventCatalog = z.strictObject(
  {
    events: z
      .array(EventDescription, zodChecks.messages('must be an array'))
      .min(8, 'must have at least 8 items')
      .max(8, 'must have at most 8 items'),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['EventCatalog']>

/** A subscription to events. */
export const WebhookSubscription = z.strictObject(
  {
    id: NonEmpty,
    url: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    events: z.array(EventName, zodChecks.messages('must be an array')).min(1, 'must not be empty'),
    active: z.boolean(zodChecks.messages('must be a boolean')),
    createdAt: z.string(zodChecks.messages('must be a string')),
    updatedAt: z.string(zodChecks.messages('must be a string')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['WebhookSubscription']>

/** The account's subscriptions, active and inactive. */
export const WebhookList = z.strictObject(
  { webhooks: z.array(WebhookSubscription, zodChecks.messages('must be an array')) },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['WebhookList']>

/** An HTTPS URL without credentials. The host must not be `localhost`, a subdomain of it, or a loopback, private or link-local address (IPv4, IPv6 or IPv4-mapped IPv6). Different spellings of the same URL count as one URL. */
export const WebhookUrl = z
  .string(zodChecks.messages('must be a string'))
  .regex(
    checks.patternWebhookUrl,
    'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses',
  ) satisfies z.ZodType<S['WebhookUrl']>

/** The subscription to create. */
export const WebhookCreate = z.object(
  {
    url: WebhookUrl,
    events: z.array(EventName, zodChecks.messages('must be an array')).min(1, 'must not be empty'),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['WebhookCreate']>

/** A subscription with its signing secret. Only the create and rotate-secret operations return the secret. */
export const WebhookSubscriptionWithSecret = z.strictObject(
  {
    id: NonEmpty,
    url: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    events: z.array(EventName, zodChecks.messages('must be an array')).min(1, 'must not be empty'),
    active: z.boolean(zodChecks.messages('must be a boolean')),
    secret: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    createdAt: z.string(zodChecks.messages('must be a string')),
    updatedAt: z.string(zodChecks.messages('must be a string')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['WebhookSubscriptionWithSecret']>

/** The fields to update. Omitted fields do not change. */
export const WebhookUpdate = z.object(
  {
    url: WebhookUrl.exactOptional(),
    events: z
      .array(EventName, zodChecks.messages('must be an array'))
      .min(1, 'must not be empty')
      .exactOptional(),
    active: z.boolean(zodChecks.messages('must be a boolean')).exactOptional(),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['WebhookUpdate']>

/** The result of the test delivery. */
export const WebhookTestResult = z.strictObject(
  {
    success: z.boolean(zodChecks.messages('must be a boolean')),
    statusCode: z.nullable(
      zodChecks
        .integer('must be an integer')
        .min(100, 'must be at least 100')
        .max(999, 'must be at most 999'),
    ),
    error: z.nullable(
      z
        .string(zodChecks.messages('must be a string'))
        .refine((v) => v !== '', zodChecks.first('must not be empty')),
    ),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['WebhookTestResult']>

/** A new order is `AWAITING_SHIPMENT`. It becomes `SHIPPED` or `CANCELLED`. A shipped order can become `RETURNED`. Delivery sets `deliveredAt` and does not change the status. */
export const OrderStatus = z.literal(
  ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'],
  zodChecks.messages('must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED'),
) satisfies z.ZodType<S['OrderStatus']>

/** The recipient and shipping address. Unset fields are empty strings. */
export const Recipient = z.strictObject(
  {
    firstName: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    lastName: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    email: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 254), zodChecks.first('must have at most 254 characters')),
    phone: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 30), zodChecks.first('must have at most 30 characters')),
    street1: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 200), zodChecks.first('must have at most 200 characters')),
    street2: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 200), zodChecks.first('must have at most 200 characters')),
    city: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    state: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
    zip: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 20), zodChecks.first('must have at most 20 characters')),
    country: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 100), zodChecks.first('must have at most 100 characters')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['Recipient']>

/** A line item of an order or a cart. */
export const OrderLine = z.strictObject(
  {
    sku: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    quantity: zodChecks
      .integer('must be an integer')
      .min(1, 'must be at least 1')
      .max(100000, 'must be at most 100000'),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderLine']>

/** A fulfillment order. `trackingNumber`, `carrierCode` and `shipDate` are null until the order ships, and only then. */
export const Order = z.strictObject(
  {
    id: NonEmpty,
    orderNumber: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    sourceOrderNumber: z.nullable(z.string(zodChecks.messages('must be a string'))),
    status: OrderStatus,
    paymentStatus: z.literal('PAID', zodChecks.messages('must be one of PAID')),
    allocationStatus: z.literal(
      ['ALLOCATED', 'BACKORDERED', 'RELEASED'],
      zodChecks.messages('must be one of ALLOCATED, BACKORDERED, RELEASED'),
    ),
    orderSource: z.literal(
      ['API', 'REDEMPTION', 'IMPORT'],
      zodChecks.messages('must be one of API, REDEMPTION, IMPORT'),
    ),
    orderDate: z.string(zodChecks.messages('must be a string')),
    shipDate: z.nullable(z.string(zodChecks.messages('must be a string'))),
    deliveredAt: z.nullable(z.string(zodChecks.messages('must be a string'))),
    trackingNumber: z.nullable(z.string(zodChecks.messages('must be a string'))),
    carrierCode: z.nullable(z.string(zodChecks.messages('must be a string'))),
    campaignId: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    warehouse: z.nullable(
      z
        .string(zodChecks.messages('must be a string'))
        .refine((v) => v !== '', zodChecks.first('must not be empty')),
    ),
    recipient: Recipient,
    companyName: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 200), zodChecks.first('must have at most 200 characters')),
    notes: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => check.isShort(v, 2000), zodChecks.first('must have at most 2,000 characters')),
    products: z.array(OrderLine, zodChecks.messages('must be an array')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['Order']>

/** A line item of an order or a cart. */
export const OrderLineCreate = z.object(
  {
    sku: FilledText,
    quantity: zodChecks
      .integer('must be an integer')
      .min(1, 'must be at least 1')
      .max(100000, 'must be at most 100000'),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderLineCreate']>

/** 1 to 200 characters. */
export const FilledText200 = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => v !== '', zodChecks.first('must not be empty'))
  .refine((v) => check.isShort(v, 200), zodChecks.first('must have at most 200 characters'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['FilledText200']>

/** The recipient and shipping address. A contact's length limits apply. */
export const ShipTo = zodChecks.checked<S['ShipTo']>(checks.isShipTo) satisfies z.ZodType<
  S['ShipTo']
>

/** At most 2,000 characters. */
export const Text2000 = z
  .string(zodChecks.messages('must be a string'))
  .refine((v) => check.isShort(v, 2000), zodChecks.first('must have at most 2,000 characters'))
  .regex(checks.patternFilledText, 'must not contain NUL') satisfies z.ZodType<S['Text2000']>

/** The order to create. */
export const OrderCreate = z.object(
  {
    campaignId: FilledText,
    products: z
      .array(OrderLineCreate, zodChecks.messages('must be an array'))
      .min(1, 'must not be empty')
      .max(500, 'must have at most 500 items'),
    shipTo: ShipTo,
    notes: Text2000.exactOptional(),
    sourceOrderNumber: FilledText100.exactOptional(),
    warehouse: FilledText.exactOptional(),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderCreate']>

/** Identifies the order to cancel. */
export const OrderCancel = z.object(
  { orderId: FilledText },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderCancel']>

/** `out_of_stock` when no units are available, `low_stock` when `available` is at or below the item's threshold. */
export const InventoryStatus = z.literal(
  ['in_stock', 'low_stock', 'out_of_stock'],
  zodChecks.messages('must be one of in_stock, low_stock, out_of_stock'),
) satisfies z.ZodType<S['InventoryStatus']>

/** The warehouse that holds the stock. */
export const InventoryWarehouse = z.strictObject(
  { warehouse_id: NonEmpty, warehouse_name: z.string(zodChecks.messages('must be a string')) },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InventoryWarehouse']>

/** One change in stock. */
export const InventoryEvent = z.strictObject(
  {
    id: NonEmpty,
    event_type: z.literal(
      [
        'received',
        'adjusted',
        'inbound_expected',
        'inbound_received',
        'order_allocated',
        'order_released',
        'order_shipped',
        'order_returned',
      ],
      zodChecks.messages(
        'must be one of received, adjusted, inbound_expected, inbound_received, order_allocated, order_released, order_shipped, order_returned',
      ),
    ),
    quantity: zodChecks
      .integer('must be an integer')
      .min(-2147483648, 'must be at least -2147483648')
      .max(2147483647, 'must be at most 2147483647'),
    order_id: z.nullable(z.string(zodChecks.messages('must be a string'))),
    created_at: z.string(zodChecks.messages('must be a string')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InventoryEvent']>

/** The stock of one variant in one warehouse. Each count is the sum of its events. */
export const InventoryItem = z.strictObject(
  {
    id: NonEmpty,
    product_id: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    product_name: z.string(zodChecks.messages('must be a string')),
    sku: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    status: InventoryStatus,
    on_hand: zodChecks
      .integer('must be an integer')
      .min(0, 'must be at least 0')
      .max(9007199254740991, 'must be at most 9007199254740991'),
    available: zodChecks
      .integer('must be an integer')
      .min(0, 'must be at least 0')
      .max(9007199254740991, 'must be at most 9007199254740991'),
    allocated: zodChecks
      .integer('must be an integer')
      .min(0, 'must be at least 0')
      .max(9007199254740991, 'must be at most 9007199254740991'),
    inbound: zodChecks
      .integer('must be an integer')
      .min(0, 'must be at least 0')
      .max(9007199254740991, 'must be at most 9007199254740991'),
    warehouse: InventoryWarehouse,
    inventory_events: z
      .array(InventoryEvent, zodChecks.messages('must be an array'))
      .max(50, 'must have at most 50 items'),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InventoryItem']>

/** The position of this page in the list. */
export const Pagination = z.strictObject(
  {
    total_count: zodChecks
      .integer('must be an integer')
      .min(0, 'must be at least 0')
      .max(2147483647, 'must be at most 2147483647'),
    page: zodChecks
      .integer('must be an integer')
      .min(1, 'must be at least 1')
      .max(2147483647, 'must be at most 2147483647'),
    page_size: zodChecks
      .integer('must be an integer')
      .min(1, 'must be at least 1')
      .max(100, 'must be at most 100'),
    has_more: z.boolean(zodChecks.messages('must be a boolean')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['Pagination']>

/** A page of inventory. */
export const InventoryPage = z.strictObject(
  {
    items: z
      .array(InventoryItem, zodChecks.messages('must be an array'))
      .max(100, 'must have at most 100 items'),
    pagination: Pagination,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InventoryPage']>

/** The data of an event about an order that has not shipped. */
export const UnshippedOrderEventData = z.strictObject(
  {
    orderId: NonEmpty,
    orderNumber: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    status: OrderStatus,
    campaignId: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    trackingNumber: z.literal(null, zodChecks.messages('must be null')),
    carrierCode: z.literal(null, zodChecks.messages('must be null')),
    shipDate: z.literal(null, zodChecks.messages('must be null')),
    products: z.array(OrderLine, zodChecks.messages('must be an array')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['UnshippedOrderEventData']>

/** An order was created. */
export const OrderCreatedEvent = z.strictObject(
  {
    event: z.literal('order.created', zodChecks.messages('must be "order.created"')),
    data: UnshippedOrderEventData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderCreatedEvent']>

/** The data of an event about an order that has shipped. */
export const OrderEventData = z.strictObject(
  {
    orderId: NonEmpty,
    orderNumber: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    status: OrderStatus,
    campaignId: z
      .string(zodChecks.messages('must be a string'))
      .refine((v) => v !== '', zodChecks.first('must not be empty')),
    trackingNumber: z.nullable(z.string(zodChecks.messages('must be a string'))),
    carrierCode: z.nullable(z.string(zodChecks.messages('must be a string'))),
    shipDate: z.nullable(z.string(zodChecks.messages('must be a string'))),
    products: z.array(OrderLine, zodChecks.messages('must be an array')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderEventData']>

/** An order shipped. */
export const OrderShippedEvent = z.strictObject(
  {
    event: z.literal('order.shipped', zodChecks.messages('must be "order.shipped"')),
    data: OrderEventData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderShippedEvent']>

/** Delivery of an order was confirmed. */
export const OrderDeliveredEvent = z.strictObject(
  {
    event: z.literal('order.delivered', zodChecks.messages('must be "order.delivered"')),
    data: OrderEventData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderDeliveredEvent']>

/** An order was cancelled. */
export const OrderCancelledEvent = z.strictObject(
  {
    event: z.literal('order.cancelled', zodChecks.messages('must be "order.cancelled"')),
    data: UnshippedOrderEventData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderCancelledEvent']>

/** A return was detected. */
export const OrderReturnedEvent = z.strictObject(
  {
    event: z.literal('order.returned', zodChecks.messages('must be "order.returned"')),
    data: OrderEventData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['OrderReturnedEvent']>

/** The invite whose page was opened. */
export const InviteViewedData = z.strictObject(
  {
    inviteId: z.string(zodChecks.messages('must be a string')),
    inviteNumber: z.nullable(z.string(zodChecks.messages('must be a string'))),
    email: z.nullable(z.string(zodChecks.messages('must be a string'))),
    campaignId: z.string(zodChecks.messages('must be a string')),
    campaignTitle: z.literal(null, zodChecks.messages('must be null')),
    eventDetails: z.nullable(
      z.strictObject(
        { page: z.string(zodChecks.messages('must be a string')) },
        zodChecks.messages('must be an object'),
      ),
    ),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InviteViewedData']>

/** A recipient opened the redemption page. */
export const InviteViewedEvent = z.strictObject(
  {
    event: z.literal('invite.viewed', zodChecks.messages('must be "invite.viewed"')),
    data: InviteViewedData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InviteViewedEvent']>

/** The invite whose cart changed. */
export const InviteCartUpdatedData = z.strictObject(
  {
    inviteId: z.string(zodChecks.messages('must be a string')),
    inviteNumber: z.nullable(z.string(zodChecks.messages('must be a string'))),
    email: z.nullable(z.string(zodChecks.messages('must be a string'))),
    campaignId: z.string(zodChecks.messages('must be a string')),
    campaignTitle: z.literal(null, zodChecks.messages('must be null')),
    eventDetails: z.strictObject(
      {
        eventType: z.literal(
          ['CART_ADD', 'CART_UPDATE', 'CART_REMOVE'],
          zodChecks.messages('must be one of CART_ADD, CART_UPDATE, CART_REMOVE'),
        ),
        page: z.string(zodChecks.messages('must be a string')),
        cartItems: z.array(OrderLine, zodChecks.messages('must be an array')),
      },
      zodChecks.messages('must be an object'),
    ),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InviteCartUpdatedData']>

/** A recipient changed the cart. */
export const InviteCartUpdatedEvent = z.strictObject(
  {
    event: z.literal('invite.cart_updated', zodChecks.messages('must be "invite.cart_updated"')),
    data: InviteCartUpdatedData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InviteCartUpdatedEvent']>

/** The invite that was redeemed. */
export const InviteRedeemedData = z.strictObject(
  {
    inviteId: z.string(zodChecks.messages('must be a string')),
    inviteNumber: z.nullable(z.string(zodChecks.messages('must be a string'))),
    email: z.nullable(z.string(zodChecks.messages('must be a string'))),
    campaignId: z.string(zodChecks.messages('must be a string')),
    campaignTitle: z.literal(null, zodChecks.messages('must be null')),
    eventDetails: z.strictObject(
      {
        eventType: z.literal('ORDER_COMPLETE', zodChecks.messages('must be "ORDER_COMPLETE"')),
        cartItems: z.array(OrderLine, zodChecks.messages('must be an array')).exactOptional(),
      },
      zodChecks.messages('must be an object'),
    ),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InviteRedeemedData']>

/** A recipient completed the order. */
export const InviteRedeemedEvent = z.strictObject(
  {
    event: z.literal('invite.redeemed', zodChecks.messages('must be "invite.redeemed"')),
    data: InviteRedeemedData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['InviteRedeemedEvent']>

/** The data of a test delivery. */
export const WebhookTestData = z.strictObject(
  {
    message: z.literal(
      'Your webhook endpoint is configured correctly.',
      zodChecks.messages('must be "Your webhook endpoint is configured correctly."'),
    ),
    timestamp: z.string(zodChecks.messages('must be a string')),
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['WebhookTestData']>

/** A test delivery. */
export const WebhookTestEvent = z.strictObject(
  {
    event: z.literal('webhook.test', zodChecks.messages('must be "webhook.test"')),
    data: WebhookTestData,
  },
  zodChecks.messages('must be an object'),
) satisfies z.ZodType<S['WebhookTestEvent']>

/** Query parameters of `listProducts`. */
export const listProductsQuery = z.object({
  limit: zodChecks
    .parameter(
      { name: 'limit', style: 'form', explode: true, types: ['integer'], unsigned: true },
      zodChecks
        .integer('must be an integer')
        .min(1, 'must be at least 1')
        .max(1000, 'must be at most 1000'),
      'is required',
    )
    .default(20),
  offset: zodChecks
    .parameter(
      { name: 'offset', style: 'form', explode: true, types: ['integer'], unsigned: true },
      zodChecks
        .integer('must be an integer')
        .min(0, 'must be at least 0')
        .max(2147483647, 'must be at most 2147483647'),
      'is required',
    )
    .default(0),
})

/** Reply 200 of `listProducts`. */
export const listProducts200 = z.array(ProductVariant, zodChecks.messages('must be an array'))

/** Reply 200 of `listCampaigns`. */
export const listCampaigns200 = z.array(Campaign, zodChecks.messages('must be an array'))

/** Query parameters of `listContacts`. */
export const listContactsQuery = z.object({
  campaignId: z
    .string(zodChecks.messages('must be a string', 'campaignId is required'))
    .refine((v) => v !== '', zodChecks.first('campaignId is required'))
    .regex(checks.patternFilledText, 'must not contain NUL'),
  searchText: Text.exactOptional(),
  tags: zodChecks
    .parameter(
      {
        name: 'tags',
        style: 'form',
        explode: true,
        types: ['array'],
        items: { types: ['string'] },
      },
      z.array(Text, zodChecks.messages('must be an array')),
      'is required',
    )
    .exactOptional(),
  inviteStatusFilter: z
    .literal(['invited', 'not_invited'], zodChecks.messages('must be one of invited, not_invited'))
    .exactOptional(),
  orderCountFilter: zodChecks
    .parameter(
      {
        name: 'orderCountFilter',
        style: 'form',
        explode: true,
        types: ['integer'],
        unsigned: true,
      },
      zodChecks
        .integer('must be an integer')
        .min(0, 'must be at least 0')
        .max(2147483647, 'must be at most 2147483647'),
      'is required',
    )
    .exactOptional(),
  limit: zodChecks
    .parameter(
      { name: 'limit', style: 'form', explode: true, types: ['integer'], unsigned: true },
      zodChecks
        .integer('must be an integer')
        .min(1, 'must be at least 1')
        .max(1000, 'must be at most 1000'),
      'is required',
    )
    .default(20),
  offset: zodChecks
    .parameter(
      { name: 'offset', style: 'form', explode: true, types: ['integer'], unsigned: true },
      zodChecks
        .integer('must be an integer')
        .min(0, 'must be at least 0')
        .max(2147483647, 'must be at most 2147483647'),
      'is required',
    )
    .default(0),
})

/** Reply 200 of `listContacts`. */
export const listContacts200 = z.array(Contact, zodChecks.messages('must be an array'))

/** Path parameters of `updateWebhook`. */
export const updateWebhookPath = z.object({ id: FilledText })

/** Path parameters of `deleteWebhook`. */
export const deleteWebhookPath = z.object({ id: FilledText })

/** Path parameters of `testWebhook`. */
export const testWebhookPath = z.object({ id: FilledText })

/** Path parameters of `rotateWebhookSecret`. */
export const rotateWebhookSecretPath = z.object({ id: FilledText })

/** Query parameters of `listOrders`. */
export const listOrdersQuery = z.object({
  campaignId: FilledText.exactOptional(),
  email: FilledText.exactOptional(),
  orderStatus: OrderStatus.exactOptional(),
  sourceOrderNumber: FilledText.exactOptional(),
  limit: zodChecks
    .parameter(
      { name: 'limit', style: 'form', explode: true, types: ['integer'], unsigned: true },
      zodChecks
        .integer('must be an integer')
        .min(1, 'must be at least 1')
        .max(1000, 'must be at most 1000'),
      'is required',
    )
    .default(20),
  offset: zodChecks
    .parameter(
      { name: 'offset', style: 'form', explode: true, types: ['integer'], unsigned: true },
      zodChecks
        .integer('must be an integer')
        .min(0, 'must be at least 0')
        .max(2147483647, 'must be at most 2147483647'),
      'is required',
    )
    .default(0),
})

/** Reply 200 of `listOrders`. */
export const listOrders200 = z.array(Order, zodChecks.messages('must be an array'))

/** Path parameters of `getOrder`. */
export const getOrderPath = z.object({ orderId: FilledText })

/** Query parameters of `listInventory`. */
export const listInventoryQuery = z.object({
  page: zodChecks
    .parameter(
      { name: 'page', style: 'form', explode: true, types: ['integer'], unsigned: true },
      zodChecks
        .integer('must be an integer')
        .min(1, 'must be at least 1')
        .max(2147483647, 'must be at most 2147483647'),
      'is required',
    )
    .default(1),
  page_size: zodChecks
    .parameter(
      { name: 'page_size', style: 'form', explode: true, types: ['integer'], unsigned: true },
      zodChecks
        .integer('must be an integer')
        .min(1, 'must be at least 1')
        .max(100, 'must be at most 100'),
      'is required',
    )
    .default(20),
  sku: Text.exactOptional(),
  product_name: Text.exactOptional(),
  warehouse_id: FilledText.exactOptional(),
  status: InventoryStatus.exactOptional(),
})
