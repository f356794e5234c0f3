import { at, changed, json, replacing, where } from './change-response.ts'
import type { Mutant } from './mutant.ts'

const hasStatus =
  (status: number) =>
  ({ status: given }: { status: number }) =>
    given === status

/** Mutants of authentication. */
export const authMutants: Mutant[] = [
  {
    breaks: '401 responses are JSON',
    source: '§5 rule 4',
    area: 'auth',
    change: where(hasStatus(401), (response) => json(response, 401, { message: 'Unauthorized' })),
  },
  {
    breaks: 'The charset of 401 responses is in upper case',
    source: '§5 rule 4',
    area: 'auth',
    change: where(hasStatus(401), (response) =>
      changed(response, { set: { 'content-type': 'text/html; charset=UTF-8' } }),
    ),
  },
  {
    breaks: 'The body of 401 responses ends with a line feed',
    source: '§5 rule 4',
    area: 'auth',
    change: where(hasStatus(401), (response) => changed(response, { text: `${response.text}\n` })),
  },
  {
    breaks: '401 responses have WWW-Authenticate',
    source: '§5 rule 4, design section 8',
    area: 'auth',
    change: where(hasStatus(401), (response) =>
      changed(response, { set: { 'www-authenticate': 'Bearer' } }),
    ),
  },
  {
    breaks: 'A missing Authorization header returns 400',
    source: '§5 rule 4',
    area: 'auth',
    change: where(
      ({ status }, { authorization }) => status === 401 && authorization === '',
      (response) => json(response, 400, { message: 'The Authorization header is required' }),
    ),
  },
  {
    breaks: 'Another authentication scheme returns 400',
    source: '§5 rule 4',
    area: 'auth',
    change: where(
      ({ status }, { authorization }) => status === 401 && authorization.startsWith('Basic'),
      (response) => json(response, 400, { message: 'Use Bearer' }),
    ),
  },
  {
    breaks: 'A key with 95 characters is accepted',
    source: '§5 rule 3',
    area: 'auth',
    change: where(
      ({ status }, { authorization }) => status === 401 && /^Bearer .{95}$/.test(authorization),
      (response) =>
        json(response, 200, { account_id: 'acc_1', message: 'Authentication successful' }),
    ),
  },
  {
    breaks: 'A key with 97 characters is accepted',
    source: '§5 rule 3',
    area: 'auth',
    change: where(
      ({ status }, { authorization }) => status === 401 && /^Bearer .{97}$/.test(authorization),
      (response) =>
        json(response, 200, { account_id: 'acc_1', message: 'Authentication successful' }),
    ),
  },
  {
    breaks: 'A revoked key is accepted',
    source: '§5 rules 4 and 6',
    area: 'auth',
    change: where(
      (_, { authorization, keys }) => authorization.includes(keys.revokedKey),
      (response) => json(response, 200, []),
    ),
  },
  {
    breaks: 'A key of a deactivated account is accepted',
    source: '§5 rule 4',
    area: 'auth',
    change: where(
      (_, { authorization, keys }) => authorization.includes(keys.deactivatedKey),
      (response) => json(response, 200, []),
    ),
  },
  {
    breaks: 'An unknown path without a key returns 404',
    source: '§5 rule 5, design decision 7',
    area: 'auth',
    change: where(
      ({ status }, { path, operation }) =>
        status === 401 && operation === undefined && path.includes('nothing'),
      (response) => json(response, 404, { message: 'Not found' }),
    ),
  },
  {
    breaks: 'createContact validates the request body before the key',
    source: '§5 rule 5',
    area: 'auth',
    change: where(
      ({ status }, { operation }) => status === 401 && operation === 'createContact',
      (response) =>
        json(response, 400, {
          message: 'Invalid request body',
          errors: ['body: must be valid JSON'],
        }),
    ),
  },
  {
    breaks: 'The scheme "bearer" in lower case is rejected',
    source: 'design decision 11',
    area: 'auth',
    change: where(
      (_, { authorization }) => authorization.startsWith('bearer'),
      (response) =>
        changed(response, {
          status: 401,
          text: 'Unauthorized',
          set: { 'content-type': 'text/html; charset=utf-8' },
        }),
    ),
  },
  {
    breaks: '/v1/auth rejects PATCH',
    source: '§4 GET /v1/auth',
    area: 'auth',
    change: at('checkAuthPatch', 200, (response) =>
      json(response, 405, { message: 'Method not allowed' }),
    ),
  },
  {
    breaks: '/v1/auth rejects methods outside OpenAPI, such as PURGE',
    source: '§4 GET /v1/auth',
    area: 'auth',
    change: where(
      ({ status }, { method }) => status === 200 && method === 'PURGE',
      (response) => json(response, 405, { message: 'Method not allowed' }),
    ),
  },
  {
    breaks: '/v1/auth returns accountId instead of account_id',
    source: '§4 GET /v1/auth',
    area: 'auth',
    change: at('checkAuth', 200, replacing('account_id', 'accountId')),
  },
]

