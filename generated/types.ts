// Generated from the OpenAPI document by `npm run generate`. Do not edit.

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
     * @description Confirms that the key is accepted and names its account. Changes nothing and may be repeated. Every HTTP method
     *     is answered alike; a body is ignored.
     */
    get: operations['checkAuth']
    /**
     * Check the key (PUT)
     * @description The same as `GET /v1/auth`.
     */
    put: operations['checkAuthPut']
    /**
     * Check the key (POST)
     * @description The same as `GET /v1/auth`.
     */
    post: operations['checkAuthPost']
    /**
     * Check the key (DELETE)
     * @description The same as `GET /v1/auth`.
     */
    delete: operations['checkAuthDelete']
    /**
     * Check the key (OPTIONS)
     * @description The same as `GET /v1/auth`.
     */
    options: operations['checkAuthOptions']
    /**
     * Check the key (HEAD)
     * @description The same as `GET /v1/auth`, without the body, as HEAD has none.
     */
    head: operations['checkAuthHead']
    /**
     * Check the key (PATCH)
     * @description The same as `GET /v1/auth`.
     */
    patch: operations['checkAuthPatch']
    /**
     * Check the key (TRACE)
     * @description The same as `GET /v1/auth`.
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
     * @description One row for each active variant of the account, in the order of their creation. Increase `offset` by `limit`
     *     until a short page returns. Reading changes nothing and may be repeated.
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
     * @description All campaigns of the account, in the order of their creation, each with the variants attached to it. Reading
     *     changes nothing and may be repeated.
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
     * @description The contacts of one campaign in the order of their creation; filters combine. An unknown campaign has none.
     *     Increase `offset` by `limit` until a short page returns. Do not cache the answer. Reading changes nothing and
     *     may be repeated.
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
     * @description Adds a person to a campaign. The same person may be added twice: nothing is unique but the id.
     *
     *     There is no idempotency: a retry after a time-out or a 500 may create a duplicate. List the campaign's contacts
     *     by e-mail first.
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
     * @description Creates an `UNUSED` invite for one campaign and the address to redeem it at. With `sendEmailNotification` the
     *     service e-mails it, and `emailNotificationSent` says whether an e-mail was really sent; without, pass
     *     `inviteUrl` on yourself. An `expiresAt` in the past is accepted.
     *
     *     There is no idempotency: a retry creates another invite, and may send another e-mail.
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
     * List the events
     * @description The eight events that can be subscribed to, the same for every caller. Reading changes nothing and may be
     *     repeated.
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
     * @description Every subscription of the account, active and inactive, in the order of their creation, without secrets. Reading
     *     changes nothing and may be repeated.
     */
    get: operations['listWebhooks']
    put?: never
    /**
     * Create a subscription
     * @description Subscribes a URL to events. The subscription is active at once, and its signing secret is in this answer alone.
     *
     *     An account has one subscription for each URL, so a retry of a create that did succeed is refused: list the
     *     subscriptions, and rotate the secret if it was lost.
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
     * Change a subscription
     * @description Changes any of URL, events and `active`; what is omitted stays. The secret stays too. May be repeated. Deliveries
     *     that still wait go by the subscription as it then is.
     */
    put: operations['updateWebhook']
    post?: never
    /**
     * Delete a subscription
     * @description Removes the subscription for good; there is no recovery, and nothing is sent to it from then on. A retry of a
     *     delete that did succeed says that there is no such subscription.
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
     * @description Sends one `webhook.test` to the subscription, whatever its events, signed as live events are, and waits at most
     *     10 seconds for the answer. The subscription must be active. May be repeated; each call is one delivery.
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
     * @description Gives the subscription a new signing secret, which is in this answer alone. The previous one is invalid at once,
     *     with no overlap: deliveries that still wait are signed with the new one. A retry rotates again.
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
     * @description The orders of the account, newest first; filters combine. Increase `offset` by `limit` until a short page
     *     returns. Before retrying a create, list by `campaignId` and `email` to see whether it succeeded. Reading changes
     *     nothing and may be repeated.
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
     * @description One order of the account. The only operation that answers 404. Reading changes nothing and may be repeated.
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
     * @description Places an order on an active campaign and allocates stock for all of it in one warehouse. Stock that is short is
     *     an error, and nothing is allocated, unless the campaign allows out-of-stock orders: then the order is
     *     backordered. Emits `order.created`.
     *
     *     There is no idempotency: a retry after a time-out or a 500 may create a duplicate. List the orders by campaign
     *     and recipient e-mail first.
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
     * @description Cancels an order that has not shipped and releases its stock. Emits `order.cancelled`. A retry of a cancel that
     *     did succeed says that the order is already cancelled.
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
     * @description Stock of every variant in every warehouse, in the order of creation, each item with its newest events; filters
     *     combine. Raise `page` while `pagination.has_more` is true. Keys are snake_case. Reading changes nothing and may
     *     be repeated.
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
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
     * @description An invite recipient lands on the redemption page.
     *
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
     *     Sent once, within 10 seconds or not at all, in no particular order; answer 2xx quickly.
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
    /**
     * @description A text that is never empty.
     * @example Some text
     */
    NonEmpty: string
    /** @description The account that the key belongs to. */
    AuthResult: {
      /**
       * @description The authenticated account.
       * @example acc_019a91ef40b17a2c93d4e5f60718293a
       */
      account_id: components['schemas']['NonEmpty']
      /**
       * @description States that authentication succeeded.
       * @example Authentication successful
       */
      message: string
    }
    /**
     * @description The whole body of a 401, as plain text.
     * @constant
     */
    Unauthorized: 'Unauthorized'
    /** @description What happened, for people. Clients must not match on the exact text. */
    Message: {
      /**
       * @description What happened.
       * @example Campaign not found
       */
      message: components['schemas']['NonEmpty']
    }
    /** @description One active variant of a product. Several rows can share a product. */
    ProductVariant: {
      /**
       * @description The parent product. Informational; several rows can share it.
       * @example prd_019a91f0a1b27c3d84e5f60718293a4b
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The product's title.
       * @example Heavyweight cotton tee
       */
      title: string
      /**
       * @description The variant's SKU, unique per row. Pass it as `products[].sku` when creating an order.
       * @example TEE-BLK-M
       */
      sku: string
      /**
       * @description From the first pricing tier of the product's first variant. Informational.
       * @example 24
       */
      minimumOrderQuantity: number
      /**
       * @description Lead time in days.
       * @example 9
       */
      productionTime: number
      /**
       * @description Where the variant's image is; null when it has none.
       * @example http://127.0.0.1:8080/cdn/tee-black.svg
       */
      imageUrl: string | null
      /**
       * @description Pieces in one carton; null if unconfigured.
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
    /** @description The unit that orders, contacts and invites are scoped to. */
    Campaign: {
      /**
       * @description Pass it as `campaignId` to the operations scoped to a campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description Display name.
       * @example New starter kit
       */
      name: string
      /**
       * Format: date-time
       * @description After this the campaign takes no orders.
       * @example 2027-06-30T23:59:59Z
       */
      expiration: string
      /** @description The variants attached to the campaign. */
      products: components['schemas']['ProductVariant'][]
      /**
       * @description Display string; typically `Draft`, `Active`, `Paused` or `Expired`. Only an `Active` campaign takes orders.
       * @example Active
       */
      status: string
      /**
       * @description True when orders may be placed with exhausted inventory.
       * @example false
       */
      allowOutOfStockOrders: boolean
    }
    /**
     * @description Text that is not empty.
     * @example Some text
     */
    FilledText: string
    /**
     * @description Any text. Lengths here and everywhere count Unicode code points.
     * @example Any text
     */
    Text: string
    /** @description A person on a campaign. Texts that are unset are empty strings, never null. */
    Contact: {
      /**
       * @description The contact.
       * @example con_019a91f0c2d57c12b4a3d2e1f0a9b8c7
       */
      id: components['schemas']['NonEmpty']
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
       * @description E-mail address.
       * @example maya.lindqvist@example.com
       */
      email: string
      /** @description Labels, in the order given. */
      tags: string[]
      /**
       * @description The campaign.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Street and number; empty when unset.
       * @example 418 Alder Street
       */
      street1: string
      /**
       * @description Second address line; empty when unset.
       * @example Apt 5
       */
      street2: string
      /**
       * @description City; empty when unset.
       * @example Portland
       */
      city: string
      /**
       * @description State or region; empty when unset.
       * @example OR
       */
      state: string
      /**
       * @description Country; empty when unset.
       * @example US
       */
      country: string
      /**
       * @description Postal code; empty when unset.
       * @example 97205
       */
      zip: string
      /**
       * @description Date text as given; empty when unset.
       * @example 1991-08-14
       */
      dateOfBirth: string
      /**
       * @description Date text as given; empty when unset.
       * @example 2026-11-02
       */
      hireDate: string
      /**
       * @description Phone number; empty when unset.
       * @example +1 503 555 0137
       */
      phone: string
      /**
       * @description Shirt size; empty when unset.
       * @example M
       */
      shirtSize: string
      /**
       * @description Orders placed on the campaign whose recipient has this e-mail address, compared without case; cancelled ones count.
       * @example 1
       */
      orderCount: number
    }
    /**
     * @description 1 to 100 characters.
     * @example Maya
     */
    FilledText100: string
    /**
     * @description An e-mail address of at most 254 characters, by the rule that browsers apply to `<input type="email">`. Addresses are
     *     compared without case and come back as sent.
     * @example maya.lindqvist@example.com
     */
    Email: string
    /**
     * @description At most 30 characters.
     * @example +1 503 555 0137
     */
    Text30: string
    /**
     * @description At most 200 characters.
     * @example Harbor & Pine
     */
    Text200: string
    /**
     * @description At most 100 characters.
     * @example Portland
     */
    Text100: string
    /**
     * @description At most 20 characters.
     * @example 8120
     */
    Text20: string
    /** @description A person to add to a campaign. */
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
       * @description The campaign to add the person to.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: components['schemas']['FilledText']
      /**
       * @description Phone number.
       * @example +1 503 555 0137
       */
      phone?: components['schemas']['Text30']
      /**
       * @description Kept with the contact; no response returns it.
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
       * @description Date text; kept as sent.
       * @example 1991-08-14
       */
      dateOfBirth?: components['schemas']['Text']
      /**
       * @description Date text; kept as sent.
       * @example 2026-11-02
       */
      hireDate?: components['schemas']['Text']
      /**
       * @description Shirt size.
       * @example M
       */
      shirtSize?: components['schemas']['Text20']
      /** @description Labels; kept in the order sent. */
      tags?: components['schemas']['Text'][]
      /**
       * @description URL or path of a picture; no response returns it.
       * @example people/maya-lindqvist.png
       */
      profilePicture?: components['schemas']['Text']
    }
    /** @description The contact that was created. */
    ContactCreated: {
      /**
       * @description The new contact.
       * @example con_019a91f0c2d57c12b4a3d2e1f0a9b8c7
       */
      contactId: components['schemas']['NonEmpty']
    }
    /**
     * @description Why the request was refused: with `errors` exactly when its body did not validate, without when the operation is not
     *     allowed as things stand.
     */
    Refusal: {
      /**
       * @description What is wrong, for people; `Invalid request body` exactly where there are `errors`.
       * @example Campaign not found
       */
      message: components['schemas']['NonEmpty']
      /** @description One string for each failed field, `<field path>: <reason>`; the path is `body` for the body as a whole. */
      errors?: string[]
    }
    /**
     * @description An ISO 8601 timestamp with seconds and an offset (RFC 3339), for a day that exists.
     * @example 2027-03-31T23:59:59Z
     */
    Timestamp: string
    /** @description A person to invite to a campaign. The person need not be a contact. */
    InviteCreate: {
      /**
       * @description The campaign that the invite redeems.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: components['schemas']['FilledText']
      /**
       * @description True: the service e-mails the invite, and `email` is required. False: nothing is sent; pass `inviteUrl` on yourself.
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
      /** @description After this the invite cannot be redeemed. Unset, the campaign's expiration. Comes back as sent. */
      expiresAt?: components['schemas']['Timestamp']
    }
    /** @description A personal redemption token for one campaign. Texts that are unset are empty strings, never null. */
    Invite: {
      /**
       * @description The invite.
       * @example inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8
       */
      _id: components['schemas']['NonEmpty']
      /**
       * @description The invite's part of the redemption address, unique per invite; it needs no escaping there.
       * @example kT3vZq8mW1xR5nB7cJ0dLg
       */
      slug: string
      /**
       * @description Number for people, unique in the account.
       * @example INV-100017
       */
      inviteNumber: string
      /**
       * @description `UNUSED` until the recipient completes redemption, then `USED`.
       * @example UNUSED
       * @enum {string}
       */
      status: 'UNUSED' | 'USED'
      /**
       * @description The recipient's e-mail address; empty when unset.
       * @example jonas.weber@example.com
       */
      email: string
      /**
       * @description Given name; empty when unset.
       * @example Jonas
       */
      firstName: string
      /**
       * @description Family name; empty when unset.
       * @example Weber
       */
      lastName: string
      /**
       * @description Company; empty when unset.
       * @example Harbor & Pine
       */
      companyName: string
      /**
       * Format: date-time
       * @description After this the invite cannot be redeemed.
       * @example 2027-03-31T23:59:59Z
       */
      expiresAt: string
      /**
       * @description Whether an e-mail was really sent.
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
    /** @description The invite and the address to send to its recipient. */
    InviteCreated: {
      invite: components['schemas']['Invite']
      /**
       * @description Where the recipient redeems the invite, `{redeem_url}/i/<slug>`.
       * @example http://127.0.0.1:8080/i/kT3vZq8mW1xR5nB7cJ0dLg
       */
      inviteUrl: string
    }
    /**
     * @description An event that can be subscribed to. `webhook.test` cannot.
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
    /** @description An event that can be subscribed to. */
    EventDescription: {
      name: components['schemas']['EventName']
      /**
       * @description What the event is about.
       * @example order
       * @enum {string}
       */
      category: 'order' | 'invite'
      /**
       * @description When the event fires.
       * @example An order's status becomes SHIPPED.
       */
      description: components['schemas']['NonEmpty']
    }
    /** @description The catalog, the same for every caller. */
    EventCatalog: {
      /** @description The eight subscribable events. */
      events: components['schemas']['EventDescription'][]
    }
    /** @description A subscription to events. */
    WebhookSubscription: {
      /**
       * @description The subscription.
       * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description Where deliveries go, as registered.
       * @example https://hooks.example.com/merch
       */
      url: string
      /** @description The events that are delivered. */
      events: components['schemas']['EventName'][]
      /**
       * @description True on creation. Nothing is delivered while false.
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
       * @description When it last changed.
       * @example 2026-11-20T09:20:31.007Z
       */
      updatedAt: string
    }
    /** @description The account's subscriptions, active and inactive. */
    WebhookList: {
      /** @description In the order of their creation, without secrets. */
      webhooks: components['schemas']['WebhookSubscription'][]
    }
    /**
     * @description An HTTPS URL. Its host must not be localhost or any name under it, a loopback, private or link-local address (IPv4 or
     *     IPv6, mapped forms too), nor may the URL carry credentials. Two spellings of one URL are one URL.
     * @example https://hooks.example.com/merch
     */
    WebhookUrl: string
    /** @description A subscription to create. */
    WebhookCreate: {
      url: components['schemas']['WebhookUrl']
      /** @description The events to deliver. */
      events: components['schemas']['EventName'][]
    }
    /** @description A subscription with its signing secret, as create and rotate-secret alone return it. */
    WebhookSubscriptionWithSecret: {
      /**
       * @description The subscription.
       * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description Where deliveries go, as registered.
       * @example https://hooks.example.com/merch
       */
      url: string
      /** @description The events that are delivered. */
      events: components['schemas']['EventName'][]
      /**
       * @description True on creation. Nothing is delivered while false.
       * @example true
       */
      active: boolean
      /**
       * @description Signs every delivery (HMAC-SHA256). Shown here and never again.
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
       * @description When it last changed.
       * @example 2026-11-20T09:20:31.007Z
       */
      updatedAt: string
    }
    /** @description What to change. Omitted fields stay as they are. */
    WebhookUpdate: {
      url?: components['schemas']['WebhookUrl']
      /** @description The events to deliver from now on. */
      events?: components['schemas']['EventName'][]
      /**
       * @description False stops deliveries, true resumes them.
       * @example false
       */
      active?: boolean
    }
    /** @description What came of the test delivery. */
    WebhookTestResult: {
      /**
       * @description True when the subscriber answered 2xx.
       * @example true
       */
      success: boolean
      /**
       * @description The subscriber's status; null when the request never reached it or was never answered as a whole.
       * @example 200
       */
      statusCode: number | null
      /**
       * @description A short description when `success` is false.
       * @example null
       */
      error: string | null
    }
    /**
     * @description `AWAITING_SHIPMENT` from creation, then `SHIPPED` or `CANCELLED`; a shipped order may become `RETURNED`. Delivery sets
     *     `deliveredAt` and leaves the status `SHIPPED`.
     * @example AWAITING_SHIPMENT
     * @enum {string}
     */
    OrderStatus: 'AWAITING_SHIPMENT' | 'SHIPPED' | 'CANCELLED' | 'RETURNED'
    /** @description Where the order goes. Texts that are unset are empty strings. */
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
       * @description E-mail address.
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
    /** @description A quantity of one SKU. */
    OrderLine: {
      /**
       * @description The variant's SKU.
       * @example TEE-BLK-M
       */
      sku: string
      /**
       * @description Units.
       * @example 2
       */
      quantity: number
    }
    /** @description A fulfillment order. `trackingNumber`, `carrierCode` and `shipDate` are null exactly while it has not shipped. */
    Order: {
      /**
       * @description The order.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description Number for people, unique in the account.
       * @example MF-100042
       */
      orderNumber: string
      /**
       * @description Number at the fulfillment provider that the order was imported from, unique in the account; null otherwise.
       * @example null
       */
      sourceOrderNumber: string | null
      status: components['schemas']['OrderStatus']
      /**
       * @description Always `PAID`; this API takes no payments.
       * @example PAID
       * @enum {string}
       */
      paymentStatus: 'PAID'
      /**
       * @description `ALLOCATED` when stock was there for the whole order, `BACKORDERED` when the campaign allowed it without,
       *     `RELEASED` after cancellation.
       * @example ALLOCATED
       * @enum {string}
       */
      allocationStatus: 'ALLOCATED' | 'BACKORDERED' | 'RELEASED'
      /**
       * @description Created by this API, by an invite's redemption, or by a sync with a fulfillment provider.
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
       * @description When the order shipped; null until then.
       * @example null
       */
      shipDate: string | null
      /**
       * Format: date-time
       * @description When delivery was confirmed; null until then.
       * @example null
       */
      deliveredAt: string | null
      /**
       * @description The carrier's tracking number; null until the order ships, empty if it shipped without one being known.
       * @example null
       */
      trackingNumber: string | null
      /**
       * @description The carrier; null until the order ships, empty if it shipped without one being known.
       * @example null
       */
      carrierCode: string | null
      /**
       * @description The campaign that the order belongs to.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description The warehouse that serves the order; null when none is known.
       * @example whs_019a91efb3c47a10d2e3f4a5b6c7d8e9
       */
      warehouse: string | null
      recipient: components['schemas']['Recipient']
      /**
       * @description Company; empty when unset.
       * @example Harbor & Pine
       */
      companyName: string
      /**
       * @description Notes for the warehouse; empty when unset.
       * @example Leave at the front desk
       */
      notes: string
      /** @description The lines as sent; one SKU may stand on two. */
      products: components['schemas']['OrderLine'][]
    }
    /** @description A quantity of one SKU. */
    OrderLineCreate: {
      /**
       * @description A SKU attached to the campaign.
       * @example TEE-BLK-M
       */
      sku: components['schemas']['FilledText']
      /**
       * @description Units. `minimumOrderQuantity` is informational and not enforced.
       * @example 2
       */
      quantity: number
    }
    /**
     * @description 1 to 200 characters.
     * @example 418 Alder Street
     */
    FilledText200: string
    /**
     * @description 1 to 20 characters.
     * @example 97205
     */
    FilledText20: string
    /** @description Recipient and address, within the bounds of a contact. */
    ShipTo: {
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
       * @description Postal code.
       * @example 97205
       */
      zip: components['schemas']['FilledText20']
      /**
       * @description Country.
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
    /**
     * @description At most 2,000 characters.
     * @example Leave at the front desk
     */
    Text2000: string
    /** @description An order to place. */
    OrderCreate: {
      /**
       * @description An active campaign that has not expired.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: components['schemas']['FilledText']
      /** @description The lines. One SKU may stand on two; stock is checked for their sum. */
      products: components['schemas']['OrderLineCreate'][]
      shipTo: components['schemas']['ShipTo']
      /**
       * @description Notes for the warehouse.
       * @example Leave at the front desk
       */
      notes?: components['schemas']['Text2000']
      /**
       * @description The warehouse that is to serve the order. Unset, the service picks one that can serve all of it; an order is never
       *     split.
       * @example whs_019a91efb3c47a10d2e3f4a5b6c7d8e9
       */
      warehouse?: components['schemas']['FilledText']
    }
    /** @description The order to cancel. */
    OrderCancel: {
      /**
       * @description An order that has not shipped.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      orderId: components['schemas']['FilledText']
    }
    /**
     * @description `out_of_stock` when nothing is available, `low_stock` at or under the threshold set for the item.
     * @example in_stock
     * @enum {string}
     */
    InventoryStatus: 'in_stock' | 'low_stock' | 'out_of_stock'
    /** @description Where the stock lies. */
    InventoryWarehouse: {
      /**
       * @description The warehouse; pass it as `warehouse` when creating an order.
       * @example whs_019a91efb3c47a10d2e3f4a5b6c7d8e9
       */
      warehouse_id: components['schemas']['NonEmpty']
      /**
       * @description Display name.
       * @example Portland
       */
      warehouse_name: string
    }
    /** @description One change of stock. */
    InventoryEvent: {
      /**
       * @description The event.
       * @example evt_019a91f4e6b07e31a2b3c4d5e6f70819
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description What `quantity` is added to: `received`, `adjusted` and `order_returned` to `on_hand`; `inbound_expected` to
       *     `inbound`; `order_allocated` and `order_released` (negative) to `allocated`; `order_shipped` (negative) to `on_hand`
       *     and `allocated`. `inbound_received` is added to `on_hand` and taken from `inbound`.
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
       * @description Units, signed.
       * @example 2
       */
      quantity: number
      /**
       * @description The order that caused the change; null when none did.
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
    /** @description Stock of one variant in one warehouse. Every count is the sum of its events. */
    InventoryItem: {
      /**
       * @description The inventory item.
       * @example itm_019a91f0d1e27f40b5c6d7e8f9a0b1c2
       */
      id: components['schemas']['NonEmpty']
      /**
       * @description The parent product.
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
       * @description Units in the warehouse.
       * @example 120
       */
      on_hand: number
      /**
       * @description Units free to order, on_hand less allocated, never below zero.
       * @example 118
       */
      available: number
      /**
       * @description Units promised to orders that have not shipped.
       * @example 2
       */
      allocated: number
      /**
       * @description Units on their way to the warehouse.
       * @example 240
       */
      inbound: number
      warehouse: components['schemas']['InventoryWarehouse']
      /** @description The newest events first, at most 50. */
      inventory_events: components['schemas']['InventoryEvent'][]
    }
    /** @description Which page this is. */
    Pagination: {
      /**
       * @description Items that match, over all pages.
       * @example 80
       */
      total_count: number
      /**
       * @description This page.
       * @example 1
       */
      page: number
      /**
       * @description Items on a full page.
       * @example 20
       */
      page_size: number
      /**
       * @description Whether a page follows.
       * @example true
       */
      has_more: boolean
    }
    /** @description A page of inventory. */
    InventoryPage: {
      /** @description Empty when nothing matches. */
      items: components['schemas']['InventoryItem'][]
      pagination: components['schemas']['Pagination']
    }
    /** @description An order that has not shipped, as its events carry it. */
    UnshippedOrderEventData: {
      /**
       * @description The order. The same order recurs across events; fetch it for anything that must not be lost.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      orderId: components['schemas']['NonEmpty']
      /**
       * @description Number for people.
       * @example MF-100042
       */
      orderNumber: string
      /** @description The order's status when the event fired. */
      status: components['schemas']['OrderStatus']
      /**
       * @description The campaign that the order belongs to.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Always null before shipment.
       * @example null
       */
      trackingNumber: null
      /**
       * @description Always null before shipment.
       * @example null
       */
      carrierCode: null
      /**
       * @description Always null before shipment.
       * @example null
       */
      shipDate: null
      /** @description What was ordered. */
      products: components['schemas']['OrderLine'][]
    }
    /** @description An order was created. */
    OrderCreatedEvent: {
      /**
       * @description The event's name.
       * @constant
       */
      event: 'order.created'
      data: components['schemas']['UnshippedOrderEventData']
    }
    /** @description An order that has shipped, as its events carry it. */
    OrderEventData: {
      /**
       * @description The order. The same order recurs across events; fetch it for anything that must not be lost.
       * @example ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4
       */
      orderId: components['schemas']['NonEmpty']
      /**
       * @description Number for people.
       * @example MF-100042
       */
      orderNumber: string
      /** @description The order's status when the event fired. */
      status: components['schemas']['OrderStatus']
      /**
       * @description The campaign that the order belongs to.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description The carrier's tracking number; null if unknown.
       * @example 1Z999AA10123456784
       */
      trackingNumber: string | null
      /**
       * @description The carrier; null if unknown.
       * @example ups
       */
      carrierCode: string | null
      /**
       * Format: date-time
       * @description When the order shipped; null if unknown.
       * @example 2026-11-21T16:40:00.000Z
       */
      shipDate: string | null
      /** @description What was ordered. */
      products: components['schemas']['OrderLine'][]
    }
    /** @description An order shipped. */
    OrderShippedEvent: {
      /**
       * @description The event's name.
       * @constant
       */
      event: 'order.shipped'
      data: components['schemas']['OrderEventData']
    }
    /** @description Delivery of an order was confirmed. */
    OrderDeliveredEvent: {
      /**
       * @description The event's name.
       * @constant
       */
      event: 'order.delivered'
      data: components['schemas']['OrderEventData']
    }
    /** @description An order was cancelled. */
    OrderCancelledEvent: {
      /**
       * @description The event's name.
       * @constant
       */
      event: 'order.cancelled'
      data: components['schemas']['UnshippedOrderEventData']
    }
    /** @description A return was detected. */
    OrderReturnedEvent: {
      /**
       * @description The event's name.
       * @constant
       */
      event: 'order.returned'
      data: components['schemas']['OrderEventData']
    }
    /** @description The invite whose page was opened. */
    InviteViewedData: {
      /**
       * @description The invite.
       * @example inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8
       */
      inviteId: string
      /**
       * @description Number for people.
       * @example INV-100017
       */
      inviteNumber: string | null
      /**
       * @description The recipient's e-mail address; null when the invite has none.
       * @example jonas.weber@example.com
       */
      email: string | null
      /**
       * @description The campaign that the invite redeems.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Always null; do not rely on it.
       * @example null
       */
      campaignTitle: null
      /** @description Which page, or null. */
      eventDetails: {
        /**
         * @description The page's identifier.
         * @example landing
         */
        page: string
      } | null
    }
    /** @description A recipient landed on the redemption page. */
    InviteViewedEvent: {
      /**
       * @description The event's name.
       * @constant
       */
      event: 'invite.viewed'
      data: components['schemas']['InviteViewedData']
    }
    /** @description The invite whose cart changed. */
    InviteCartUpdatedData: {
      /**
       * @description The invite.
       * @example inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8
       */
      inviteId: string
      /**
       * @description Number for people.
       * @example INV-100017
       */
      inviteNumber: string | null
      /**
       * @description The recipient's e-mail address; null when the invite has none.
       * @example jonas.weber@example.com
       */
      email: string | null
      /**
       * @description The campaign that the invite redeems.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Always null; do not rely on it.
       * @example null
       */
      campaignTitle: null
      /** @description What changed, and the cart after it. */
      eventDetails: {
        /**
         * @description Whether an item was added, its quantity changed, or it was removed.
         * @example CART_ADD
         * @enum {string}
         */
        eventType: 'CART_ADD' | 'CART_UPDATE' | 'CART_REMOVE'
        /**
         * @description The page's identifier.
         * @example products
         */
        page: string
        /** @description The cart after the change. */
        cartItems: components['schemas']['OrderLine'][]
      }
    }
    /** @description A recipient changed the cart. */
    InviteCartUpdatedEvent: {
      /**
       * @description The event's name.
       * @constant
       */
      event: 'invite.cart_updated'
      data: components['schemas']['InviteCartUpdatedData']
    }
    /** @description The invite that was redeemed. */
    InviteRedeemedData: {
      /**
       * @description The invite.
       * @example inv_019a91f2b3c47d50e1f2a3b4c5d6e7f8
       */
      inviteId: string
      /**
       * @description Number for people.
       * @example INV-100017
       */
      inviteNumber: string | null
      /**
       * @description The recipient's e-mail address; null when the invite has none.
       * @example jonas.weber@example.com
       */
      email: string | null
      /**
       * @description The campaign that the invite redeems.
       * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
       */
      campaignId: string
      /**
       * @description Always null; do not rely on it.
       * @example null
       */
      campaignTitle: null
      /** @description That the order was completed, and what was in the cart. */
      eventDetails: {
        /**
         * @description Always `ORDER_COMPLETE`.
         * @constant
         */
        eventType: 'ORDER_COMPLETE'
        /** @description The cart that was ordered. */
        cartItems?: components['schemas']['OrderLine'][]
      }
    }
    /** @description A recipient completed the order. */
    InviteRedeemedEvent: {
      /**
       * @description The event's name.
       * @constant
       */
      event: 'invite.redeemed'
      data: components['schemas']['InviteRedeemedData']
    }
    /** @description A fixed text and the time. */
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
       * @description The event's name.
       * @constant
       */
      event: 'webhook.test'
      data: components['schemas']['WebhookTestData']
    }
  }
  responses: {
    /**
     * @description The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is
     *     checked.
     */
    Unauthorized: {
      headers: {
        'RateLimit-Limit': components['headers']['RateLimit-Limit']
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
        'RateLimit-Reset': components['headers']['RateLimit-Reset']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'text/html': components['schemas']['Unauthorized']
      }
    }
    /** @description The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted. */
    TooManyRequests: {
      headers: {
        'RateLimit-Limit': components['headers']['RateLimit-Limit']
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
        'RateLimit-Reset': components['headers']['RateLimit-Reset']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Message']
      }
    }
    /** @description Something went wrong in the service. A write may have happened: look before you retry. */
    InternalServerError: {
      headers: {
        'RateLimit-Limit': components['headers']['RateLimit-Limit']
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
        'RateLimit-Reset': components['headers']['RateLimit-Reset']
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Message']
      }
    }
  }
  parameters: {
    /**
     * @description Page size. A page larger than 1,000 is refused, never silently cut.
     * @example 50
     */
    limit: number
    /**
     * @description Records to skip. Increase it by `limit` until a short page returns.
     * @example 0
     */
    offset: number
    /**
     * @description The subscription.
     * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
     */
    webhookId: components['schemas']['FilledText']
    /**
     * @description Deliveries are JSON.
     * @example application/json
     */
    'Content-Type': 'application/json'
    /**
     * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
     *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
     * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
     */
    'X-Webhook-Signature': string
    /**
     * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
     * @example 1795166431
     */
    'X-Webhook-Timestamp': string
  }
  requestBodies: never
  headers: {
    /**
     * @description Requests allowed per rolling window for this client address: 1,000, or those of a higher tier, where the network that the
     *     address is in has one, or the account of the key.
     */
    'RateLimit-Limit': number
    /** @description Requests left in the window, this one counted. */
    'RateLimit-Remaining': number
    /** @description Seconds until the oldest tracked request leaves the window: after a 429, until the next request is allowed. */
    'RateLimit-Reset': number
    /** @description Legacy name of `RateLimit-Limit`. */
    'X-RateLimit-Limit': number
    /** @description Legacy name of `RateLimit-Remaining`. */
    'X-RateLimit-Remaining': number
    /** @description When the oldest tracked request leaves the window, as a Unix time in seconds. */
    'X-RateLimit-Reset': number
    /** @description Contacts are personal data; clients must not cache them. */
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
      /** @description The key is accepted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The key is accepted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The key is accepted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The key is accepted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The key is accepted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The key is accepted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The key is accepted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The key is accepted. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description Page size. A page larger than 1,000 is refused, never silently cut.
         * @example 50
         */
        limit?: components['parameters']['limit']
        /**
         * @description Records to skip. Increase it by `limit` until a short page returns.
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
      /** @description A page of variants; empty past the last one. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProductVariant'][]
        }
      }
      /** @description A query parameter is not what it must be. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description Every campaign of the account. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description The campaign. Given but empty counts as missing.
         * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
         */
        campaignId: components['schemas']['FilledText']
        /**
         * @description Part of the name (given, family, or both with a space between) or of the e-mail address, without case. `%`
         *     and `_` stand for themselves.
         * @example lindqvist
         */
        searchText?: components['schemas']['Text']
        /**
         * @description Contacts having any of the tags. Repeat the parameter for several.
         * @example [
         *       "engineering"
         *     ]
         */
        tags?: components['schemas']['Text'][]
        /**
         * @description `invited`: an invite of the campaign has the contact's e-mail address, compared without case.
         * @example invited
         */
        inviteStatusFilter?: 'invited' | 'not_invited'
        /**
         * @description Exactly this many orders placed.
         * @example 1
         */
        orderCountFilter?: number
        /**
         * @description Page size. A page larger than 1,000 is refused, never silently cut.
         * @example 50
         */
        limit?: components['parameters']['limit']
        /**
         * @description Records to skip. Increase it by `limit` until a short page returns.
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
      /** @description A page of contacts; empty past the last one. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Contact'][]
        }
      }
      /** @description `campaignId` is missing, or a query parameter is not what it must be. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The contact was created. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ContactCreated']
        }
      }
      /** @description The body does not validate, or the campaign does not exist. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Refusal']
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
      /** @description The invite was created. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InviteCreated']
        }
      }
      /**
       * @description `campaignId` is missing, the body does not validate, the e-mail address is missing though an e-mail is wanted,
       *     or the campaign does not exist; looked at in this order.
       */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Refusal']
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
      /** @description The catalog. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The subscriptions; none is an empty list. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The subscription, with its secret. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookSubscriptionWithSecret']
        }
      }
      /** @description A field is missing or wrong, the URL may not be delivered to, or the account has it already. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description The subscription.
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
      /** @description The subscription as it is now, without its secret. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookSubscription']
        }
      }
      /**
       * @description A field is wrong, the URL may not be delivered to or belongs to another subscription, or there is no such
       *     subscription.
       */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description The subscription.
         * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
         */
        id: components['parameters']['webhookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The subscription is gone. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      /** @description There is no such subscription. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description The subscription.
         * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
         */
        id: components['parameters']['webhookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description What came of the delivery, a failed one too. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookTestResult']
        }
      }
      /** @description The subscription is not active, or there is no such subscription. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description The subscription.
         * @example whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6
         */
        id: components['parameters']['webhookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The subscription, with its new secret. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookSubscriptionWithSecret']
        }
      }
      /** @description There is no such subscription. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description Orders of this campaign.
         * @example cmp_019a91f0c2d47b31a5e6c7d8f9010a1b
         */
        campaignId?: components['schemas']['FilledText']
        /**
         * @description Orders whose recipient has this e-mail address, compared without case.
         * @example maya.lindqvist@example.com
         */
        email?: components['schemas']['FilledText']
        /**
         * @description Orders in this status.
         * @example AWAITING_SHIPMENT
         */
        orderStatus?: components['schemas']['OrderStatus']
        /**
         * @description Page size. A page larger than 1,000 is refused, never silently cut.
         * @example 50
         */
        limit?: components['parameters']['limit']
        /**
         * @description Records to skip. Increase it by `limit` until a short page returns.
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
      /** @description A page of orders; empty when nothing matches. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order'][]
        }
      }
      /** @description A query parameter is not what it must be. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description The order.
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
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
      /** @description The id is not text. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
        }
      }
      401: components['responses']['Unauthorized']
      /** @description The account has no such order. */
      404: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
      /** @description The order. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
      /** @description The body does not validate, or the order is not possible as things stand. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Refusal']
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
      /** @description The cancelled order. A state change that answers 201. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
      /** @description The body does not validate, there is no such order, or it cannot be cancelled any more. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Refusal']
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
         * @description The page, counted from 1.
         * @example 1
         */
        page?: number
        /**
         * @description Items on a page.
         * @example 20
         */
        page_size?: number
        /**
         * @description Part of the SKU, without case. `%` and `_` stand for themselves.
         * @example TEE-BLK
         */
        sku?: components['schemas']['Text']
        /**
         * @description Part of the product's title, without case. `%` and `_` stand for themselves.
         * @example cotton tee
         */
        product_name?: components['schemas']['Text']
        /**
         * @description Stock in this warehouse.
         * @example whs_019a91efb3c47a10d2e3f4a5b6c7d8e9
         */
        warehouse_id?: components['schemas']['FilledText']
        /**
         * @description Items in this status.
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
      /** @description A page of inventory; `items` is empty when nothing matches. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InventoryPage']
        }
      }
      /** @description A query parameter is not what it must be. */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit']
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining']
          'RateLimit-Reset': components['headers']['RateLimit-Reset']
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit']
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining']
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset']
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
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
         * @description Deliveries are JSON.
         * @example application/json
         */
        'Content-Type': components['parameters']['Content-Type']
        /**
         * @description `sha256=` and the hex HMAC-SHA256, under the subscription's secret, of the `X-Webhook-Timestamp` value, a period, and
         *     the raw body exactly as received. Compare in constant time and drop the request on a mismatch.
         * @example sha256=5e6e4130998eca5cfbd7b289a7e03eaaf0db7f9727868bd32df928de82c6d68f
         */
        'X-Webhook-Signature': components['parameters']['X-Webhook-Signature']
        /**
         * @description Unix seconds, part of what is signed. Reject deliveries more than five minutes off; the service does not enforce it.
         * @example 1795166431
         */
        'X-Webhook-Timestamp': components['parameters']['X-Webhook-Timestamp']
        /**
         * @description The event's name.
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
      /** @description Received. Whatever the body says is dropped. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not received. The event is dropped; there are no retries. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}
