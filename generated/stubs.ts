// Generated from the OpenAPI document. Do not edit.

import { implement, type Operations } from './operations.ts'

/**
 * Every operation, returning the document's first named example. Spread it and replace one
 * method at a time.
 */
export const stubs: Operations = implement<unknown>()({
  /** `GET /v1/auth`: Check the key */
  checkAuth: () => ({
    status: 200,
    body: {
      account_id: 'acc_019a91ef40b17a2c93d4e5f60718293a',
      message: 'Authentication successful',
    },
  }),
  /** `PUT /v1/auth`: Check the key (PUT) */
  checkAuthPut: () => ({
    status: 200,
    body: {
      account_id: 'acc_019a91ef40b17a2c93d4e5f60718293a',
      message: 'Authentication successful',
    },
  }),
  /** `POST /v1/auth`: Check the key (POST) */
  checkAuthPost: () => ({
    status: 200,
    body: {
      account_id: 'acc_019a91ef40b17a2c93d4e5f60718293a',
      message: 'Authentication successful',
    },
  }),
  /** `DELETE /v1/auth`: Check the key (DELETE) */
  checkAuthDelete: () => ({
    status: 200,
    body: {
      account_id: 'acc_019a91ef40b17a2c93d4e5f60718293a',
      message: 'Authentication successful',
    },
  }),
  /** `OPTIONS /v1/auth`: Check the key (OPTIONS) */
  checkAuthOptions: () => ({
    status: 200,
    body: {
      account_id: 'acc_019a91ef40b17a2c93d4e5f60718293a',
      message: 'Authentication successful',
    },
  }),
  /** `HEAD /v1/auth`: Check the key (HEAD) */
  checkAuthHead: () => ({
    status: 200,
    body: {
      account_id: 'acc_019a91ef40b17a2c93d4e5f60718293a',
      message: 'Authentication successful',
    },
  }),
  /** `PATCH /v1/auth`: Check the key (PATCH) */
  checkAuthPatch: () => ({
    status: 200,
    body: {
      account_id: 'acc_019a91ef40b17a2c93d4e5f60718293a',
      message: 'Authentication successful',
    },
  }),
  /** `TRACE /v1/auth`: Check the key (TRACE) */
  checkAuthTrace: () => ({
    status: 200,
    body: {
      account_id: 'acc_019a91ef40b17a2c93d4e5f60718293a',
      message: 'Authentication successful',
    },
  }),
  /** `GET /v1/products/list`: List product variants */
  listProducts: () => ({
    status: 200,
    body: [
      {
        id: 'prd_019a91f0a1b27c3d84e5f60718293a4b',
        title: 'Heavyweight cotton tee',
        sku: 'TEE-BLK-M',
        minimumOrderQuantity: 24,
        productionTime: 9,
        imageUrl: 'http://127.0.0.1:8080/cdn/tee-black.svg',
        piecesPerCarton: 48,
        cartonHeight: 32,
        cartonLength: 60,
        cartonWidth: 40,
        weight: 0.21,
        packageHeight: 3,
        packageLength: 30,
        packageWidth: 25,
        packageWeight: 0.24,
      },
      {
        id: 'prd_019a91f0a3c47d1e95f60718293a4b5c',
        title: 'Welcome card',
        sku: 'CRD-WEL',
        minimumOrderQuantity: 100,
        productionTime: 4,
        imageUrl: null,
        piecesPerCarton: null,
        cartonHeight: null,
        cartonLength: null,
        cartonWidth: null,
        weight: 0.012,
        packageHeight: null,
        packageLength: null,
        packageWidth: null,
        packageWeight: null,
      },
    ],
  }),
  /** `GET /v1/campaigns/list`: List campaigns */
  listCampaigns: () => ({
    status: 200,
    body: [
      {
        id: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
        name: 'New starter kit',
        expiration: '2027-06-30T23:59:59Z',
        products: [
          {
            id: 'prd_019a91f0a1b27c3d84e5f60718293a4b',
            title: 'Heavyweight cotton tee',
            sku: 'TEE-BLK-M',
            minimumOrderQuantity: 24,
            productionTime: 9,
            imageUrl: 'http://127.0.0.1:8080/cdn/tee-black.svg',
            piecesPerCarton: 48,
            cartonHeight: 32,
            cartonLength: 60,
            cartonWidth: 40,
            weight: 0.21,
            packageHeight: 3,
            packageLength: 30,
            packageWidth: 25,
            packageWeight: 0.24,
          },
        ],
        status: 'Active',
        allowOutOfStockOrders: false,
      },
    ],
  }),
  /** `GET /v1/contacts/list`: List contacts of a campaign */
  listContacts: () => ({
    status: 200,
    body: [
      {
        id: 'con_019a91f0c2d57c12b4a3d2e1f0a9b8c7',
        firstName: 'Maya',
        lastName: 'Lindqvist',
        email: 'maya.lindqvist@example.com',
        tags: ['engineering', 'remote'],
        campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
        street1: '418 Alder Street',
        street2: 'Apt 5',
        city: 'Portland',
        state: 'OR',
        country: 'US',
        zip: '97205',
        dateOfBirth: '1991-08-14',
        hireDate: '2026-11-02',
        phone: '+1 503 555 0137',
        shirtSize: 'M',
        orderCount: 1,
      },
      {
        id: 'con_019a91f0c2e07d45a6b7c8d9e0f10213',
        firstName: 'Jonas',
        lastName: 'Weber',
        email: 'jonas.weber@example.com',
        tags: [],
        campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
        street1: '',
        street2: '',
        city: '',
        state: '',
        country: '',
        zip: '',
        dateOfBirth: '',
        hireDate: '',
        phone: '',
        shirtSize: '',
        orderCount: 0,
      },
    ],
  }),
  /** `POST /v1/contacts/create`: Create a contact */
  createContact: () => ({
    status: 200,
    body: { contactId: 'con_019a91f0c2d57c12b4a3d2e1f0a9b8c7' },
  }),
  /** `POST /v1/invites/create`: Create an invite */
  createInvite: () => ({
    status: 200,
    body: {
      invite: {
        _id: 'inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8',
        slug: 'kT3vZq8mW1xR5nB7cJ0dLg',
        inviteNumber: 'INV-100017',
        status: 'UNUSED',
        email: 'jonas.weber@example.com',
        firstName: 'Jonas',
        lastName: 'Weber',
        companyName: 'Harbor & Pine',
        expiresAt: '2027-03-31T23:59:59Z',
        emailNotificationSent: false,
        createdAt: '2026-11-20T09:12:44.120Z',
      },
      inviteUrl: 'http://127.0.0.1:8080/i/kT3vZq8mW1xR5nB7cJ0dLg',
    },
  }),
  /** `GET /v1/webhooks/events`: List event types */
  listWebhookEvents: () => ({
    status: 200,
    body: {
      events: [
        {
          name: 'order.created',
          category: 'order',
          description:
            'A fulfillment order is created, by campaign redemption, by this API or by a sync that imports orders from a fulfillment provider.',
        },
        {
          name: 'order.shipped',
          category: 'order',
          description: "An order's status becomes SHIPPED.",
        },
        { name: 'order.delivered', category: 'order', description: 'Delivery is confirmed.' },
        { name: 'order.cancelled', category: 'order', description: 'An order is cancelled.' },
        { name: 'order.returned', category: 'order', description: 'A return is detected.' },
        {
          name: 'invite.viewed',
          category: 'invite',
          description: 'An invite recipient lands on the redemption page.',
        },
        {
          name: 'invite.cart_updated',
          category: 'invite',
          description: 'A recipient adds, updates or removes a cart item.',
        },
        {
          name: 'invite.redeemed',
          category: 'invite',
          description: 'A recipient completes the order.',
        },
      ],
    },
  }),
  /** `GET /v1/webhooks`: List subscriptions */
  listWebhooks: () => ({
    status: 200,
    body: {
      webhooks: [
        {
          id: 'whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6',
          url: 'https://hooks.example.com/merch',
          events: ['order.created', 'order.shipped'],
          active: true,
          createdAt: '2026-11-20T09:20:31.007Z',
          updatedAt: '2026-11-20T09:20:31.007Z',
        },
      ],
    },
  }),
  /** `POST /v1/webhooks`: Create a subscription */
  createWebhook: () => ({
    status: 201,
    body: {
      id: 'whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6',
      url: 'https://hooks.example.com/merch',
      events: ['order.created', 'order.shipped'],
      active: true,
      secret: 'whsec_EXAMPLE_shown_once_by_create_and_rotate',
      createdAt: '2026-11-20T09:20:31.007Z',
      updatedAt: '2026-11-20T09:20:31.007Z',
    },
  }),
  /** `PUT /v1/webhooks/{id}`: Update a subscription */
  updateWebhook: () => ({
    status: 200,
    body: {
      id: 'whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6',
      url: 'https://hooks.example.com/merch',
      events: ['order.created', 'order.shipped'],
      active: false,
      createdAt: '2026-11-20T09:20:31.007Z',
      updatedAt: '2026-11-20T09:20:31.007Z',
    },
  }),
  /** `DELETE /v1/webhooks/{id}`: Delete a subscription */
  deleteWebhook: () => ({ status: 200, body: { message: 'Webhook deleted successfully' } }),
  /** `POST /v1/webhooks/{id}/test`: Send a test delivery */
  testWebhook: () => ({ status: 200, body: { success: true, statusCode: 200, error: null } }),
  /** `POST /v1/webhooks/{id}/rotate-secret`: Rotate the secret */
  rotateWebhookSecret: () => ({
    status: 200,
    body: {
      id: 'whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6',
      url: 'https://hooks.example.com/merch',
      events: ['order.created', 'order.shipped'],
      active: true,
      secret: 'whsec_EXAMPLE_shown_once_by_create_and_rotate',
      createdAt: '2026-11-20T09:20:31.007Z',
      updatedAt: '2026-11-20T09:20:31.007Z',
    },
  }),
  /** `GET /v1/orders/list`: List orders */
  listOrders: () => ({
    status: 200,
    body: [
      {
        id: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
        orderNumber: 'MF-100042',
        sourceOrderNumber: null,
        status: 'AWAITING_SHIPMENT',
        paymentStatus: 'PAID',
        allocationStatus: 'ALLOCATED',
        orderSource: 'API',
        orderDate: '2026-11-20T09:15:02.511Z',
        shipDate: null,
        deliveredAt: null,
        trackingNumber: null,
        carrierCode: null,
        campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
        warehouse: 'whs_019a91efb3c47a10d2e3f4a5b6c7d8e9',
        recipient: {
          firstName: 'Maya',
          lastName: 'Lindqvist',
          email: 'maya.lindqvist@example.com',
          phone: '+1 503 555 0137',
          street1: '418 Alder Street',
          street2: 'Apt 5',
          city: 'Portland',
          state: 'OR',
          zip: '97205',
          country: 'US',
        },
        companyName: 'Harbor & Pine',
        notes: 'Leave at the front desk',
        products: [
          { sku: 'TEE-BLK-M', quantity: 2 },
          { sku: 'CRD-WEL', quantity: 1 },
        ],
      },
    ],
  }),
  /** `GET /v1/orders/{orderId}`: Get an order */
  getOrder: () => ({
    status: 200,
    body: {
      id: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
      orderNumber: 'MF-100042',
      sourceOrderNumber: null,
      status: 'AWAITING_SHIPMENT',
      paymentStatus: 'PAID',
      allocationStatus: 'ALLOCATED',
      orderSource: 'API',
      orderDate: '2026-11-20T09:15:02.511Z',
      shipDate: null,
      deliveredAt: null,
      trackingNumber: null,
      carrierCode: null,
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      warehouse: 'whs_019a91efb3c47a10d2e3f4a5b6c7d8e9',
      recipient: {
        firstName: 'Maya',
        lastName: 'Lindqvist',
        email: 'maya.lindqvist@example.com',
        phone: '+1 503 555 0137',
        street1: '418 Alder Street',
        street2: 'Apt 5',
        city: 'Portland',
        state: 'OR',
        zip: '97205',
        country: 'US',
      },
      companyName: 'Harbor & Pine',
      notes: 'Leave at the front desk',
      products: [
        { sku: 'TEE-BLK-M', quantity: 2 },
        { sku: 'CRD-WEL', quantity: 1 },
      ],
    },
  }),
  /** `POST /v1/orders/create`: Create an order */
  createOrder: () => ({
    status: 201,
    body: {
      id: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
      orderNumber: 'MF-100042',
      sourceOrderNumber: null,
      status: 'AWAITING_SHIPMENT',
      paymentStatus: 'PAID',
      allocationStatus: 'ALLOCATED',
      orderSource: 'API',
      orderDate: '2026-11-20T09:15:02.511Z',
      shipDate: null,
      deliveredAt: null,
      trackingNumber: null,
      carrierCode: null,
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      warehouse: 'whs_019a91efb3c47a10d2e3f4a5b6c7d8e9',
      recipient: {
        firstName: 'Maya',
        lastName: 'Lindqvist',
        email: 'maya.lindqvist@example.com',
        phone: '+1 503 555 0137',
        street1: '418 Alder Street',
        street2: 'Apt 5',
        city: 'Portland',
        state: 'OR',
        zip: '97205',
        country: 'US',
      },
      companyName: 'Harbor & Pine',
      notes: 'Leave at the front desk',
      products: [
        { sku: 'TEE-BLK-M', quantity: 2 },
        { sku: 'CRD-WEL', quantity: 1 },
      ],
    },
  }),
  /** `POST /v1/orders/cancel`: Cancel an order */
  cancelOrder: () => ({
    status: 201,
    body: {
      id: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
      orderNumber: 'MF-100042',
      sourceOrderNumber: null,
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      allocationStatus: 'RELEASED',
      orderSource: 'API',
      orderDate: '2026-11-20T09:15:02.511Z',
      shipDate: null,
      deliveredAt: null,
      trackingNumber: null,
      carrierCode: null,
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      warehouse: 'whs_019a91efb3c47a10d2e3f4a5b6c7d8e9',
      recipient: {
        firstName: 'Maya',
        lastName: 'Lindqvist',
        email: 'maya.lindqvist@example.com',
        phone: '+1 503 555 0137',
        street1: '418 Alder Street',
        street2: 'Apt 5',
        city: 'Portland',
        state: 'OR',
        zip: '97205',
        country: 'US',
      },
      companyName: 'Harbor & Pine',
      notes: 'Leave at the front desk',
      products: [
        { sku: 'TEE-BLK-M', quantity: 2 },
        { sku: 'CRD-WEL', quantity: 1 },
      ],
    },
  }),
  /** `GET /v1/inventory/list`: List inventory */
  listInventory: () => ({
    status: 200,
    body: {
      items: [
        {
          id: 'itm_019a91f0d1e27f40b5c6d7e8f9a0b1c2',
          product_id: 'prd_019a91f0a1b27c3d84e5f60718293a4b',
          product_name: 'Heavyweight cotton tee',
          sku: 'TEE-BLK-M',
          status: 'in_stock',
          on_hand: 120,
          available: 118,
          allocated: 2,
          inbound: 240,
          warehouse: {
            warehouse_id: 'whs_019a91efb3c47a10d2e3f4a5b6c7d8e9',
            warehouse_name: 'Portland',
          },
          inventory_events: [
            {
              id: 'evt_019a91f4e6b07e31a2b3c4d5e6f70819',
              event_type: 'order_allocated',
              quantity: 2,
              order_id: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
              created_at: '2026-11-20T09:15:02.511Z',
            },
            {
              id: 'evt_019a91f0e2f37a51b6c7d8e9f0a1b2c3',
              event_type: 'inbound_expected',
              quantity: 240,
              order_id: null,
              created_at: '2026-11-18T08:00:00.000Z',
            },
            {
              id: 'evt_019a91f0e1d27a40c5d6e7f8a9b0c1d2',
              event_type: 'received',
              quantity: 120,
              order_id: null,
              created_at: '2026-11-12T08:00:00.000Z',
            },
          ],
        },
      ],
      pagination: { total_count: 1, page: 1, page_size: 20, has_more: false },
    },
  }),
})