/** Mutants of paths and methods. */
export const routingMutants: Mutant[] = [
  {
    breaks: 'Deleting an unknown webhook returns 404',
    source: '§7, design decision 3',
    area: 'routing',
    change: at('deleteWebhook', 400, (response) => changed(response, { status: 404 })),
  },
  {
    breaks: 'An unknown campaign returns 404',
    source: '§7, design decision 4',
    area: 'routing',
    change: where(
      ({ text }) => text.includes('Campaign not found'),
      (response) => changed(response, { status: 404 }),
    ),
  },
  {
    breaks: 'Cancelling an unknown order returns 404',
    source: '§7, design decision 2',
    area: 'orders',
    change: at('cancelOrder', 400, (response) =>
      response.text.includes('Order not found') ? changed(response, { status: 404 }) : response,
    ),
  },
  {
    breaks: 'An empty list returns 404',
    source: '§7',
    area: 'routing',
    change: where(
      ({ status, text }) => status === 200 && text === '[]',
      (response) => json(response, 404, { message: 'Nothing found' }),
    ),
  },
  {
    breaks: 'getOrder returns 400 for an unknown order',
    source: '§4 GET /v1/orders/{orderId}',
    area: 'routing',
    change: at('getOrder', 404, (response) => changed(response, { status: 400 })),
  },
  {
    breaks: 'getOrder returns 404 without a body for an unknown order',
    source: '§4 GET /v1/orders/{orderId}',
    area: 'routing',
    change: at('getOrder', 404, (response) => changed(response, { text: '' })),
  },
  {
    breaks: '405 responses lack Allow',
    source: 'design decision 8',
    area: 'routing',
    change: where(hasStatus(405), (response) => changed(response, { set: { allow: null } })),
  },
  {
    breaks: 'GET /v1/orders/create looks up an order named "create"',
    source: 'design decision 25',
    area: 'routing',
    change: where(
      ({ status }, { method, path }) =>
        status === 405 && method === 'GET' && path === '/v1/orders/create',
      (response) => json(response, 404, { message: 'Order not found' }),
    ),
  },
  {
    breaks: 'HEAD returns 405 where GET is supported',
    source: 'design decision 25',
    area: 'routing',
    change: where(
      ({ status }, { method, path }) => status === 200 && method === 'HEAD' && path !== '/v1/auth',
      (response) => changed(response, { status: 405, text: '', set: { allow: 'GET' } }),
    ),
  },
  {
    breaks: 'An unknown path returns an HTML page',
    source: '§1, design decision 8',
    area: 'routing',
    change: where(
      ({ status }, { operation }) => status === 404 && operation === undefined,
      (response) =>
        changed(response, { text: '<h1>Not found</h1>', set: { 'content-type': 'text/html' } }),
    ),
  },
]
