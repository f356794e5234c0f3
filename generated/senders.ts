// Generated from the OpenAPI document. Do not edit.

import { payloads } from './replies.ts'
import { sender } from './sender.ts'
import type { components } from './types.ts'

type S = components['schemas']

/** Sends the payload of an event to the URL of a subscriber. */
export const webhookSenders = {
  'order.created': sender<
    S['OrderCreatedEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'order.created'
    }
  >('POST', 'application/json', payloads['order.created']),
  'order.shipped': sender<
    S['OrderShippedEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'order.shipped'
    }
  >('POST', 'application/json', payloads['order.shipped']),
  'order.delivered': sender<
    S['OrderDeliveredEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'order.delivered'
    }
  >('POST', 'application/json', payloads['order.delivered']),
  'order.cancelled': sender<
    S['OrderCancelledEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'order.cancelled'
    }
  >('POST', 'application/json', payloads['order.cancelled']),
  'order.returned': sender<
    S['OrderReturnedEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'order.returned'
    }
  >('POST', 'application/json', payloads['order.returned']),
  'invite.viewed': sender<
    S['InviteViewedEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'invite.viewed'
    }
  >('POST', 'application/json', payloads['invite.viewed']),
  'invite.cart_updated': sender<
    S['InviteCartUpdatedEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'invite.cart_updated'
    }
  >('POST', 'application/json', payloads['invite.cart_updated']),
  'invite.redeemed': sender<
    S['InviteRedeemedEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'invite.redeemed'
    }
  >('POST', 'application/json', payloads['invite.redeemed']),
  'webhook.test': sender<
    S['WebhookTestEvent'],
    {
      'X-Webhook-Signature': string
      'X-Webhook-Timestamp': string
      'X-Webhook-Event': 'webhook.test'
    }
  >('POST', 'application/json', payloads['webhook.test']),
}
