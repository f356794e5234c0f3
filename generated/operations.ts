// Generated from the OpenAPI document. Do not edit.

import * as bodies from './bodies.ts'
import type * as check from './check.ts'
import type { Inputs } from './inputs.ts'
import type { Endpoint } from './mount.ts'
import { requests } from './requests.ts'
import * as send from './send-reply.ts'
import type { components } from './types.ts'

type S = components['schemas']

type checkAuth200 = { status: 200; body: S['AuthResult'] }
type checkAuthPut200 = { status: 200; body: S['AuthResult'] }
type checkAuthPost200 = { status: 200; body: S['AuthResult'] }
type checkAuthDelete200 = { status: 200; body: S['AuthResult'] }
type checkAuthOptions200 = { status: 200; body: S['AuthResult'] }
type checkAuthHead200 = { status: 200; body: S['AuthResult'] }
type checkAuthPatch200 = { status: 200; body: S['AuthResult'] }
type checkAuthTrace200 = { status: 200; body: S['AuthResult'] }
type listProducts200 = { status: 200; body: S['ProductVariant'][] }
type listProducts400 = { status: 400; body: S['Message'] }
type listCampaigns200 = { status: 200; body: S['Campaign'][] }
type listContacts200 = { status: 200; body: S['Contact'][] }
type listContacts400 = { status: 400; body: S['Message'] }
type createContact200 = { status: 200; body: S['ContactCreated'] }
type createContact400 = { status: 400; body: Omit<S['ValidationError'], 'errors'> }
type createInvite200 = { status: 200; body: S['InviteCreated'] }
type createInvite400 = { status: 400; body: Omit<S['ValidationError'], 'errors'> }
type listWebhookEvents200 = { status: 200; body: S['EventCatalog'] }
type listWebhooks200 = { status: 200; body: S['WebhookList'] }
type createWebhook201 = { status: 201; body: S['WebhookSubscriptionWithSecret'] }
type createWebhook400 = { status: 400; body: S['Message'] }
type updateWebhook200 = { status: 200; body: S['WebhookSubscription'] }
type updateWebhook400 = { status: 400; body: S['Message'] }
type deleteWebhook200 = { status: 200; body: S['Message'] }
type deleteWebhook400 = { status: 400; body: S['Message'] }
type testWebhook200 = { status: 200; body: S['WebhookTestResult'] }
type testWebhook400 = { status: 400; body: S['Message'] }
type rotateWebhookSecret200 = { status: 200; body: S['WebhookSubscriptionWithSecret'] }
type rotateWebhookSecret400 = { status: 400; body: S['Message'] }
type listOrders200 = { status: 200; body: S['Order'][] }
type listOrders400 = { status: 400; body: S['Message'] }
type getOrder200 = { status: 200; body: S['Order'] }
type getOrder400 = { status: 400; body: S['Message'] }
type getOrder404 = { status: 404; body: S['Message'] }
type createOrder201 = { status: 201; body: S['Order'] }
type createOrder400 = { status: 400; body: Omit<S['ValidationError'], 'errors'> }
type cancelOrder201 = { status: 201; body: S['Order'] }
type cancelOrder400 = { status: 400; body: Omit<S['ValidationError'], 'errors'> }
type listInventory200 = { status: 200; body: S['InventoryPage'] }
type listInventory400 = { status: 400; body: S['Message'] }

