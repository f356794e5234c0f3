import type { Mutant } from './mutant.ts'
import { at, changed, json, replacing, where } from './round.ts'

const refused =
  (status: number) =>
  ({ status: given }: { status: number }) =>
    given === status

/** Mutants of authentication. */
export const authMutants: Mutant[] = [
  {
    breaks: '401 is JSON',
    source: '§5 rule 4',
    area: 'auth',
    round: where(refused(401), (said) => json(said, 401, { message: 'Unauthorized' })),
  },
  {
    breaks: 'the charset of 401 is in capitals',
    source: '§5 rule 4',
    area: 'auth',
    round: where(refused(401), (said) =>
      changed(said, { set: { 'content-type': 'text/html; charset=UTF-8' } }),
    ),
  },
  {
    breaks: '401 has a line feed after the text',
    source: '§5 rule 4',
    area: 'auth',
    round: where(refused(401), (said) => changed(said, { text: `${said.text}\n` })),
  },
  {
    breaks: '401 asks for a scheme',
    source: '§5 rule 4, design section 8',
    area: 'auth',
    round: where(refused(401), (said) => changed(said, { set: { 'www-authenticate': 'Bearer' } })),
  },
  {
    breaks: 'a missing header is 400',
    source: '§5 rule 4',
    area: 'auth',
    round: where(
      ({ status }, { authorization }) => status === 401 && authorization === '',
      (said) => json(said, 400, { message: 'The Authorization header is required' }),
    ),
  },
  {
    breaks: 'another scheme is 400',
    source: '§5 rule 4',
    area: 'auth',
    round: where(
      ({ status }, { authorization }) => status === 401 && authorization.startsWith('Basic'),
      (said) => json(said, 400, { message: 'Use Bearer' }),
    ),
  },
  {
    breaks: 'a key of 95 characters is accepted',
    source: '§5 rule 3',
    area: 'auth',
    round: where(
      ({ status }, { authorization }) => status === 401 && /^Bearer .{95}$/.test(authorization),
      (said) => json(said, 200, { account_id: 'acc_1', message: 'Authentication successful' }),
    ),
  },
  {
    breaks: 'a key of 97 characters is accepted',
    source: '§5 rule 3',
    area: 'auth',
    round: where(
      ({ status }, { authorization }) => status === 401 && /^Bearer .{97}$/.test(authorization),
      (said) => json(said, 200, { account_id: 'acc_1', message: 'Authentication successful' }),
    ),
  },
  {
    breaks: 'a revoked key still opens',
    source: '§5 rules 4 and 6',
    area: 'auth',
    round: where(
      (_, { authorization, keys }) => authorization.includes(keys.revokedKey),
      (said) => json(said, 200, []),
    ),
  },
  {
    breaks: 'a key of a deactivated account still opens',
    source: '§5 rule 4',
    area: 'auth',
    round: where(
      (_, { authorization, keys }) => authorization.includes(keys.deactivatedKey),
      (said) => json(said, 200, []),
    ),
  },
  {
    breaks: 'an unknown path without a key is 404',
    source: '§5 rule 5, design decision 7',
    area: 'auth',
    round: where(
      ({ status }, { path, operation }) =>
        status === 401 && operation === undefined && path.includes('nothing'),
      (said) => json(said, 404, { message: 'Not found' }),
    ),
  },
  {
    breaks: 'a body is validated before the key',
    source: '§5 rule 5',
    area: 'auth',
    round: where(
      ({ status }, { operation }) => status === 401 && operation === 'createContact',
      (said) =>
        json(said, 400, { message: 'Invalid request body', errors: ['body: must be valid JSON'] }),
    ),
  },
  {
    breaks: 'the scheme is taken in one case alone',
    source: 'design decision 11',
    area: 'auth',
    round: where(
      (_, { authorization }) => authorization.startsWith('bearer'),
      (said) =>
        changed(said, {
          status: 401,
          text: 'Unauthorized',
          set: { 'content-type': 'text/html; charset=utf-8' },
        }),
    ),
  },
  {
    breaks: '/v1/auth does not answer PATCH',
    source: '§4 GET /v1/auth',
    area: 'auth',
    round: at('checkAuthPatch', 200, (said) => json(said, 405, { message: 'Method not allowed' })),
  },
  {
    breaks: '/v1/auth does not answer methods that OpenAPI cannot name',
    source: '§4 GET /v1/auth',
    area: 'auth',
    round: where(
      ({ status }, { method }) => status === 200 && method === 'PURGE',
      (said) => json(said, 405, { message: 'Method not allowed' }),
    ),
  },
  {
    breaks: '/v1/auth calls the account accountId',
    source: '§4 GET /v1/auth',
    area: 'auth',
    round: at('checkAuth', 200, replacing('account_id', 'accountId')),
  },
]

/** Mutants of paths and methods. */
export const routingMutants: Mutant[] = [
  {
    breaks: 'an unknown webhook is 404',
    source: '§7, design decision 3',
    area: 'routing',
    round: at('deleteWebhook', 400, (said) => changed(said, { status: 404 })),
  },
  {
    breaks: 'an unknown campaign is 404',
    source: '§7, design decision 4',
    area: 'routing',
    round: where(
      ({ text }) => text.includes('Campaign not found'),
      (said) => changed(said, { status: 404 }),
    ),
  },
  {
    breaks: 'cancelling an unknown order is 404',
    source: '§7, design decision 2',
    area: 'orders',
    round: at('cancelOrder', 400, (said) =>
      said.text.includes('Order not found') ? changed(said, { status: 404 }) : said,
    ),
  },
  {
    breaks: 'a list without rows is 404',
    source: '§7',
    area: 'routing',
    round: where(
      ({ status, text }) => status === 200 && text === '[]',
      (said) => json(said, 404, { message: 'Nothing found' }),
    ),
  },
  {
    breaks: 'an unknown order is 400',
    source: '§4 GET /v1/orders/{orderId}',
    area: 'routing',
    round: at('getOrder', 404, (said) => changed(said, { status: 400 })),
  },
  {
    breaks: 'an unknown order is an empty 404',
    source: '§4 GET /v1/orders/{orderId}',
    area: 'routing',
    round: at('getOrder', 404, (said) => changed(said, { text: '' })),
  },
  {
    breaks: '405 does not say which methods there are',
    source: 'design decision 8',
    area: 'routing',
    round: where(refused(405), (said) => changed(said, { set: { allow: null } })),
  },
  {
    breaks: 'GET /v1/orders/create is an order named create',
    source: 'design decision 25',
    area: 'routing',
    round: where(
      ({ status }, { method, path }) =>
        status === 405 && method === 'GET' && path === '/v1/orders/create',
      (said) => json(said, 404, { message: 'Order not found' }),
    ),
  },
  {
    breaks: 'HEAD is 405 where GET is answered',
    source: 'design decision 25',
    area: 'routing',
    round: where(
      ({ status }, { method, path }) => status === 200 && method === 'HEAD' && path !== '/v1/auth',
      (said) => changed(said, { status: 405, text: '', set: { allow: 'GET' } }),
    ),
  },
  {
    breaks: 'an unknown path is a page',
    source: '§1, design decision 8',
    area: 'routing',
    round: where(
      ({ status }, { operation }) => status === 404 && operation === undefined,
      (said) => changed(said, { text: '<h1>Not found</h1>', set: { 'content-type': 'text/html' } }),
    ),
  },
]
