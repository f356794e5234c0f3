import { must, mustBe, mustReturn, same } from '../support/api.ts'
import { sameMediaType } from '../support/contract.ts'
import type { LawBody, LawContext, Laws } from '../support/law.ts'
import { allOperations, withPath } from '../support/requests.ts'

const targets = [
  ...allOperations.map(({ method, path }) => ({ method, path: withPath(path) })),
  // Unknown paths and methods. Authentication is checked before them.
  { method: 'GET', path: '/v1/nothing' },
  { method: 'DELETE', path: '/v1/orders/list' },
  { method: 'GET', path: '/v1/orders/create' },
  { method: 'GET', path: '/v1/orders/%ZZ' },
  // Frameworks often respond to these in front of the server's own checks.
  { method: 'HEAD', path: '/v1/orders/list' },
  { method: 'OPTIONS', path: '/v1/orders/list' },
]

/** Databases often compare letters without case. */
const otherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()

/** A law that sends every request with each Authorization header, and expects the exact 401. */
const unauthorized = (
  valuesOf: (context: LawContext) => readonly (string | undefined)[],
  needs: LawBody['needs'] = [],
): LawBody => ({
  source: '§5 rule 4',
  needs,
  async run(context) {
    const sent = valuesOf(context).flatMap((authorization) =>
      targets.map((target) => ({ ...target, authorization })),
    )
    for (const { method, path, authorization } of sent) {
      const headers = { authorization, 'content-type': 'application/json' }
      const body = method === 'POST' || method === 'PUT' ? '{' : undefined
      const request = { method, path, key: null, headers, body }
      const response = mustBe(401, await context.api.send(request))
      const type = response.headers['content-type']
      same(response.text, method === 'HEAD' ? '' : 'Unauthorized', 'the body', response)
      must(
        sameMediaType(String(type), 'text/html; charset=utf-8'),
        `the content type must be text/html; charset=utf-8, not ${type}`,
        response,
      )
      must(
        response.headers['www-authenticate'] === undefined,
        'a 401 must not have WWW-Authenticate',
        response,
      )
    }
  },
})

const on = 'returns a plain-text 401 on every operation, before all other checks'

export const auth: Laws = {
  'A valid key returns its account with every HTTP method': {
    source: '§4 GET /v1/auth',
    async run({ api }) {
      const path = '/v1/auth'
      const { body } = await api.get(path)
      const known = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']
      for (const method of [...known, 'PROPFIND', 'PURGE'])
        mustReturn(await api.send({ method, path }), 200, body)
      const head = mustBe(200, await api.send({ method: 'HEAD', path }))
      same(head.text, '', 'the body', head)
    },
  },
  'The scheme Bearer is accepted in any case': {
    source: 'design decision 11',
    async run({ api }) {
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
        const headers = { authorization: `${scheme} ${api.key}` }
        mustBe(200, await api.send({ path: '/v1/auth', key: null, headers }))
      }
    },
  },
  [`A missing Authorization header ${on}`]: unauthorized(() => [undefined]),
  [`Another scheme ${on}`]: unauthorized(({ api }) => [`Basic ${api.key}`, api.key]),
  [`An empty key ${on}`]: unauthorized(() => ['Bearer ']),
  [`A key with 95 characters ${on}`]: unauthorized(({ api }) => [`Bearer ${api.key.slice(1)}`]),
  [`A key with 97 characters ${on}`]: unauthorized(({ api }) => [`Bearer ${api.key}x`]),
  [`A key that was never issued ${on}`]: unauthorized(({ api }) =>
    [
      'x'.repeat(96),
      'x'.repeat(48) + api.key.slice(48),
      api.key.replace(/[a-z](?!.*[a-z])/i, otherCase),
    ]
      .filter((key) => key !== api.key)
      .map((key) => `Bearer ${key}`),
  ),
  [`A revoked key ${on}`]: unauthorized(
    (context) => [`Bearer ${context.control('revokedKey')}`],
    ['revokedKey'],
  ),
  [`A key of a deactivated account ${on}`]: unauthorized(
    (context) => [`Bearer ${context.control('deactivatedKey')}`],
    ['deactivatedKey'],
  ),
}