/** The replies that each operation may return. Responses of the server's edge are left out. */
export type Replies = {
  /** `GET /v1/auth`: Check the key */
  checkAuth: checkAuth200
  /** `PUT /v1/auth`: Check the key (PUT) */
  checkAuthPut: checkAuthPut200
  /** `POST /v1/auth`: Check the key (POST) */
  checkAuthPost: checkAuthPost200
  /** `DELETE /v1/auth`: Check the key (DELETE) */
  checkAuthDelete: checkAuthDelete200
  /** `OPTIONS /v1/auth`: Check the key (OPTIONS) */
  checkAuthOptions: checkAuthOptions200
  /** `HEAD /v1/auth`: Check the key (HEAD) */
  checkAuthHead: checkAuthHead200
  /** `PATCH /v1/auth`: Check the key (PATCH) */
  checkAuthPatch: checkAuthPatch200
  /** `TRACE /v1/auth`: Check the key (TRACE) */
  checkAuthTrace: checkAuthTrace200
  /** `GET /v1/products/list`: List product variants */
  listProducts: listProducts200 | listProducts400
  /** `GET /v1/campaigns/list`: List campaigns */
  listCampaigns: listCampaigns200
  /** `GET /v1/contacts/list`: List contacts of a campaign */
  listContacts: listContacts200 | listContacts400
  /** `POST /v1/contacts/create`: Create a contact */
  createContact: createContact200 | createContact400
  /** `POST /v1/invites/create`: Create an invite */
  createInvite: createInvite200 | createInvite400
  /** `GET /v1/webhooks/events`: List event types */
  listWebhookEvents: listWebhookEvents200
  /** `GET /v1/webhooks`: List subscriptions */
  listWebhooks: listWebhooks200
  /** `POST /v1/webhooks`: Create a subscription */
  createWebhook: createWebhook201 | createWebhook400
  /** `PUT /v1/webhooks/{id}`: Update a subscription */
  updateWebhook: updateWebhook200 | updateWebhook400
  /** `DELETE /v1/webhooks/{id}`: Delete a subscription */
  deleteWebhook: deleteWebhook200 | deleteWebhook400
  /** `POST /v1/webhooks/{id}/test`: Send a test delivery */
  testWebhook: testWebhook200 | testWebhook400
  /** `POST /v1/webhooks/{id}/rotate-secret`: Rotate the secret */
  rotateWebhookSecret: rotateWebhookSecret200 | rotateWebhookSecret400
  /** `GET /v1/orders/list`: List orders */
  listOrders: listOrders200 | listOrders400
  /** `GET /v1/orders/{orderId}`: Get an order */
  getOrder: getOrder200 | getOrder400 | getOrder404
  /** `POST /v1/orders/create`: Create an order */
  createOrder: createOrder201 | createOrder400
  /** `POST /v1/orders/cancel`: Cancel an order */
  cancelOrder: cancelOrder201 | cancelOrder400
  /** `GET /v1/inventory/list`: List inventory */
  listInventory: listInventory200 | listInventory400
}

