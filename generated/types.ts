// Generated from the OpenAPI document. Do not edit.

export interface paths {
  '/v1/auth': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Check the key
     * @description Checks the key and returns its account. Every HTTP method gives the same response, and a request body is ignored.
     *     This operation is read-only and safe to retry.
     */
    get: operations['checkAuth']
    /**
     * Check the key (PUT)
     * @description Same as `GET /v1/auth`.
     */
    put: operations['checkAuthPut']
    /**
     * Check the key (POST)
     * @description Same as `GET /v1/auth`.
     */
    post: operations['checkAuthPost']
    /**
     * Check the key (DELETE)
     * @description Same as `GET /v1/auth`.
     */
    delete: operations['checkAuthDelete']
    /**
     * Check the key (OPTIONS)
     * @description Same as `GET /v1/auth`.
     */
    options: operations['checkAuthOptions']
    /**
     * Check the key (HEAD)
     * @description Same as `GET /v1/auth`, without a response body.
     */
    head: operations['checkAuthHead']
    /**
     * Check the key (PATCH)
     * @description Same as `GET /v1/auth`.
     */
    patch: operations['checkAuthPatch']
    /**
     * Check the key (TRACE)
     * @description Same as `GET /v1/auth`.
     */
    trace: operations['checkAuthTrace']
  }
  '/v1/products/list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List product variants
     * @description Returns one row for each active product variant of the account, oldest first. Increase `offset` by `limit` until a
     *     page has fewer than `limit` items. This operation is read-only and safe to retry.
     */
    get: operations['listProducts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/campaigns/list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List campaigns
     * @description Returns all campaigns of the account, oldest first, each with its product variants. This operation is read-only and
     *     safe to retry.
     */
    get: operations['listCampaigns']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/contacts/list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List contacts of a campaign
     * @description Returns the contacts of one campaign, oldest first. All given filters must match. An unknown campaign returns an
     *     empty list. Increase `offset` by `limit` until a page has fewer than `limit` items. Do not cache the response. This
     *     operation is read-only and safe to retry.
     */
    get: operations['listContacts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/contacts/create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a contact
     * @description Adds a contact to a campaign. Only the id is unique, so the same person can be added twice.
     *
     *     This operation is not idempotent: a retry after a timeout or a 500 can create a duplicate. Search the campaign's
     *     contacts by email address before you retry.
     */
    post: operations['createContact']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/invites/create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create an invite
     * @description Creates an `UNUSED` invite for one campaign and returns its redemption URL. If `sendEmailNotification` is true, the
     *     service emails the invite, and `emailNotificationSent` reports whether the email was sent. Otherwise, send
     *     `inviteUrl` to the recipient yourself. An `expiresAt` in the past is accepted. An invite that has expired, or whose
     *     campaign has, is not emailed. Store the invite's `_id`: events name it `inviteId`, and invites cannot be listed.
     *
     *     This operation is not idempotent: a retry creates another invite and can send another email.
     */
    post: operations['createInvite']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhooks/events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List event types
     * @description Returns the eight events that a webhook can subscribe to. The list is the same for every account. This operation is
     *     read-only and safe to retry.
     */
    get: operations['listWebhookEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhooks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List subscriptions
     * @description Returns all subscriptions of the account, active and inactive, oldest first, without their secrets. This operation is
     *     read-only and safe to retry.
     */
    get: operations['listWebhooks']
    put?: never
    /**
     * Create a subscription
     * @description Subscribes a URL to events. The subscription is active immediately. Only this response contains its signing secret.
     *
     *     An account can have one subscription per URL. If the first request succeeded, a retry returns 400: list the
     *     subscriptions, and rotate the secret if you lost it.
     */
    post: operations['createWebhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhooks/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Update a subscription
     * @description Updates the URL, the events or `active`. Omitted fields and the secret do not change. Pending deliveries use the
     *     updated subscription. This operation is safe to retry.
     */
    put: operations['updateWebhook']
    post?: never
    /**
     * Delete a subscription
     * @description Deletes the subscription permanently. Nothing is sent to it from then on. If the first request succeeded, a retry
     *     returns 400: the subscription does not exist.
     */
    delete: operations['deleteWebhook']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhooks/{id}/test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a test delivery
     * @description Sends one signed `webhook.test` delivery to the subscription, even if it has other events, and waits for the response. The subscription must be active. Each request sends one delivery, so this operation is safe to retry.
     */
    post: operations['testWebhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhooks/{id}/rotate-secret': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Rotate the secret
     * @description Replaces the signing secret of the subscription. Only this response contains the new secret. The previous secret is
     *     invalid immediately: pending deliveries are signed with the new one. A retry rotates the secret again.
     */
    post: operations['rotateWebhookSecret']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/orders/list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List orders
     * @description Returns the orders of the account, newest first. All given filters must match. Increase `offset` by `limit` until a
     *     page has fewer than `limit` items. Before you retry a create, list by its `sourceOrderNumber` to see whether it
     *     succeeded. This operation is read-only and safe to retry.
     */
    get: operations['listOrders']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/orders/{orderId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get an order
     * @description Returns one order of the account. No other operation returns 404. This operation is read-only and safe to retry.
     */
    get: operations['getOrder']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/orders/create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create an order
     * @description Places an order in an active campaign and allocates stock for the whole order in one warehouse. Emits
     *     `order.created`.
     *
     *     If no warehouse has enough stock, the request is rejected and nothing is allocated. If the campaign has
     *     `allowOutOfStockOrders`, the order is placed as `BACKORDERED` instead.
     *
     *     This operation is not idempotent: a retry after a timeout or a 500 can create a duplicate. List the orders by
     *     `campaignId` and `email` before you retry.
     */
    post: operations['createOrder']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/orders/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel an order
     * @description Cancels an order that has not shipped and releases its stock. Emits `order.cancelled`. If the first request
     *     succeeded, a retry returns 400: the order is already cancelled.
     */
    post: operations['cancelOrder']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/inventory/list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List inventory
     * @description Returns the stock of each variant in each warehouse, oldest item first, with the newest events of each item. All
     *     given filters must match. Increase `page` while `pagination.has_more` is true. Keys are snake_case. This operation is
     *     read-only and safe to retry.
     */
    get: operations['listInventory']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface webhooks {
  'order.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An order was created
     * @description A fulfillment order is created, by campaign redemption, by this API or by a sync that imports orders from a
     *     fulfillment provider.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['orderCreated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'order.shipped': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An order shipped
     * @description An order's status becomes SHIPPED.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['orderShipped']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'order.delivered': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An order was delivered
     * @description Delivery is confirmed.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['orderDelivered']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'order.cancelled': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An order was cancelled
     * @description An order is cancelled.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['orderCancelled']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'order.returned': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An order was returned
     * @description A return is detected.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['orderReturned']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'invite.viewed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An invite was viewed
     * @description An invite recipient lands on the redemption page. The event is sent at most once a minute for each invite.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['inviteViewed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'invite.cart_updated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * A cart changed
     * @description A recipient adds, updates or removes a cart item.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['inviteCartUpdated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'invite.redeemed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An invite was redeemed
     * @description A recipient completes the order.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['inviteRedeemed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'webhook.test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * A test delivery
     * @description The webhook test operation was called for this subscription. It cannot be subscribed to.
     *
     *     See [how events are delivered](#section/webhooks/delivery).
     */
    post: operations['webhookTest']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface components {
  schemas: {
    /** @description Text with at least one character. */
    NonEmpty: string
    /** @description The account that the key belongs to. */
    AuthResult: {
      /**
       * @description The id of the authenticated account.
       * @example acc_019a91ef40b17a2c93d4e5f60718293a
       */
      account_id: components['schemas']['NonEmpty']
      /**
       * @description Confirms that authentication succeeded.
       * @example Authentication successful
       */
      message: string
    }
    /**
     * @description The plain-text body of a 401.
     * @constant
     */
    Unauthorized: 'Unauthorized'
    /** @description A message for users. Do not compare its text in code. */
    Message: {
      /**
       * @description What happened.
       * @example Campaign not found
       */
      message: components['schemas']['NonEmpty']
    }
    /** @description One active variant of a product. Several variants can belong to one product. */
    ProductVariant: {
      /**
       * @description The id of the product. Several variants can share it.
       * @example prd_019a91f0a1b27c3d84e5f60718293a4b
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The product's title.
       * @example Heavyweight cotton tee
       */
      title: string
      /**
       * @description The SKU of the variant, unique per variant. Pass it as `products[].sku` when you create an order.
       * @example TEE-BLK-M
       */
      sku: string
      /**
       * @description The minimum of the first pricing tier of the product's first variant. It is not enforced.
       * @example 24
       */
      minimumOrderQuantity: number
      /**
       * @description Lead time in days.
       * @example 9
       */
      productionTime: number
      /**
       * @description The URL of the variant's image. Null when it has none.
       * @example http://127.0.0.1:8080/cdn/tee-black.svg
       */
      imageUrl: string | null
      /**
       * @description The number of pieces in one carton. Null when not configured.
       * @example 48
       */
      piecesPerCarton: number | null
      /**
       * @description Carton height, in the units configured on the product.
       * @example 32
       */
      cartonHeight: number | null
      /**
       * @description Carton length, in the units configured on the product.
       * @example 60
       */
      cartonLength: number | null
      /**
       * @description Carton width, in the units configured on the product.
       * @example 40
       */
      cartonWidth: number | null
      /**
       * @description Weight of one unit.
       * @example 0.21
       */
      weight: number | null
      /**
       * @description Height of one packed unit.
       * @example 3
       */
      packageHeight: number | null
      /**
       * @description Length of one packed unit.
       * @example 30
       */
      packageLength: number | null
      /**
       * @description Width of one packed unit.
       * @example 25
       */
      packageWidth: number | null
      /**
       * @description Weight of one packed unit.
       * @example 0.24
       */
      packageWeight: number | null
    }
    /** @description A campaign. Orders, contacts and invites belong to one campaign. */
    Campaign: {
      /**
       * @description The id of the campaign. Pass it as `campaignId` to other operations.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The display name.
       * @example New starter kit
       */
      name: string
      /**
       * Format: date-time
       * @description The campaign accepts no orders after this time.
       * @example 2027-06-30T23:59:59Z
       */
      expiration: string
      /** @description The product variants of the campaign. */
      products: components['schemas']['ProductVariant'][]
      /**
       * @description A display string, typically `Draft`, `Active`, `Paused` or `Expired`, which it always is after `expiration`. Only an `Active` campaign accepts orders.
       * @example Active
       */
      status: string
      /**
       * @description Whether orders are accepted when stock is short.
       * @example false
       */
      allowOutOfStockOrders: boolean
    }
    /** @description Text with at least one character. */
    FilledText: string
    /** @description Any text. All lengths in this document count Unicode code points. */
    Text: string
    /** @description A person in a campaign. Unset text fields are empty strings, never null. */
    Contact: {
      /**
       * @description The id of the contact.
       * @example con_019a91f0c2d57c12b4a3d2e1f0a9b8c7
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The given name.
       * @example Maya
       */
      firstName: string
      /**
       * @description The family name.
       * @example Lindqvist
       */
      lastName: string
      /**
       * @description The email address.
       * @example maya.lindqvist@example.com
       */
      email: string
      /** @description Labels, in the order in which they were sent. */
      tags: string[]
      /**
       * @description The id of the campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Street and number. Empty when unset.
       * @example 418 Alder Street
       */
      street1: string
      /**
       * @description Second address line. Empty when unset.
       * @example Apt 5
       */
      street2: string
      /**
       * @description City. Empty when unset.
       * @example Portland
       */
      city: string
      /**
       * @description State or region. Empty when unset.
       * @example OR
       */
      state: string
      /**
       * @description Country. Empty when unset.
       * @example US
       */
      country: string
      /**
       * @description Postal code. Empty when unset.
       * @example 97205
       */
      zip: string
      /**
       * @description Date text, as sent. Empty when unset.
       * @example 1991-08-14
       */
      dateOfBirth: string
      /**
       * @description Date text, as sent. Empty when unset.
       * @example 2026-11-02
       */
      hireDate: string
      /**
       * @description Phone number. Empty when unset.
       * @example +1 503 555 0137
       */
      phone: string
      /**
       * @description Shirt size. Empty when unset.
       * @example M
       */
      shirtSize: string
      /**
       * @description The number of orders in the campaign whose recipient has this email address, cancelled orders included. Case is
       *     ignored.
       * @example 1
       */
      orderCount: number
    }
    /** @description 1 to 100 characters. */
    FilledText100: string
    /**
     * @description An email address of at most 254 characters. The format is the one that browsers accept in `<input type="email">`.
     *     Comparisons ignore case; responses return the address as sent.
     * @example maya.lindqvist@example.com
     */
    Email: string
    /** @description At most 30 characters. */
    Text30: string
    /** @description At most 200 characters. */
    Text200: string
    /** @description At most 100 characters. */
    Text100: string
    /** @description At most 20 characters. */
    Text20: string
    /** @description The contact to create. */
    ContactCreate: {
      /**
       * @description Given name.
       * @example Maya
       */
      firstName: components['schemas']['FilledText100']
      /**
       * @description Family name.
       * @example Lindqvist
       */
      lastName: components['schemas']['FilledText100']
      email: components['schemas']['Email']
      /**
       * @description The id of the campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: components['schemas']['FilledText']
      /**
       * @description Phone number.
       * @example +1 503 555 0137
       */
      phone?: components['schemas']['Text30']
      /**
       * @description The company name. It is stored, but no response returns it.
       * @example Harbor & Pine
       */
      companyName?: components['schemas']['Text200']
      /**
       * @description Street and number.
       * @example 418 Alder Street
       */
      street1?: components['schemas']['Text200']
      /**
       * @description Second address line.
       * @example Apt 5
       */
      street2?: components['schemas']['Text200']
      /**
       * @description City.
       * @example Portland
       */
      city?: components['schemas']['Text100']
      /**
       * @description State or region.
       * @example OR
       */
      state?: components['schemas']['Text100']
      /**
       * @description Country.
       * @example US
       */
      country?: components['schemas']['Text100']
      /**
       * @description Postal code.
       * @example 97205
       */
      zip?: components['schemas']['Text20']
      /**
       * @description Date text, stored as sent.
       * @example 1991-08-14
       */
      dateOfBirth?: components['schemas']['Text']
      /**
       * @description Date text, stored as sent.
       * @example 2026-11-02
       */
      hireDate?: components['schemas']['Text']
      /**
       * @description Shirt size.
       * @example M
       */
      shirtSize?: components['schemas']['Text20']
      /** @description Labels. Their order is kept. */
      tags?: components['schemas']['Text'][]
      /**
       * @description The URL or path of a picture. It is stored, but no response returns it.
       * @example people/maya-lindqvist.png
       */
      profilePicture?: components['schemas']['Text']
    }
    /** @description The result of creating a contact. */
    ContactCreated: {
      /**
       * @description The id of the new contact.
       * @example con_019a91f0c2d57c12b4a3d2e1f0a9b8c7
       */
      contactId: components['schemas']['NonEmpty']
    }
    /**
     * @description Why the request was rejected. `errors` is present exactly when the request body is invalid. It is absent when the current
     *     state does not allow the operation.
     */
    ValidationError: {
      /**
       * @description A message for users. It is `Invalid request body` exactly when `errors` is present.
       * @example Campaign not found
       */
      message: components['schemas']['NonEmpty']
      /** @description One string per invalid field: `<field path>: <reason>`. The path `body` means the whole request body. */
      errors?: string[]
    }
    /**
     * @description An ISO 8601 timestamp with seconds and an offset (RFC 3339). The date must exist.
     * @example 2027-03-31T23:59:59Z
     */
    Timestamp: string
    /** @description The invite to create. The recipient does not have to be a contact. */
    InviteCreate: {
      /**
       * @description The id of the invite's campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: components['schemas']['FilledText']
      /**
       * @description If true, the service emails the invite, and `email` is required. If false, send `inviteUrl` to the recipient
       *     yourself.
       * @example false
       */
      sendEmailNotification: boolean
      /**
       * @description Given name.
       * @example Maya
       */
      firstName?: components['schemas']['Text100']
      /**
       * @description Family name.
       * @example Lindqvist
       */
      lastName?: components['schemas']['Text100']
      email?: components['schemas']['Email']
      /**
       * @description Company.
       * @example Harbor & Pine
       */
      companyName?: components['schemas']['Text200']
      /** @description The invite cannot be redeemed after this time. If unset, the campaign's `expiration` applies. Responses return it as sent. */
      expiresAt?: components['schemas']['Timestamp']
    }
    /** @description A personal invite to one campaign. Unset text fields are empty strings, never null. */
    Invite: {
      /**
       * @description The id of the invite.
       * @example inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8
       */
      _id: components['schemas']['NonEmpty']
      /**
       * @description The unique last part of the redemption URL. It needs no URL encoding.
       * @example kT3vZq8mW1xR5nB7cJ0dLg
       */
      slug: string
      /**
       * @description The number that is shown to users. Unique in the account.
       * @example INV-100017
       */
      inviteNumber: string
      /**
       * @description `UNUSED` until the recipient redeems the invite, then `USED`.
       * @example UNUSED
       * @enum {string}
       */
      status: 'UNUSED' | 'USED'
      /**
       * @description The recipient's email address. Empty when unset.
       * @example jonas.weber@example.com
       */
      email: string
      /**
       * @description Given name. Empty when unset.
       * @example Jonas
       */
      firstName: string
      /**
       * @description Family name. Empty when unset.
       * @example Weber
       */
      lastName: string
      /**
       * @description Company. Empty when unset.
       * @example Harbor & Pine
       */
      companyName: string
      /**
       * Format: date-time
       * @description The invite cannot be redeemed after this time.
       * @example 2027-03-31T23:59:59Z
       */
      expiresAt: string
      /**
       * @description Whether the service sent an email.
       * @example false
       */
      emailNotificationSent: boolean
      /**
       * Format: date-time
       * @description When the invite was created.
       * @example 2026-11-20T09:12:44.120Z
       */
      createdAt: string
    }
    /** @description The new invite and its redemption URL. */
    InviteCreated: {
      invite: components['schemas']['Invite']
      /**
       * @description The URL where the recipient redeems the invite: `{redeem_url}/i/<slug>`.
       * @example http://127.0.0.1:8080/i/kT3vZq8mW1xR5nB7cJ0dLg
       */
      inviteUrl: string
    }
    /**
     * @description The name of an event that a webhook can subscribe to. `webhook.test` is not one of them.
     * @example order.shipped
     * @enum {string}
     */
    EventName:
      | 'order.created'
      | 'order.shipped'
      | 'order.delivered'
      | 'order.cancelled'
      | 'order.returned'
      | 'invite.viewed'
      | 'invite.cart_updated'
      | 'invite.redeemed'
    /** @description An event that a webhook can subscribe to. */
    EventDescription: {
      name: components['schemas']['EventName']
      /**
       * @description The kind of resource that the event is about.
       * @example order
       * @enum {string}
       */
      category: 'order' | 'invite'
      /**
       * @description When the event occurs.
       * @example An order's status becomes SHIPPED.
       */
      description: components['schemas']['NonEmpty']
    }
    /** @description The event catalog. It is the same for every account. */
    EventCatalog: {
      /** @description The eight events that a webhook can subscribe to. */
      events: components['schemas']['EventDescription'][]
    }
    /** @description A subscription to events. */
    WebhookSubscription: {
      /**
       * @description The id of the subscription.
       * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The URL that deliveries are sent to, as registered.
       * @example https://hooks.example.com/merch
       */
      url: string
      /** @description The events that are delivered. */
      events: components['schemas']['EventName'][]
      /**
       * @description Whether events are delivered. True on creation.
       * @example true
       */
      active: boolean
      /**
       * Format: date-time
       * @description When the subscription was created.
       * @example 2026-11-20T09:20:31.007Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When the subscription was last updated.
       * @example 2026-11-20T09:20:31.007Z
       */
      updatedAt: string
    }
    /** @description The account's subscriptions, active and inactive. */
    WebhookList: {
      /** @description The subscriptions, oldest first, without their secrets. */
      webhooks: components['schemas']['WebhookSubscription'][]
    }
    /**
     * @description An HTTPS URL without credentials. The host must not be `localhost`, a subdomain of it, or a loopback, private or
     *     link-local address (IPv4, IPv6 or IPv4-mapped IPv6). Different spellings of the same URL count as one URL.
     * @example https://hooks.example.com/merch
     */
    WebhookUrl: string
    /** @description The subscription to create. */
    WebhookCreate: {
      url: components['schemas']['WebhookUrl']
      /** @description The events to deliver. */
      events: components['schemas']['EventName'][]
    }
    /** @description A subscription with its signing secret. Only the create and rotate-secret operations return the secret. */
    WebhookSubscriptionWithSecret: {
      /**
       * @description The id of the subscription.
       * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The URL that deliveries are sent to, as registered.
       * @example https://hooks.example.com/merch
       */
      url: string
      /** @description The events that are delivered. */
      events: components['schemas']['EventName'][]
      /**
       * @description Whether events are delivered. True on creation.
       * @example true
       */
      active: boolean
      /**
       * @description The key that signs every delivery (HMAC-SHA256). It is shown only once.
       * @example whsec_EXAMPLE_shown_once_by_create_and_rotate
       */
      secret: string
      /**
       * Format: date-time
       * @description When the subscription was created.
       * @example 2026-11-20T09:20:31.007Z
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When the subscription was last updated.
       * @example 2026-11-20T09:20:31.007Z
       */
      updatedAt: string
    }
    /** @description The fields to update. Omitted fields do not change. */
    WebhookUpdate: {
      url?: components['schemas']['WebhookUrl']
      /** @description The events to deliver from now on. */
      events?: components['schemas']['EventName'][]
      /**
       * @description Whether events are delivered.
       * @example false
       */
      active?: boolean
    }
    /** @description The result of the test delivery. */
    WebhookTestResult: {
      /**
       * @description Whether the subscriber responded with a 2xx status code.
       * @example true
       */
      success: boolean
      /**
       * @description The status code of the subscriber's response. Null when no complete response arrived.
       * @example 200
       */
      statusCode: number | null
      /**
       * @description A short description of the failure when `success` is false.
       * @example null
       */
      error: string | null
    }
    /**
     * @description A new order is `AWAITING_SHIPMENT`. It becomes `SHIPPED` or `CANCELLED`. A shipped order can become `RETURNED`. Delivery
     *     sets `deliveredAt` and does not change the status.
     * @example AWAITING_SHIPMENT
     * @enum {string}
     */
    OrderStatus: 'AWAITING_SHIPMENT' | 'SHIPPED' | 'CANCELLED' | 'RETURNED'
    /** @description The recipient and shipping address. Unset fields are empty strings. */
    Recipient: {
      /**
       * @description Given name.
       * @example Maya
       */
      firstName: string
      /**
       * @description Family name.
       * @example Lindqvist
       */
      lastName: string
      /**
       * @description Email address.
       * @example maya.lindqvist@example.com
       */
      email: string
      /**
       * @description Phone number.
       * @example +1 503 555 0137
       */
      phone: string
      /**
       * @description Street and number.
       * @example 418 Alder Street
       */
      street1: string
      /**
       * @description Second address line.
       * @example Apt 5
       */
      street2: string
      /**
       * @description City.
       * @example Portland
       */
      city: string
      /**
       * @description State or region.
       * @example OR
       */
      state: string
      /**
       * @description Postal code.
       * @example 97205
       */
      zip: string
      /**
       * @description Country.
       * @example US
       */
      country: string
    }
    /** @description A line item of an order or a cart. */
    OrderLine: {
      /**
       * @description The variant's SKU.
       * @example TEE-BLK-M
       */
      sku: string
      /**
       * @description The number of units.
       * @example 2
       */
      quantity: number
    }
    /** @description A fulfillment order. `trackingNumber`, `carrierCode` and `shipDate` are null until the order ships, and only then. */
    Order: {
      /**
       * @description The id of the order.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The number that is shown to users. Unique in the account.
       * @example MF-100042
       */
      orderNumber: string
      /**
       * @description The order's number in the system that it comes from, as it was sent with the create or imported. Several orders can have the same number. Null if it has none.
       * @example null
       */
      sourceOrderNumber: string | null
      status: components['schemas']['OrderStatus']
      /**
       * @description Always `PAID`. This API does not handle payments.
       * @example PAID
       * @enum {string}
       */
      paymentStatus: 'PAID'
      /**
       * @description `ALLOCATED` when the whole order was in stock, `BACKORDERED` when the campaign accepted it without enough stock,
       *     `RELEASED` after cancellation or a return.
       * @example ALLOCATED
       * @enum {string}
       */
      allocationStatus: 'ALLOCATED' | 'BACKORDERED' | 'RELEASED'
      /**
       * @description Where the order was created. This API, the redemption of an invite, or an import from a fulfillment provider.
       * @example API
       * @enum {string}
       */
      orderSource: 'API' | 'REDEMPTION' | 'IMPORT'
      /**
       * Format: date-time
       * @description When the order was placed.
       * @example 2026-11-20T09:15:02.511Z
       */
      orderDate: string
      /**
       * Format: date-time
       * @description When the order shipped. Null until then.
       * @example null
       */
      shipDate: string | null
      /**
       * Format: date-time
       * @description When delivery was confirmed. Null until then.
       * @example null
       */
      deliveredAt: string | null
      /**
       * @description The carrier's tracking number. Null until the order ships. Empty if unknown after that.
       * @example null
       */
      trackingNumber: string | null
      /**
       * @description The carrier. Null until the order ships. Empty if unknown after that.
       * @example null
       */
      carrierCode: string | null
      /**
       * @description The id of the order's campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description The id of the warehouse that ships the order. Null when unknown.
       * @example whs_019a91efb3c47a10d2e3f4a5b6c7d8e9
       */
      warehouse: string | null
      recipient: components['schemas']['Recipient']
      /**
       * @description Company. Empty when unset.
       * @example Harbor & Pine
       */
      companyName: string
      /**
       * @description Notes for the warehouse. Empty when unset.
       * @example Leave at the front desk
       */
      notes: string
      /** @description The order's line items, as sent. The same SKU may appear twice. */
      products: components['schemas']['OrderLine'][]
    }
    /** @description A line item of an order or a cart. */
    OrderLineCreate: {
      /**
       * @description A SKU of the campaign.
       * @example TEE-BLK-M
       */
      sku: components['schemas']['FilledText']
      /**
       * @description The number of units. `minimumOrderQuantity` is not enforced.
       * @example 2
       */
      quantity: number
    }
    /** @description 1 to 200 characters. */
    FilledText200: string
    /** @description The recipient and shipping address. A contact's length limits apply. */
    ShipTo: {
      /**
       * @description Given name. A person with one name has it here.
       * @example Maya
       */
      firstName: components['schemas']['FilledText100']
      /**
       * @description Family name. Empty for a person with one name.
       * @example Lindqvist
       */
      lastName?: components['schemas']['Text100']
      email: components['schemas']['Email']
      /**
       * @description Street and number.
       * @example 418 Alder Street
       */
      street1: components['schemas']['FilledText200']
      /**
       * @description Second address line.
       * @example Apt 5
       */
      street2?: components['schemas']['Text200']
      /**
       * @description City.
       * @example Portland
       */
      city: components['schemas']['FilledText100']
      /**
       * @description State or region.
       * @example OR
       */
      state?: components['schemas']['Text100']
      /**
       * @description Postal code. May be empty for countries that have none or do not require one (see `country`).
       * @example 97205
       */
      zip: components['schemas']['Text20']
      /**
       * @description Country. ISO 3166-1 codes of countries without postal codes, such as AE and HK, allow an empty `zip`.
       * @example US
       */
      country: components['schemas']['FilledText100']
      /**
       * @description Phone number.
       * @example +1 503 555 0137
       */
      phone?: components['schemas']['Text30']
      /**
       * @description Company.
       * @example Harbor & Pine
       */
      companyName?: components['schemas']['Text200']
    }
    /** @description At most 2,000 characters. */
    Text2000: string
    /** @description The order to create. */
    OrderCreate: {
      /**
       * @description The id of an active campaign that has not expired.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: components['schemas']['FilledText']
      /** @description The order's line items. The same SKU may appear twice. Stock is checked for their sum. */
      products: components['schemas']['OrderLineCreate'][]
      shipTo: components['schemas']['ShipTo']
      /**
       * @description Notes for the warehouse.
       * @example Leave at the front desk
       */
      notes?: components['schemas']['Text2000']
      /**
       * @description The order's number in your system. Several orders can have the same one. List orders by it before you repeat a create.
       * @example SO-1001
       */
      sourceOrderNumber?: components['schemas']['FilledText100']
      /**
       * @description The id of the warehouse to ship from. If unset, the service chooses one that has the whole order in stock. Orders are
       *     never split.
       * @example whs_019a91efb3c47a10d2e3f4a5b6c7d8e9
       */
      warehouse?: components['schemas']['FilledText']
    }
    /** @description Identifies the order to cancel. */
    OrderCancel: {
      /**
       * @description The id of an order that has not shipped.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      orderId: components['schemas']['FilledText']
    }
    /**
     * @description `out_of_stock` when no units are available, `low_stock` when `available` is at or below the item's threshold.
     * @example in_stock
     * @enum {string}
     */
    InventoryStatus: 'in_stock' | 'low_stock' | 'out_of_stock'
    /** @description The warehouse that holds the stock. */
    InventoryWarehouse: {
      /**
       * @description The id of the warehouse. Pass it as `warehouse` when you create an order.
       * @example whs_019a91efb3c47a10d2e3f4a5b6c7d8e9
       */
      warehouse_id: components['schemas']['NonEmpty']
      /**
       * @description The display name.
       * @example Portland
       */
      warehouse_name: string
    }
    /** @description One change in stock. */
    InventoryEvent: {
      /**
       * @description The id of the event.
       * @example evt_019a91f4e6b07e31a2b3c4d5e6f70819
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The kind of change. It decides which counts `quantity` is added to. `received`, `adjusted` and `order_returned`:
       *     `on_hand`. `inbound_expected`: `inbound`. `order_allocated` and `order_released` (negative): `allocated`.
       *     `order_shipped` (negative): `on_hand` and `allocated`. `inbound_received` is added to `on_hand` and subtracted from
       *     `inbound`.
       * @example order_allocated
       * @enum {string}
       */
      event_type:
        | 'received'
        | 'adjusted'
        | 'inbound_expected'
        | 'inbound_received'
        | 'order_allocated'
        | 'order_released'
        | 'order_shipped'
        | 'order_returned'
      /**
       * @description The number of units. It can be negative.
       * @example 2
       */
      quantity: number
      /**
       * @description The id of the order that caused the change. Null when no order did.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      order_id: string | null
      /**
       * Format: date-time
       * @description When the stock changed.
       * @example 2026-11-20T09:15:02.511Z
       */
      created_at: string
    }
    /** @description The stock of one variant in one warehouse. Each count is the sum of its events. */
    InventoryItem: {
      /**
       * @description The id of the inventory item.
       * @example itm_019a91f0d1e27f40b5c6d7e8f9a0b1c2
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The id of the product.
       * @example prd_019a91f0a1b27c3d84e5f60718293a4b
       */
      product_id: string
      /**
       * @description The product's title.
       * @example Heavyweight
       */
      product_name: string
      /**
       * @description The variant's SKU.
       * @example TEE-BLK-M
       */
      sku: string
      status: components['schemas']['InventoryStatus']
      /**
       * Format: int64
       * @description Units in the warehouse.
       * @example 120
       */
      on_hand: number
      /**
       * Format: int64
       * @description Units that can be ordered. This is `on_hand` minus `allocated`, and never below zero.
       * @example 118
       */
      available: number
      /**
       * Format: int64
       * @description Units allocated to orders that have not shipped.
       * @example 2
       */
      allocated: number
      /**
       * Format: int64
       * @description Units in transit to the warehouse.
       * @example 240
       */
      inbound: number
      warehouse: components['schemas']['InventoryWarehouse']
      /** @description At most 50 events, newest first. */
      inventory_events: components['schemas']['InventoryEvent'][]
    }
    /** @description The position of this page in the list. */
    Pagination: {
      /**
       * @description The number of matching items on all pages.
       * @example 80
       */
      total_count: number
      /**
       * @description The number of this page.
       * @example 1
       */
      page: number
      /**
       * @description The maximum number of items per page.
       * @example 20
       */
      page_size: number
      /**
       * @description Whether there is another page.
       * @example true
       */
      has_more: boolean
    }
    /** @description A page of inventory. */
    InventoryPage: {
      /** @description The items of this page. Empty when nothing matches. */
      items: components['schemas']['InventoryItem'][]
      pagination: components['schemas']['Pagination']
    }
    /** @description The data of an event about an order that has not shipped. */
    UnshippedOrderEventData: {
      /**
       * @description The id of the order. Several events can carry the same id. Get the order for its current state.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      orderId: components['schemas']['NonEmpty']
      /**
       * @description The number that is shown to users.
       * @example MF-100042
       */
      orderNumber: string
      /** @description The status of the order when the event occurred. */
      status: components['schemas']['OrderStatus']
      /**
       * @description The id of the order's campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Always null before shipment.
       * @example null
       * @constant
       */
      trackingNumber: null
      /**
       * @description Always null before shipment.
       * @example null
       * @constant
       */
      carrierCode: null
      /**
       * @description Always null before shipment.
       * @example null
       * @constant
       */
      shipDate: null
      /** @description The order's line items. */
      products: components['schemas']['OrderLine'][]
    }
    /** @description An order was created. */
    OrderCreatedEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'order.created'
      data: components['schemas']['UnshippedOrderEventData']
    }
    /** @description The data of an event about an order that has shipped. */
    OrderEventData: {
      /**
       * @description The id of the order. Several events can carry the same id. Get the order for its current state.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      orderId: components['schemas']['NonEmpty']
      /**
       * @description The number that is shown to users.
       * @example MF-100042
       */
      orderNumber: string
      /** @description The status of the order when the event occurred. */
      status: components['schemas']['OrderStatus']
      /**
       * @description The id of the order's campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description The carrier's tracking number. Null if unknown.
       * @example 1Z999AA10123456784
       */
      trackingNumber: string | null
      /**
       * @description The carrier. Null if unknown.
       * @example ups
       */
      carrierCode: string | null
      /**
       * Format: date-time
       * @description When the order shipped. Null if unknown.
       * @example 2026-11-21T16:40:00.000Z
       */
      shipDate: string | null
      /** @description The order's line items. */
      products: components['schemas']['OrderLine'][]
    }
    /** @description An order shipped. */
    OrderShippedEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'order.shipped'
      data: components['schemas']['OrderEventData']
    }
    /** @description Delivery of an order was confirmed. */
    OrderDeliveredEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'order.delivered'
      data: components['schemas']['OrderEventData']
    }
    /** @description An order was cancelled. */
    OrderCancelledEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'order.cancelled'
      data: components['schemas']['UnshippedOrderEventData']
    }
    /** @description A return was detected. */
    OrderReturnedEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'order.returned'
      data: components['schemas']['OrderEventData']
    }
    /** @description The invite whose page was opened. */
    InviteViewedData: {
      /**
       * @description The id of the invite.
       * @example inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8
       */
      inviteId: string
      /**
       * @description The number that is shown to users.
       * @example INV-100017
       */
      inviteNumber: string | null
      /**
       * @description The recipient's email address. Null when the invite has none.
       * @example jonas.weber@example.com
       */
      email: string | null
      /**
       * @description The id of the invite's campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Always null. Do not use it.
       * @example null
       * @constant
       */
      campaignTitle: null
      /** @description The page that was viewed, or null. */
      eventDetails: {
        /**
         * @description The identifier of the page.
         * @example landing
         */
        page: string
      } | null
    }
    /** @description A recipient opened the redemption page. */
    InviteViewedEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'invite.viewed'
      data: components['schemas']['InviteViewedData']
    }
    /** @description The invite whose cart changed. */
    InviteCartUpdatedData: {
      /**
       * @description The id of the invite.
       * @example inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8
       */
      inviteId: string
      /**
       * @description The number that is shown to users.
       * @example INV-100017
       */
      inviteNumber: string | null
      /**
       * @description The recipient's email address. Null when the invite has none.
       * @example jonas.weber@example.com
       */
      email: string | null
      /**
       * @description The id of the invite's campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Always null. Do not use it.
       * @example null
       * @constant
       */
      campaignTitle: null
      /** @description The change, and the cart after it. */
      eventDetails: {
        /**
         * @description Whether an item was added, its quantity changed, or it was removed.
         * @example CART_ADD
         * @enum {string}
         */
        eventType: 'CART_ADD' | 'CART_UPDATE' | 'CART_REMOVE'
        /**
         * @description The identifier of the page.
         * @example products
         */
        page: string
        /** @description The cart items after the change. */
        cartItems: components['schemas']['OrderLine'][]
      }
    }
    /** @description A recipient changed the cart. */
    InviteCartUpdatedEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'invite.cart_updated'
      data: components['schemas']['InviteCartUpdatedData']
    }
    /** @description The invite that was redeemed. */
    InviteRedeemedData: {
      /**
       * @description The id of the invite.
       * @example inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8
       */
      inviteId: string
      /**
       * @description The number that is shown to users.
       * @example INV-100017
       */
      inviteNumber: string | null
      /**
       * @description The recipient's email address. Null when the invite has none.
       * @example jonas.weber@example.com
       */
      email: string | null
      /**
       * @description The id of the invite's campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Always null. Do not use it.
       * @example null
       * @constant
       */
      campaignTitle: null
      /** @description The completed order. */
      eventDetails: {
        /**
         * @description Always `ORDER_COMPLETE`.
         * @constant
         */
        eventType: 'ORDER_COMPLETE'
        /** @description The ordered items. */
        cartItems?: components['schemas']['OrderLine'][]
      }
    }
    /** @description A recipient completed the order. */
    InviteRedeemedEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'invite.redeemed'
      data: components['schemas']['InviteRedeemedData']
    }
    /** @description The data of a test delivery. */
    WebhookTestData: {
      /**
       * @description Always this text.
       * @constant
       */
      message: 'Your webhook endpoint is configured correctly.'
      /**
       * Format: date-time
       * @description When the test was sent.
       * @example 2026-11-20T09:21:00.482Z
       */
      timestamp: string
    }
    /** @description A test delivery. */
    WebhookTestEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: 'webhook.test'
      data: components['schemas']['WebhookTestData']
    }
  }
  responses: {
    /**
     * @description The key is missing, malformed, unknown or revoked, or its account is deactivated. The body is plain text. The key is
     *     checked before the path and the input.
     */
    Unauthorized: {
      headers: {
        'RateLimit-Limit': components['headers']['RateLimit-Limit']
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
        'RateLimit-Reset': components['headers']['RateLimit-Reset']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'text/html': components['schemas']['Unauthorized']
      }
    }
    /** @description The rate limit is exceeded. Wait `RateLimit-Reset` seconds. This request is not counted. */
    TooManyRequests: {
      headers: {
        'RateLimit-Limit': components['headers']['RateLimit-Limit']
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
        'RateLimit-Reset': components['headers']['RateLimit-Reset']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Message']
      }
    }
    /** @description The service failed. A write may have taken effect: check before you retry. */
    InternalServerError: {
      headers: {
        'RateLimit-Limit': components['headers']['RateLimit-Limit']
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
        'RateLimit-Reset': components['headers']['RateLimit-Reset']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Message']
      }
    }
  }
  parameters: {
    /**
     * @description The maximum number of items per page. Values above 1,000 are rejected.
     * @example 50
     */
    limit: number
    /**
     * @description The number of items to skip. Increase it by `limit` until a page has fewer than `limit` items.
     * @example 0
     */
    offset: number
    /**
     * @description The id of the subscription.
     * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
     */
    webhookId: components['schemas']['FilledText']
    /**
     * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
     *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
     * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
     */
    'X-Webhook-Signature': string
    /**
     * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
     *     minutes old or ahead.
     * @example 1795166431
     */
    'X-Webhook-Timestamp': string
  }
  requestBodies: never
  headers: {
    /**
     * @description The number of requests allowed per rolling window for this client address. It is 1,000 unless the account or the
     *     client's network has a higher limit.
     */
    'RateLimit-Limit': number
    /** @description The number of requests left in the window, after this one. */
    'RateLimit-Remaining': number
    /**
     * @description Seconds until the oldest counted request leaves the window. After a 429, this is the time until the next request is
     *     allowed.
     */
    'RateLimit-Reset': number
    /** @description Legacy name of `RateLimit-Limit`. */
    'X-RateLimit-Limit': number
    /** @description Legacy name of `RateLimit-Remaining`. */
    'X-RateLimit-Remaining': number
    /** @description When the oldest counted request leaves the window, as a Unix timestamp in seconds. */
    'X-RateLimit-Reset': number
    /**
     * @description Identifies this request in the logs of the service and in the history of an order. Give it to support. It is a UUID,
     *     unless a proxy of the operator has sent one.
     * @example 6f1c2a34-8f0b-4c1e-9a57-1d2e3f405162
     */
    'X-Request-Id': string
    /** @description Contacts are personal data. Clients must not cache them. */
    'Cache-Control': 'no-store'
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  checkAuth: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResult']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  checkAuthPut: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResult']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  checkAuthPost: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResult']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  checkAuthDelete: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResult']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  checkAuthOptions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResult']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  checkAuthHead: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResult']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  checkAuthPatch: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResult']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  checkAuthTrace: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthResult']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  listProducts: {
    parameters: {
      query?: {
        /**
         * @description The maximum number of items per page. Values above 1,000 are rejected.
         * @example 50
         */
        limit?: components['parameters']['limit']
        /**
         * @description The number of items to skip. Increase it by `limit` until a page has fewer than `limit` items.
         * @example 0
         */
        offset?: components['parameters']['offset']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of variants. Empty after the last page. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProductVariant'][]
        }
      }
      /** @description A query parameter is invalid. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  listCampaigns: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description All campaigns of the account. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Campaign'][]
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  listContacts: {
    parameters: {
      query: {
        /**
         * @description The id of the campaign. An empty value counts as missing.
         * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
         */
        campaignId: components['schemas']['FilledText']
        /**
         * @description Text to find in the name (given name, family name, or both with a space between) or in the email address. Case is
         *     ignored. `%` and `_` are literal characters.
         * @example lindqvist
         */
        searchText?: components['schemas']['Text']
        /**
         * @description Returns contacts with at least one of these tags. Repeat the parameter to pass several tags.
         * @example [
         *       "engineering"
         *     ]
         */
        tags?: components['schemas']['Text'][]
        /**
         * @description Filters by invite. A contact is `invited` when an invite of the campaign has the same email address. Case is ignored.
         * @example invited
         */
        inviteStatusFilter?: 'invited' | 'not_invited'
        /**
         * @description Returns contacts with exactly this `orderCount`.
         * @example 1
         */
        orderCountFilter?: number
        /**
         * @description The maximum number of items per page. Values above 1,000 are rejected.
         * @example 50
         */
        limit?: components['parameters']['limit']
        /**
         * @description The number of items to skip. Increase it by `limit` until a page has fewer than `limit` items.
         * @example 0
         */
        offset?: components['parameters']['offset']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of contacts. Empty after the last page. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Contact'][]
        }
      }
      /** @description `campaignId` is missing, or a query parameter is invalid. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  createContact: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ContactCreate']
      }
    }
    responses: {
      /** @description The id of the new contact. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ContactCreated']
        }
      }
      /** @description The request body is invalid, or the campaign does not exist. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationError']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  createInvite: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InviteCreate']
      }
    }
    responses: {
      /** @description The new invite and its redemption URL. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InviteCreated']
        }
      }
      /**
       * @description Checked in this order: `campaignId` is missing; the request body is invalid; `email` is missing while
       *     `sendEmailNotification` is true; the campaign does not exist.
       */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationError']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  listWebhookEvents: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The event catalog. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EventCatalog']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  listWebhooks: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The subscriptions. The list can be empty. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookList']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  createWebhook: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookCreate']
      }
    }
    responses: {
      /** @description The new subscription with its secret. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookSubscriptionWithSecret']
        }
      }
      /** @description A field is missing or invalid, the URL is not allowed, or another subscription of the account has it. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  updateWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the subscription.
         * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
         */
        id: components['parameters']['webhookId']
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookUpdate']
      }
    }
    responses: {
      /** @description The updated subscription without its secret. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookSubscription']
        }
      }
      /** @description A field is invalid, the URL is not allowed or belongs to another subscription, or the subscription does not exist. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  deleteWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the subscription.
         * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
         */
        id: components['parameters']['webhookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The subscription was deleted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      /** @description The subscription does not exist. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  testWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the subscription.
         * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
         */
        id: components['parameters']['webhookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The result of the delivery, successful or not. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookTestResult']
        }
      }
      /** @description The subscription is not active or does not exist. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  rotateWebhookSecret: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the subscription.
         * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
         */
        id: components['parameters']['webhookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The subscription with its new secret. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookSubscriptionWithSecret']
        }
      }
      /** @description The subscription does not exist. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  listOrders: {
    parameters: {
      query?: {
        /**
         * @description Returns orders of this campaign.
         * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
         */
        campaignId?: components['schemas']['FilledText']
        /**
         * @description Returns orders whose recipient has this email address. Case is ignored.
         * @example maya.lindqvist@example.com
         */
        email?: components['schemas']['FilledText']
        /**
         * @description Returns orders with this status.
         * @example AWAITING_SHIPMENT
         */
        orderStatus?: components['schemas']['OrderStatus']
        /**
         * @description Returns orders with this number in the system that they come from.
         * @example SO-1001
         */
        sourceOrderNumber?: components['schemas']['FilledText']
        /**
         * @description The maximum number of items per page. Values above 1,000 are rejected.
         * @example 50
         */
        limit?: components['parameters']['limit']
        /**
         * @description The number of items to skip. Increase it by `limit` until a page has fewer than `limit` items.
         * @example 0
         */
        offset?: components['parameters']['offset']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of orders. Empty when nothing matches. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order'][]
        }
      }
      /** @description A query parameter is invalid. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  getOrder: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the order.
         * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
         */
        orderId: components['schemas']['FilledText']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The order. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
      /** @description The id is not valid text. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      /** @description The account has no order with this id. */
      404: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  createOrder: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderCreate']
      }
    }
    responses: {
      /** @description The new order. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
      /** @description The request body is invalid, or the campaign or the stock does not allow the order. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationError']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  cancelOrder: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderCancel']
      }
    }
    responses: {
      /** @description The cancelled order. The status code of this state change is 201. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
      /** @description The request body is invalid, the order does not exist, or it can no longer be cancelled. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationError']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  listInventory: {
    parameters: {
      query?: {
        /**
         * @description The page number. The first page is 1.
         * @example 1
         */
        page?: number
        /**
         * @description The number of items per page.
         * @example 20
         */
        page_size?: number
        /**
         * @description Text to find in the SKU. Case is ignored. `%` and `_` are literal characters.
         * @example TEE-BLK
         */
        sku?: components['schemas']['Text']
        /**
         * @description Text to find in the product's title. Case is ignored. `%` and `_` are literal characters.
         * @example cotton tee
         */
        product_name?: components['schemas']['Text']
        /**
         * @description Returns items in this warehouse.
         * @example whs_019a91efb3c47a10d2e3f4a5b6c7d8e9
         */
        warehouse_id?: components['schemas']['FilledText']
        /**
         * @description Returns items with this status.
         * @example low_stock
         */
        status?: components['schemas']['InventoryStatus']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of inventory. `items` is empty when nothing matches. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InventoryPage']
        }
      }
      /** @description A query parameter is invalid. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
    }
  }
  orderCreated: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example order.created
         */
        'X-Webhook-Event': 'order.created'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderCreatedEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  orderShipped: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example order.shipped
         */
        'X-Webhook-Event': 'order.shipped'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderShippedEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  orderDelivered: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example order.delivered
         */
        'X-Webhook-Event': 'order.delivered'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderDeliveredEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  orderCancelled: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example order.cancelled
         */
        'X-Webhook-Event': 'order.cancelled'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderCancelledEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  orderReturned: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example order.returned
         */
        'X-Webhook-Event': 'order.returned'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderReturnedEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  inviteViewed: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example invite.viewed
         */
        'X-Webhook-Event': 'invite.viewed'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InviteViewedEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  inviteCartUpdated: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example invite.cart_updated
         */
        'X-Webhook-Event': 'invite.cart_updated'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InviteCartUpdatedEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  inviteRedeemed: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example invite.redeemed
         */
        'X-Webhook-Event': 'invite.redeemed'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InviteRedeemedEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  webhookTest: {
    parameters: {
      query?: never
      header: {
        /**
         * @description `sha256=` and the HMAC-SHA256 in lower-case hex. The key is the subscription's secret. The signed text is the value of
         *     `X-Webhook-Timestamp`, a period, and the raw request body. Compare in constant time and reject the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description When the delivery was sent, in Unix seconds. It is part of the signed text. Reject deliveries that are more than five
         *     minutes old or ahead.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The name of the event.
         * @example webhook.test
         */
        'X-Webhook-Event': 'webhook.test'
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookTestEvent']
      }
    }
    responses: {
      /** @description The delivery succeeded. The response body is ignored. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The delivery failed. It is dropped and not retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}
