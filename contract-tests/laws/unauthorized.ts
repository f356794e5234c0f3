import { same } from '../support/equal.ts'
import type { Law } from '../support/law.ts'
import { allOperations } from '../support/requests.ts'
import type { World } from '../support/world.ts'
import { must } from '../support/world.ts'

/** What comes before any operation: paths and methods that do not exist. */
const elsewhere = [
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
  ...elsewhere,
]

/** Asks everything with a header, and looks at each answer to the byte. */
const isRefusedEverywhere = async ({ api }: World, authorization: string | undefined) => {
  for (const { method, path } of targets) {
    const body = method === 'POST' || method === 'PUT' ? '{' : undefined
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await api.ask({ method, path, key: null, headers, body })
    same(answer.status, 401, 'the status', answer)
    same(answer.text, method === 'HEAD' ? '' : 'Unauthorized', 'the body', answer)
    same(answer.headers['content-type'], 'text/html; charset=utf-8', 'the content type', answer)
    must(answer.headers['www-authenticate'] === undefined, 'a 401 has no WWW-Authenticate', answer)
  }
}

const law = (
  cause: string,
  header: (world: World) => string | undefined,
  needs: Law['needs'] = [],
): Law => ({
  area: 'auth',
  promise: `${cause}: 401, the plain text Unauthorized, on every operation and before anything else`,
  source: '§5 rule 4',
  needs,
  run: (world) => isRefusedEverywhere(world, header(world)),
})

export const unauthorized: Law[] = [
  law('no Authorization header', () => undefined),
  law('another scheme', ({ api }) => `Basic ${api.key}`),
  law('an empty key', () => 'Bearer '),
  law('a key of 95 characters', ({ api }) => `Bearer ${api.key.slice(1)}`),
  law('a key of 97 characters', ({ api }) => `Bearer ${api.key}x`),
  law('96 characters that were never issued', () => `Bearer ${'x'.repeat(96)}`),
  law('a revoked key', (world) => `Bearer ${world.control('revokedKey')}`, ['revokedKey']),
  law('a key of a deactivated account', (world) => `Bearer ${world.control('deactivatedKey')}`, [
    'deactivatedKey',
  ]),
]

export const authorized: Law[] = [
  {
    area: 'auth',
    promise: 'an accepted key is answered with its account, under every HTTP method alike',
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
        const answer = await api.ask({ method, path: '/v1/auth' })
        same(answer.status, 200, 'the status', answer)
        same(answer.body, body, 'the body', answer)
      }
      const head = await api.ask({ method: 'HEAD', path: '/v1/auth' })
      same([head.status, head.text], [200, ''], 'HEAD', head)
    },
  },
  {
    area: 'auth',
    promise: 'the scheme Bearer is taken in any case',
    source: 'design decision 11',
    run: async ({ api }) => {
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
        const headers = { authorization: `${scheme} ${api.key}` }
        const answer = await api.ask({ path: '/v1/auth', key: null, headers })
        same(answer.status, 200, 'the status', answer)
      }
    },
  },
]