/** One method for each operation. `Call` is the server's context of a request. */
export type Operations<Call = unknown> = {
  /** `GET /v1/auth`: Check the key */
  checkAuth(input: Input<'checkAuth'>, call: Call): Answer<'checkAuth'>
  /** `PUT /v1/auth`: Check the key (PUT) */
  checkAuthPut(input: Input<'checkAuthPut'>, call: Call): Answer<'checkAuthPut'>
  /** `POST /v1/auth`: Check the key (POST) */
  checkAuthPost(input: Input<'checkAuthPost'>, call: Call): Answer<'checkAuthPost'>
  /** `DELETE /v1/auth`: Check the key (DELETE) */
  checkAuthDelete(input: Input<'checkAuthDelete'>, call: Call): Answer<'checkAuthDelete'>
  /** `OPTIONS /v1/auth`: Check the key (OPTIONS) */
  checkAuthOptions(input: Input<'checkAuthOptions'>, call: Call): Answer<'checkAuthOptions'>
  /** `HEAD /v1/auth`: Check the key (HEAD) */
  checkAuthHead(input: Input<'checkAuthHead'>, call: Call): Answer<'checkAuthHead'>
  /** `PATCH /v1/auth`: Check the key (PATCH) */
  checkAuthPatch(input: Input<'checkAuthPatch'>, call: Call): Answer<'checkAuthPatch'>
  /** `TRACE /v1/auth`: Check the key (TRACE) */
  checkAuthTrace(input: Input<'checkAuthTrace'>, call: Call): Answer<'checkAuthTrace'>
  /** `GET /v1/products/list`: List product variants */
  listProducts(input: Input<'listProducts'>, call: Call): Answer<'listProducts'>
  /** `GET /v1/campaigns/list`: List campaigns */
  listCampaigns(input: Input<'listCampaigns'>, call: Call): Answer<'listCampaigns'>
  /** `GET /v1/contacts/list`: List contacts of a campaign */
  listContacts(input: Input<'listContacts'>, call: Call): Answer<'listContacts'>
  /** `POST /v1/contacts/create`: Create a contact */
  createContact(input: Input<'createContact'>, call: Call): Answer<'createContact'>
  /** `POST /v1/invites/create`: Create an invite */
  createInvite(input: Input<'createInvite'>, call: Call): Answer<'createInvite'>
  /** `GET /v1/webhooks/events`: List event types */
  listWebhookEvents(input: Input<'listWebhookEvents'>, call: Call): Answer<'listWebhookEvents'>
  /** `GET /v1/webhooks`: List subscriptions */
  listWebhooks(input: Input<'listWebhooks'>, call: Call): Answer<'listWebhooks'>
  /** `POST /v1/webhooks`: Create a subscription */
  createWebhook(input: Input<'createWebhook'>, call: Call): Answer<'createWebhook'>
  /** `PUT /v1/webhooks/{id}`: Update a subscription */
  updateWebhook(input: Input<'updateWebhook'>, call: Call): Answer<'updateWebhook'>
  /** `DELETE /v1/webhooks/{id}`: Delete a subscription */
  deleteWebhook(input: Input<'deleteWebhook'>, call: Call): Answer<'deleteWebhook'>
  /** `POST /v1/webhooks/{id}/test`: Send a test delivery */
  testWebhook(input: Input<'testWebhook'>, call: Call): Answer<'testWebhook'>
  /** `POST /v1/webhooks/{id}/rotate-secret`: Rotate the secret */
  rotateWebhookSecret(
    input: Input<'rotateWebhookSecret'>,
    call: Call,
  ): Answer<'rotateWebhookSecret'>
  /** `GET /v1/orders/list`: List orders */
  listOrders(input: Input<'listOrders'>, call: Call): Answer<'listOrders'>
  /** `GET /v1/orders/{orderId}`: Get an order */
  getOrder(input: Input<'getOrder'>, call: Call): Answer<'getOrder'>
  /** `POST /v1/orders/create`: Create an order */
  createOrder(input: Input<'createOrder'>, call: Call): Answer<'createOrder'>
  /** `POST /v1/orders/cancel`: Cancel an order */
  cancelOrder(input: Input<'cancelOrder'>, call: Call): Answer<'cancelOrder'>
  /** `GET /v1/inventory/list`: List inventory */
  listInventory(input: Input<'listInventory'>, call: Call): Answer<'listInventory'>
}
type MayReturn = {
  checkAuth: 'checkAuth may return 200'
  checkAuthPut: 'checkAuthPut may return 200'
  checkAuthPost: 'checkAuthPost may return 200'
  checkAuthDelete: 'checkAuthDelete may return 200'
  checkAuthOptions: 'checkAuthOptions may return 200'
  checkAuthHead: 'checkAuthHead may return 200'
  checkAuthPatch: 'checkAuthPatch may return 200'
  checkAuthTrace: 'checkAuthTrace may return 200'
  listProducts: 'listProducts may return 200 | 400'
  listCampaigns: 'listCampaigns may return 200'
  listContacts: 'listContacts may return 200 | 400'
  createContact: 'createContact may return 200 | 400'
  createInvite: 'createInvite may return 200 | 400'
  listWebhookEvents: 'listWebhookEvents may return 200'
  listWebhooks: 'listWebhooks may return 200'
  createWebhook: 'createWebhook may return 201 | 400'
  updateWebhook: 'updateWebhook may return 200 | 400'
  deleteWebhook: 'deleteWebhook may return 200 | 400'
  testWebhook: 'testWebhook may return 200 | 400'
  rotateWebhookSecret: 'rotateWebhookSecret may return 200 | 400'
  listOrders: 'listOrders may return 200 | 400'
  getOrder: 'getOrder may return 200 | 400 | 404'
  createOrder: 'createOrder may return 201 | 400'
  cancelOrder: 'cancelOrder may return 201 | 400'
  listInventory: 'listInventory may return 200 | 400'
}

export type OperationId = keyof Replies

/** A reply that the document allows an operation, as plain data. */
export type Reply<Id extends OperationId> = Replies[Id]

/** The validated input of an operation. */
export type Input<Id extends OperationId> = Inputs[Id]

export type Answer<Id extends OperationId> = Reply<Id> | Promise<Reply<Id>>

/** What an operation gets that is open to requests without a principal. */
export type Open<Call> = Call extends { principal: infer P }
  ? Omit<Call, 'principal'> & { principal: P | undefined }
  : Call

