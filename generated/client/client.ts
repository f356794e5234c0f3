// Generated from the OpenAPI document. Do not edit.

import type { Client } from 'openapi-fetch'
import type { components, operations, paths } from '../types.ts'

type S = components['schemas']

/** The query parameters of an operation. Those that are undefined are not sent. */
export type Query<Id extends keyof operations> = {
  [Key in keyof Sent<Id>]: Sent<Id>[Key] | (object extends Pick<Sent<Id>, Key> ? undefined : never)
}

type Sent<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

function withoutUndefined<Id extends keyof operations>(query: Query<Id>): Sent<Id>
function withoutUndefined(query: object): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** Options of a single call: those of `fetch`, such as `cache`, and those that a framework adds. */
export type CallOptions = FetchOptions & {
  /** Aborts the call. Example: `AbortSignal.timeout(10_000)`. */
  signal?: AbortSignal | undefined
  /** Additional headers. */
  headers?: Record<string, string> | undefined
}

type FetchOptions = Omit<RequestInit, 'body' | 'method' | 'headers' | 'redirect' | 'signal'>

/** Options that the transport gets with each request. */
export type Init = FetchOptions & {
  fetch: (request: Request) => Promise<Response>
  headers: Record<string, string>
  signal?: AbortSignal
}

/** The result of the transport: typed data, or an error body. */
export type Result<T> = { data?: T | undefined; error?: unknown; response: Response }

/** Calls an operation. Returns the body of its success. */
export type Call = <T>(
  operation: keyof operations,
  options: CallOptions,
  request: (init: Init) => Promise<Result<T>>,
) => Promise<T>

/** Sends requests. Calls of `read` may be repeated, those of `write` are sent once. */
export type Calls = { transport: Client<paths>; read: Call; write: Call }

/** The paths without parameters. An id that leads to one calls another operation. */
export const literalPaths: readonly string[] = [
  '/v1/auth',
  '/v1/products/list',
  '/v1/campaigns/list',
  '/v1/contacts/list',
  '/v1/contacts/create',
  '/v1/invites/create',
  '/v1/webhooks/events',
  '/v1/webhooks',
  '/v1/orders/list',
  '/v1/orders/create',
  '/v1/orders/cancel',
  '/v1/inventory/list',
]

