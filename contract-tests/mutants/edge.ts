import { at, headers, json, replacing, send, status } from './change-response.ts'
import { mutantsOf } from './mutant.ts'

const authenticated = json(200, { account_id: 'acc_1', message: 'Authentication successful' })

const wrongMethod = json(405, { message: 'Method not allowed' })

/** Mutants of authentication. */
export const authMutants = [
  ...mutantsOf('auth', '§5 rule 4', {
    '401 responses are JSON': at(401, json(401, { message: 'Unauthorized' })),
    'The charset of 401 responses is in upper case': at(
      401,
      headers({ 'content-type': 'text/html; charset=UTF-8' }),
    ),
    'The body of 401 responses ends with a line feed': at(401, replacing(/$/g, '\n')),
    '401 responses have WWW-Authenticate': at(401, headers({ 'www-authenticate': 'Bearer' })),
    'A missing Authorization header returns 400': at(
      ({ status: given }, { authorization }) => given === 401 && authorization === '',
      json(400, { message: 'The Authorization header is required' }),
    ),
    'Another authentication scheme returns 400': at(
      ({ status: given }, { authorization }) => given === 401 && authorization.startsWith('Basic'),
      json(400, { message: 'Use Bearer' }),
    ),
    'A revoked key is accepted': at(
      (_, { authorization, keys }) => authorization.includes(keys.revokedKey),
      json(200, []),
    ),
    'A key of a deactivated account is accepted': at(
      (_, { authorization, keys }) => authorization.includes(keys.deactivatedKey),
      json(200, []),
    ),
  }),
  ...mutantsOf('auth', '§5 rule 3', {
    'A key with 95 characters is accepted': at(
      (_, { authorization }) => /^Bearer .{95}$/.test(authorization),
      authenticated,
    ),
    'A key with 97 characters is accepted': at(
      (_, { authorization }) => /^Bearer .{97}$/.test(authorization),
      authenticated,
    ),
  }),
  ...mutantsOf('auth', '§5 rule 5, design decision 7', {
    'An unknown path without a key returns 404': at(
      ({ status: given }, { path }) => given === 401 && path.includes('nothing'),
      json(404, { message: 'Not found' }),
    ),
    'createContact validates the request body before the key': at(
      'createContact 401',
      json(400, { message: 'Invalid request body', errors: ['body: must be valid JSON'] }),
    ),
  }),
  ...mutantsOf('auth', 'design decision 11', {
    'The scheme "bearer" in lower case is rejected': at(
      (_, { authorization }) => authorization.startsWith('bearer'),
      send(401, 'Unauthorized', 'text/html; charset=utf-8'),
    ),
  }),
  ...mutantsOf('auth', '§4 GET /v1/auth', {
    '/v1/auth rejects PATCH': at('checkAuthPatch 200', wrongMethod),
    '/v1/auth rejects methods outside OpenAPI, such as PURGE': at(
      (_, { method }) => method === 'PURGE',
      wrongMethod,
    ),
    '/v1/auth returns accountId instead of account_id': at(
      'checkAuth 200',
      replacing('account_id', 'accountId'),
    ),
  }),
]

/** Mutants of paths and methods. */
export const routingMutants = [
  ...mutantsOf('routing', '§7, design decisions 3 and 4', {
    'Deleting an unknown webhook returns 404': at('deleteWebhook 400', status(404)),
    'An unknown campaign returns 404': at(400, status(404), 'Campaign not found'),
    'An empty list returns 404': at(
      ({ text }) => text === '[]',
      json(404, { message: 'Nothing found' }),
    ),
  }),
  ...mutantsOf('orders', '§7, design decision 2', {
    'Cancelling an unknown order returns 404': at(
      'cancelOrder 400',
      status(404),
      'Order not found',
    ),
  }),
  ...mutantsOf('routing', '§4 GET /v1/orders/{orderId}', {
    'getOrder returns 400 for an unknown order': at('getOrder 404', status(400)),
    'getOrder returns 404 without a body for an unknown order': at(
      'getOrder 404',
      replacing(/.+/g, ''),
    ),
  }),
  ...mutantsOf('routing', 'design decision 8', {
    '405 responses lack Allow': at(405, headers({ allow: null })),
    'An unknown path returns an HTML page': at(
      ({ status: given }, { operation }) => given === 404 && operation === undefined,
      send(404, '<h1>Not found</h1>', 'text/html'),
    ),
  }),
  ...mutantsOf('routing', 'design decision 25', {
    'GET /v1/orders/create looks up an order named "create"': at(
      (_, { method, path }) => method === 'GET' && path === '/v1/orders/create',
      json(404, { message: 'Order not found' }),
    ),
    'HEAD returns 405 where GET is supported': at(
      ({ status: given }, { method, path }) =>
        given === 200 && method === 'HEAD' && path !== '/v1/auth',
      (response, request) => ({
        ...headers({ allow: 'GET' })(response, request),
        status: 405,
        text: '',
      }),
    ),
  }),
]
