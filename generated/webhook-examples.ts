// Generated from the OpenAPI document. Do not edit.

import type { WebhookPayloads } from './webhooks.ts'

/** The document's first example of each event's payload. */
export const webhookExamples: WebhookPayloads = {
  'order.created': {
    event: 'order.created',
    data: {
      orderId: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
      orderNumber: 'MF-100042',
      status: 'AWAITING_SHIPMENT',
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      trackingNumber: null,
      carrierCode: null,
      shipDate: null,
      products: [
        { sku: 'TEE-BLK-M', quantity: 2 },
        { sku: 'CRD-WEL', quantity: 1 },
      ],
    },
  },
  'order.shipped': {
    event: 'order.shipped',
    data: {
      orderId: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
      orderNumber: 'MF-100042',
      status: 'SHIPPED',
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      trackingNumber: '1Z999AA10123456784',
      carrierCode: 'ups',
      shipDate: '2026-11-21T16:40:00.000Z',
      products: [
        { sku: 'TEE-BLK-M', quantity: 2 },
        { sku: 'CRD-WEL', quantity: 1 },
      ],
    },
  },
  'order.delivered': {
    event: 'order.delivered',
    data: {
      orderId: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
      orderNumber: 'MF-100042',
      status: 'SHIPPED',
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      trackingNumber: '1Z999AA10123456784',
      carrierCode: 'ups',
      shipDate: '2026-11-21T16:40:00.000Z',
      products: [
        { sku: 'TEE-BLK-M', quantity: 2 },
        { sku: 'CRD-WEL', quantity: 1 },
      ],
    },
  },
  'order.cancelled': {
    event: 'order.cancelled',
    data: {
      orderId: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
      orderNumber: 'MF-100042',
      status: 'CANCELLED',
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      trackingNumber: null,
      carrierCode: null,
      shipDate: null,
      products: [
        { sku: 'TEE-BLK-M', quantity: 2 },
        { sku: 'CRD-WEL', quantity: 1 },
      ],
    },
  },
  'order.returned': {
    event: 'order.returned',
    data: {
      orderId: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
      orderNumber: 'MF-100042',
      status: 'RETURNED',
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      trackingNumber: '1Z999AA10123456784',
      carrierCode: 'ups',
      shipDate: '2026-11-21T16:40:00.000Z',
      products: [
        { sku: 'TEE-BLK-M', quantity: 2 },
        { sku: 'CRD-WEL', quantity: 1 },
      ],
    },
  },
  'invite.viewed': {
    event: 'invite.viewed',
    data: {
      inviteId: 'inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8',
      inviteNumber: 'INV-100017',
      email: 'jonas.weber@example.com',
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      campaignTitle: null,
      eventDetails: { page: 'landing' },
    },
  },
  'invite.cart_updated': {
    event: 'invite.cart_updated',
    data: {
      inviteId: 'inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8',
      inviteNumber: 'INV-100017',
      email: 'jonas.weber@example.com',
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      campaignTitle: null,
      eventDetails: {
        eventType: 'CART_ADD',
        page: 'products',
        cartItems: [{ sku: 'TEE-BLK-M', quantity: 1 }],
      },
    },
  },
  'invite.redeemed': {
    event: 'invite.redeemed',
    data: {
      inviteId: 'inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8',
      inviteNumber: 'INV-100017',
      email: 'jonas.weber@example.com',
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      campaignTitle: null,
      eventDetails: { eventType: 'ORDER_COMPLETE', cartItems: [{ sku: 'TEE-BLK-M', quantity: 1 }] },
    },
  },
  'webhook.test': {
    event: 'webhook.test',
    data: {
      message: 'Your webhook endpoint is configured correctly.',
      timestamp: '2026-11-20T09:21:00.482Z',
    },
  },
}