/** Creates a method for each operation of the client. */
export const clientMethods = ({ transport, read, write }: Calls) => ({
  /** `GET /v1/auth`: Check the key */
  checkAuth: (options: CallOptions = {}): Promise<S['AuthResult']> =>
    read('checkAuth', options, (init) => transport.GET('/v1/auth', init)),
  products: {
    /** `GET /v1/products/list`: List product variants */
    list: (
      query: Query<'listProducts'> = {},
      options: CallOptions = {},
    ): Promise<S['ProductVariant'][]> =>
      read('listProducts', options, (init) =>
        transport.GET('/v1/products/list', {
          params: { query: withoutUndefined<'listProducts'>(query) },
          ...init,
        }),
      ),
  },
  campaigns: {
    /** `GET /v1/campaigns/list`: List campaigns */
    list: (options: CallOptions = {}): Promise<S['Campaign'][]> =>
      read('listCampaigns', options, (init) => transport.GET('/v1/campaigns/list', init)),
  },
  contacts: {
    /** `GET /v1/contacts/list`: List contacts of a campaign */
    list: (query: Query<'listContacts'>, options: CallOptions = {}): Promise<S['Contact'][]> =>
      read('listContacts', options, (init) =>
        transport.GET('/v1/contacts/list', {
          params: { query: withoutUndefined<'listContacts'>(query) },
          ...init,
        }),
      ),
    /** `POST /v1/contacts/create`: Create a contact */
    create: (body: S['ContactCreate'], options: CallOptions = {}): Promise<S['ContactCreated']> =>
      write('createContact', options, (init) =>
        transport.POST('/v1/contacts/create', { body, ...init }),
      ),
  },
  invites: {
    /** `POST /v1/invites/create`: Create an invite */
    create: (body: S['InviteCreate'], options: CallOptions = {}): Promise<S['InviteCreated']> =>
      write('createInvite', options, (init) =>
        transport.POST('/v1/invites/create', { body, ...init }),
      ),
  },
  webhooks: {
    /** `GET /v1/webhooks/events`: List event types */
    events: (options: CallOptions = {}): Promise<S['EventCatalog']> =>
      read('listWebhookEvents', options, (init) => transport.GET('/v1/webhooks/events', init)),
    /** `GET /v1/webhooks`: List subscriptions */
    list: (options: CallOptions = {}): Promise<S['WebhookList']> =>
      read('listWebhooks', options, (init) => transport.GET('/v1/webhooks', init)),
    /** `POST /v1/webhooks`: Create a subscription */
    create: (
      body: S['WebhookCreate'],
      options: CallOptions = {},
    ): Promise<S['WebhookSubscriptionWithSecret']> =>
      write('createWebhook', options, (init) => transport.POST('/v1/webhooks', { body, ...init })),
    /** `PUT /v1/webhooks/{id}`: Update a subscription */
    update: (
      id: string,
      body: S['WebhookUpdate'],
      options: CallOptions = {},
    ): Promise<S['WebhookSubscription']> =>
      write('updateWebhook', options, (init) =>
        transport.PUT('/v1/webhooks/{id}', { params: { path: { id } }, body, ...init }),
      ),
    /** `DELETE /v1/webhooks/{id}`: Delete a subscription */
    delete: (id: string, options: CallOptions = {}): Promise<S['Message']> =>
      write('deleteWebhook', options, (init) =>
        transport.DELETE('/v1/webhooks/{id}', { params: { path: { id } }, ...init }),
      ),
    /** `POST /v1/webhooks/{id}/test`: Send a test delivery */
    test: (id: string, options: CallOptions = {}): Promise<S['WebhookTestResult']> =>
      write('testWebhook', options, (init) =>
        transport.POST('/v1/webhooks/{id}/test', { params: { path: { id } }, ...init }),
      ),
    /** `POST /v1/webhooks/{id}/rotate-secret`: Rotate the secret */
    rotateSecret: (
      id: string,
      options: CallOptions = {},
    ): Promise<S['WebhookSubscriptionWithSecret']> =>
      write('rotateWebhookSecret', options, (init) =>
        transport.POST('/v1/webhooks/{id}/rotate-secret', { params: { path: { id } }, ...init }),
      ),
  },
  orders: {
    /** `GET /v1/orders/list`: List orders */
    list: (query: Query<'listOrders'> = {}, options: CallOptions = {}): Promise<S['Order'][]> =>
      read('listOrders', options, (init) =>
        transport.GET('/v1/orders/list', {
          params: { query: withoutUndefined<'listOrders'>(query) },
          ...init,
        }),
      ),
    /** `GET /v1/orders/{orderId}`: Get an order */
    get: (orderId: string, options: CallOptions = {}): Promise<S['Order']> =>
      read('getOrder', options, (init) =>
        transport.GET('/v1/orders/{orderId}', { params: { path: { orderId } }, ...init }),
      ),
    /** `POST /v1/orders/create`: Create an order */
    create: (body: S['OrderCreate'], options: CallOptions = {}): Promise<S['Order']> =>
      write('createOrder', options, (init) =>
        transport.POST('/v1/orders/create', { body, ...init }),
      ),
    /** `POST /v1/orders/cancel`: Cancel an order */
    cancel: (body: S['OrderCancel'], options: CallOptions = {}): Promise<S['Order']> =>
      write('cancelOrder', options, (init) =>
        transport.POST('/v1/orders/cancel', { body, ...init }),
      ),
  },
  inventory: {
    /** `GET /v1/inventory/list`: List inventory */
    list: (
      query: Query<'listInventory'> = {},
      options: CallOptions = {},
    ): Promise<S['InventoryPage']> =>
      read('listInventory', options, (init) =>
        transport.GET('/v1/inventory/list', {
          params: { query: withoutUndefined<'listInventory'>(query) },
          ...init,
        }),
      ),
  },
})
