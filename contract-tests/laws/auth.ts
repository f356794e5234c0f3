import { must, mustBe, mustReturn, same } from '../support/api.ts'
import type { AreaLaw, Law, LawContext } from '../support/law.ts'
import { allOperations, withPath } from '../support/requests.ts'

const targets = [
  ...allOperations.map(({ method, path }) => ({ method, path: withPath(path) })),
  // Unknown paths and methods. Authentication is checked before them.
  { method: 'GET', path: '/v1/nothing' },
  { method: 'DELETE', path: '/v1/orders/list' },
  { method: 'GET', path: '/v1/orders/create' },
  { method: 'GET', path: '/v1/orders/%ZZ' },
]

/** A law that sends every request with an Authorization header, and expects the exact 401. */
const unauthorized = (
  cause: string,
  header: (context: LawContext) => string | undefined,
  needs: Law['needs'] = [],
): AreaLaw => ({
  promise: `${cause} returns a plain-text 401 on every operation, before all other checks`,
  source: '§5 rule 4',
  needs,
  run: async (context) => {
    const headers = { authorization: header(context), 'content-type': 'application/json' }
    for (const { method, path } of targets) {
      const body = method === 'POST' || method === 'PUT' ? '{' : undefined
      const request = { method, path, key: null, headers, body }
      const response = mustBe(401, await context.api.send(request))
      const type = response.headers['content-type']
      const expected = [method === 'HEAD' ? '' : 'Unauthorized', 'text/html; charset=utf-8']
      same([response.text, type], expected, 'the body and its content type', response)
      must(
        response.headers['www-authenticate'] === undefined,
        'a 401 must not have WWW-Authenticate',
        response,
      )
    }
  },
})

export const auth: AreaLaw[] = [
  {
    promise: 'A valid key returns its account with every HTTP method',
    source: '§4 GET /v1/auth',
    run: async ({ api }) => {
      const path = '/v1/auth'
      const { body } = await api.get(path)
      const known = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']
      for (const method of [...known, 'PROPFIND', 'PURGE'])
        mustReturn(await api.send({ method, path }), 200, body)
      const head = mustBe(200, await api.send({ method: 'HEAD', path }))
      same(head.text, '', 'the body', head)
    },
  },
  {
    promise: 'The scheme Bearer is accepted in any case',
    source: 'design decision 11',
    run: async ({ api }) => {
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
        const headers = { authorization: `${scheme} ${api.key}` }
        mustBe(200, await api.send({ path: '/v1/auth', key: null, headers }))
      }
    },
  },
  unauthorized('A missing Authorization header', () => undefined),
  unauthorized('Another scheme', ({ api }) => `Basic ${api.key}`),
  unauthorized('An empty key', () => 'Bearer '),
  unauthorized('A key with 95 characters', ({ api }) => `Bearer ${api.key.slice(1)}`),
  unauthorized('A key with 97 characters', ({ api }) => `Bearer ${api.key}x`),
  unauthorized('A key that was never issued', () => `Bearer ${'x'.repeat(96)}`),
  unauthorized('A revoked key', (context) => `Bearer ${context.control('revokedKey')}`, [
    'revokedKey',
  ]),
  unauthorized(
    'A key of a deactivated account',
    (context) => `Bearer ${context.control('deactivatedKey')}`,
    ['deactivatedKey'],
  ),
]
