import { must, same } from '../support/assertions.ts'
import type { AreaLaw, Law } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { allOperations } from '../support/requests.ts'

/** Unknown paths and methods. Authentication is checked before them. */
const unknownTargets = [
  { method: 'GET', path: '/v1/nothing' },
  { method: 'DELETE', path: '/v1/orders/list' },
  { method: 'GET', path: '/v1/orders/create' },
  { method: 'GET', path: '/v1/orders/%ZZ' },
]

const targets = [
  ...allOperations.map(({ method, path }) => ({
    method,
    path: path.replaceAll(/\{[^}]+\}/g, 'some-id'),
  })),
  ...unknownTargets,
]

/** Sends every request with an Authorization header. Throws unless each returns the exact 401. */
const mustBeUnauthorizedEverywhere = async (
  { api }: LawContext,
  authorization: string | undefined,
) => {
  for (const { method, path } of targets) {
    const body = method === 'POST' || method === 'PUT' ? '{' : undefined
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await api.send({ method, path, key: null, headers, body })
    same(response.status, 401, 'the status', response)
    same(response.text, method === 'HEAD' ? '' : 'Unauthorized', 'the body', response)
    same(response.headers['content-type'], 'text/html; charset=utf-8', 'the content type', response)
    must(
      response.headers['www-authenticate'] === undefined,
      'a 401 must not have WWW-Authenticate',
      response,
    )
  }
}

const law = (
  cause: string,
  header: (context: LawContext) => string | undefined,
  needs: Law['needs'] = [],
): AreaLaw => ({
  promise: `${cause} returns a plain-text 401 on every operation, before all other checks`,
  source: '§5 rule 4',
  needs,
  run: (context) => mustBeUnauthorizedEverywhere(context, header(context)),
})

const unauthorized: AreaLaw[] = [
  law('A missing Authorization header', () => undefined),
  law('Another scheme', ({ api }) => `Basic ${api.key}`),
  law('An empty key', () => 'Bearer '),
  law('A key with 95 characters', ({ api }) => `Bearer ${api.key.slice(1)}`),
  law('A key with 97 characters', ({ api }) => `Bearer ${api.key}x`),
  law('A key that was never issued', () => `Bearer ${'x'.repeat(96)}`),
  law('A revoked key', (context) => `Bearer ${context.control('revokedKey')}`, ['revokedKey']),
  law(
    'A key of a deactivated account',
    (context) => `Bearer ${context.control('deactivatedKey')}`,
    ['deactivatedKey'],
  ),
]

export const auth: AreaLaw[] = [
  {
    promise: 'A valid key returns its account with every HTTP method',
    source: '§4 GET /v1/auth',
    run: async ({ api }) => {
      const { body } = await api.get('/v1/auth')
      const methods = [
        'GET',
        'PUT',
        'POST',
        'DELETE',
        'OPTIONS',
        'PATCH',
        'TRACE',
        'PROPFIND',
        'PURGE',
      ]
      for (const method of methods) {
        const response = await api.send({ method, path: '/v1/auth' })
        same(response.status, 200, 'the status', response)
        same(response.body, body, 'the body', response)
      }
      const head = await api.send({ method: 'HEAD', path: '/v1/auth' })
      same([head.status, head.text], [200, ''], 'HEAD', head)
    },
  },
  {
    promise: 'The scheme Bearer is accepted in any case',
    source: 'design decision 11',
    run: async ({ api }) => {
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
        const headers = { authorization: `${scheme} ${api.key}` }
        const response = await api.send({ path: '/v1/auth', key: null, headers })
        same(response.status, 200, 'the status', response)
      }
    },
  },
  ...unauthorized,
]
