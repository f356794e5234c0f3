// Generated from the OpenAPI document. Do not edit.

import type { components } from './types.ts'

type S = components['schemas']

/** The payload of each event. */
export type WebhookPayloads = {
  /** A fulfillment order is created, by campaign redemption, by this API or by a sync that imports orders from a fulfillment provider. */
  'order.created': S['OrderCreatedEvent']
  /** An order's status becomes SHIPPED. */
  'order.shipped': S['OrderShippedEvent']
  /** Delivery is confirmed. */
  'order.delivered': S['OrderDeliveredEvent']
  /** An order is cancelled. */
  'order.cancelled': S['OrderCancelledEvent']
  /** A return is detected. */
  'order.returned': S['OrderReturnedEvent']
  /** An invite recipient lands on the redemption page. The event is sent at most once a minute for each invite. */
  'invite.viewed': S['InviteViewedEvent']
  /** A recipient adds, updates or removes a cart item. */
  'invite.cart_updated': S['InviteCartUpdatedEvent']
  /** A recipient completes the order. */
  'invite.redeemed': S['InviteRedeemedEvent']
  /** The webhook test operation was called for this subscription. It cannot be subscribed to. */
  'webhook.test': S['WebhookTestEvent']
}

export type WebhookName = keyof WebhookPayloads

/** Each event: when it fires, and its category if clients can subscribe to it. */
export const webhooks = {
  'order.created': {
    name: 'order.created',
    summary: 'An order was created',
    fires:
      'A fulfillment order is created, by campaign redemption, by this API or by a sync that imports orders from a fulfillment provider.',
    category: 'order',
  },
  'order.shipped': {
    name: 'order.shipped',
    summary: 'An order shipped',
    fires: "An order's status becomes SHIPPED.",
    category: 'order',
  },
  'order.delivered': {
    name: 'order.delivered',
    summary: 'An order was delivered',
    fires: 'Delivery is confirmed.',
    category: 'order',
  },
  'order.cancelled': {
    name: 'order.cancelled',
    summary: 'An order was cancelled',
    fires: 'An order is cancelled.',
    category: 'order',
  },
  'order.returned': {
    name: 'order.returned',
    summary: 'An order was returned',
    fires: 'A return is detected.',
    category: 'order',
  },
  'invite.viewed': {
    name: 'invite.viewed',
    summary: 'An invite was viewed',
    fires:
      'An invite recipient lands on the redemption page. The event is sent at most once a minute for each invite.',
    category: 'invite',
  },
  'invite.cart_updated': {
    name: 'invite.cart_updated',
    summary: 'A cart changed',
    fires: 'A recipient adds, updates or removes a cart item.',
    category: 'invite',
  },
  'invite.redeemed': {
    name: 'invite.redeemed',
    summary: 'An invite was redeemed',
    fires: 'A recipient completes the order.',
    category: 'invite',
  },
  'webhook.test': {
    name: 'webhook.test',
    summary: 'A test delivery',
    fires:
      'The webhook test operation was called for this subscription. It cannot be subscribed to.',
  },
} as const