/** The names of all alternatives, those of digits as texts. */
type KeysOf<T> = T extends unknown ? TextOf<keyof T> : never
type TextOf<K> = K extends number ? `${K}` : K
type ValueAt<T, K> = T extends unknown
  ? K extends keyof T
    ? T[K]
    : K extends `${infer N extends number}`
      ? N extends keyof T
        ? T[N]
        : never
      : never
  : never
/** The names, up to ten levels deep, that a given value has and the declared type does not. */
type Undeclared<Given, Declared, Depth extends 0[] = []> = unknown extends Declared
  ? never
  : Given extends string | number | Uint8Array | Blob // their properties are no fields
    ? never
    : Depth['length'] extends 10
      ? never
      : Given extends check.ServerSentEvent<infer G>
        ? Undeclared<G, Declared, [...Depth, 0]>
        : Given extends AsyncIterable<infer G>
          ? Undeclared<
              G,
              Declared extends AsyncIterable<infer D>
                ? Exclude<D, check.ServerSentEvent<unknown>>
                : never,
              [...Depth, 0]
            >
          : Given extends readonly (infer G)[]
            ? Undeclared<G, Extract<Declared, readonly unknown[]>[number], [...Depth, 0]>
            : Given extends object
              ? {
                  [K in KeysOf<Given>]: [Exclude<ValueAt<Given, K>, undefined>] extends [never]
                    ? never
                    : K extends KeysOf<Declared>
                      ? Undeclared<ValueAt<Given, K>, ValueAt<Declared, K>, [...Depth, 0]>
                      : K
                }[KeysOf<Given>]
              : never
type OfStatus<R, Status> = R extends { status: infer Declared }
  ? Status extends Declared
    ? R
    : never
  : never
type UndeclaredInReply<Given, Id extends OperationId> = Given extends { status: infer Status }
  ? Undeclared<Given, OfStatus<Reply<Id>, Status>>
  : never
type StatusOf<Given> = Given extends { status: infer Status } ? Status : never
/** A reply of another status. It is accepted first, so that the error can be a short text. */
type Forbidden<Id extends OperationId> = {
  status: Exclude<check.Statuses['default'], Reply<Id>['status']>
  body?: unknown
  headers?: unknown
}
/** What is wrong with the reply of an operation; unknown if nothing is. */
type Verdict<Id, Given> = Id extends OperationId
  ? [StatusOf<Given>] extends [Reply<Id>['status']]
    ? [UndeclaredInReply<Given, Id>] extends [never]
      ? unknown
      : { undeclared: UndeclaredInReply<Given, Id> }
    : MayReturn[Id]
  : { notAnOperation: Id }
type AnyReply<Id extends OperationId> = Reply<Id> | Forbidden<Id>
type AnyAnswer<Id extends OperationId> = AnyReply<Id> | Promise<AnyReply<Id>>
type Results = { [Id in OperationId]: AnyAnswer<Id> }
type Verdicts<Given> = { [Id in keyof Given]: Verdict<Id, Awaited<Given[Id]>> }
type Implementation<Given, Call> = {
  [Id in keyof Given]: (
    ...args: Id extends OperationId ? Parameters<Operations<Call>[Id]> : never[]
  ) => Given[Id]
}

/**
 * Takes an implementation of every operation and of nothing else. TypeScript lets an inferred reply
 * carry fields that the contract does not declare; here they do not compile.
 */
export function implement<Call>(): <Given extends Results & Verdicts<Given>>(
  operations: Implementation<Given, Call>,
) => Operations<Call>
// The result has the declared types, also after an error: `mount` would report it a second time.
export function implement(): unknown {
  return (operations: unknown) => operations
}

