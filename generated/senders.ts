// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import { payloads } from './replies.ts'
import { sender } from './send.ts'
import type { WebhookPayloads } from './webhooks.ts'

/** Functions that send the payload of a webhook, by event. */
export const webhookSenders = {
  'order.created': sender<WebhookPayloads['order.created']>(
    'POST',
    'application/json',
    payloads['order.created'],
  ),
  'order.shipped': sender<WebhookPayloads['order.shipped']>(
    'POST',
    'application/json',
    payloads['order.shipped'],
  ),
  'order.delivered': sender<WebhookPayloads['order.delivered']>(
    'POST',
    'application/json',
    payloads['order.delivered'],
  ),
  'order.cancelled': sender<WebhookPayloads['order.cancelled']>(
    'POST',
    'application/json',
    payloads['order.cancelled'],
  ),
  'order.returned': sender<WebhookPayloads['order.returned']>(
    'POST',
    'application/json',
    payloads['order.returned'],
  ),
  'invite.viewed': sender<WebhookPayloads['invite.viewed']>(
    'POST',
    'application/json',
    payloads['invite.viewed'],
  ),
  'invite.cart_updated': sender<WebhookPayloads['invite.cart_updated']>(
    'POST',
    'application/json',
    payloads['invite.cart_updated'],
  ),
  'invite.redeemed': sender<WebhookPayloads['invite.redeemed']>(
    'POST',
    'application/json',
    payloads['invite.redeemed'],
  ),
  'webhook.test': sender<WebhookPayloads['webhook.test']>(
    'POST',
    'application/json',
    payloads['webhook.test'],
  ),
}