/** Every operation of the document. */
export const endpoints = {
  checkAuth: {
    method: 'GET',
    path: '/v1/auth',
    security: [{ apiKey: [] }],
    otherMethods: true,
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  checkAuthPut: {
    method: 'PUT',
    path: '/v1/auth',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  checkAuthPost: {
    method: 'POST',
    path: '/v1/auth',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  checkAuthDelete: {
    method: 'DELETE',
    path: '/v1/auth',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  checkAuthOptions: {
    method: 'OPTIONS',
    path: '/v1/auth',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  checkAuthHead: {
    method: 'HEAD',
    path: '/v1/auth',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  checkAuthPatch: {
    method: 'PATCH',
    path: '/v1/auth',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  checkAuthTrace: {
    method: 'TRACE',
    path: '/v1/auth',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  listProducts: {
    method: 'GET',
    path: '/v1/products/list',
    security: [{ apiKey: [] }],
    parameters: requests.listProducts,
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  listCampaigns: {
    method: 'GET',
    path: '/v1/campaigns/list',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  listContacts: {
    method: 'GET',
    path: '/v1/contacts/list',
    security: [{ apiKey: [] }],
    parameters: requests.listContacts,
    messages: ['campaignId is required'],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        headers: { 'Cache-Control': 'no-store' },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  createContact: {
    method: 'POST',
    path: '/v1/contacts/create',
    security: [{ apiKey: [] }],
    body: {
      required: true,
      invalid: 'errors',
      contents: {
        'application/json': {
          as: bodies.json,
          read: requests.createContact.body['application/json'],
        },
      },
    },
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  createInvite: {
    method: 'POST',
    path: '/v1/invites/create',
    security: [{ apiKey: [] }],
    body: {
      required: true,
      invalid: 'errors',
      contents: {
        'application/json': {
          as: bodies.json,
          read: requests.createInvite.body['application/json'],
        },
      },
    },
    messages: [
      'Campaign ID is required',
      'email is required when sendEmailNotification is enabled',
    ],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  listWebhookEvents: {
    method: 'GET',
    path: '/v1/webhooks/events',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    security: [{ apiKey: [] }],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    security: [{ apiKey: [] }],
    body: {
      required: true,
      invalid: 'message',
      contents: {
        'application/json': {
          as: bodies.json,
          read: requests.createWebhook.body['application/json'],
        },
      },
    },
    messages: [
      'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses',
    ],
    replies: {
      201: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  updateWebhook: {
    method: 'PUT',
    path: '/v1/webhooks/{id}',
    security: [{ apiKey: [] }],
    parameters: requests.updateWebhook,
    body: {
      required: true,
      invalid: 'message',
      contents: {
        'application/json': {
          as: bodies.json,
          read: requests.updateWebhook.body['application/json'],
        },
      },
    },
    messages: [
      'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses',
    ],
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    security: [{ apiKey: [] }],
    parameters: requests.deleteWebhook,
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  testWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    security: [{ apiKey: [] }],
    parameters: requests.testWebhook,
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    security: [{ apiKey: [] }],
    parameters: requests.rotateWebhookSecret,
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  listOrders: {
    method: 'GET',
    path: '/v1/orders/list',
    security: [{ apiKey: [] }],
    parameters: requests.listOrders,
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  getOrder: {
    method: 'GET',
    path: '/v1/orders/{orderId}',
    security: [{ apiKey: [] }],
    parameters: requests.getOrder,
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      404: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  createOrder: {
    method: 'POST',
    path: '/v1/orders/create',
    security: [{ apiKey: [] }],
    body: {
      required: true,
      invalid: 'errors',
      contents: {
        'application/json': {
          as: bodies.json,
          read: requests.createOrder.body['application/json'],
        },
      },
    },
    replies: {
      201: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  cancelOrder: {
    method: 'POST',
    path: '/v1/orders/cancel',
    security: [{ apiKey: [] }],
    body: {
      required: true,
      invalid: 'errors',
      contents: {
        'application/json': {
          as: bodies.json,
          read: requests.cancelOrder.body['application/json'],
        },
      },
    },
    replies: {
      201: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
  listInventory: {
    method: 'GET',
    path: '/v1/inventory/list',
    security: [{ apiKey: [] }],
    parameters: requests.listInventory,
    replies: {
      200: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      400: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
      },
      401: {
        contents: { 'text/html': send.text },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      429: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
      500: {
        contents: { 'application/json': send.json },
        requiredHeaders: [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ],
        edge: true,
      },
    },
  },
} satisfies Record<OperationId, Endpoint>

/** The operations in the document's order. */
export const operationIds: readonly OperationId[] = [
  'checkAuth',
  'checkAuthPut',
  'checkAuthPost',
  'checkAuthDelete',
  'checkAuthOptions',
  'checkAuthHead',
  'checkAuthPatch',
  'checkAuthTrace',
  'listProducts',
  'listCampaigns',
  'listContacts',
  'createContact',
  'createInvite',
  'listWebhookEvents',
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'rotateWebhookSecret',
  'listOrders',
  'getOrder',
  'createOrder',
  'cancelOrder',
  'listInventory',
]
