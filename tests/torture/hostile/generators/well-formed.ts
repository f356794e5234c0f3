import fc from 'fast-check'
import { allOperations, asked, partsOf } from '../../../../contract-tests/support/requests.ts'
import type { Attack, World } from '../attack.ts'
import { asking, bearer, type Headers, jsonBody, type Plain } from '../request-bytes.ts'
import { floodedQuery, place, trickyTarget } from './targets.ts'

/** Whatever Node's parser takes for a method, but the one that asks for a tunnel. */
export const methods = [
  ...[
    'GET',
    'GET',
    'GET',
    'POST',
    'POST',
    'PUT',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'PATCH',
    'TRACE',
    'QUERY',
  ],
  ...[
    'PROPFIND',
    'MKCOL',
    'MOVE',
    'LOCK',
    'PURGE',
    'SEARCH',
    'SOURCE',
    'M-SEARCH',
    'LINK',
    'REPORT',
    'ACL',
  ],
] as const

const method = fc.constantFrom(...methods)

/** Headers that mean something to servers, with values that do not. */
const oddHeaders: fc.Arbitrary<Headers> = fc.array(
  fc.oneof(
    fc.tuple(
      fc.constantFrom(
        'Accept',
        'Accept-Encoding',
        'If-None-Match',
        'Range',
        'If-Modified-Since',
        'Forwarded',
      ),
      fc.constantFrom(
        '*',
        '*/*;q=0',
        'gzip;q=0, br',
        'br;q=x',
        'W/"',
        '"a","b"',
        'bytes=0-0,-1',
        'identity',
        ';;,',
        '',
      ),
    ),
    fc.tuple(
      fc.constantFrom(
        'X-Forwarded-For',
        'X-Real-IP',
        'X-Request-Id',
        'X-Forwarded-Host',
        'X-Original-URL',
        'Origin',
      ),
      fc.constantFrom(
        '127.0.0.1',
        '::1, 10.0.0.1',
        '203.0.113.7',
        '[::ffff:1.2.3.4]:80',
        'unknown',
        'null',
        ',,,',
        '999.1.1.1',
      ),
    ),
    fc.tuple(
      fc.constantFrom(
        'Host',
        'Cookie',
        'Prefer',
        'X-HTTP-Method-Override',
        'Sec-Fetch-Site',
        'Sec-Purpose',
        'Upgrade',
      ),
      fc.constantFrom(
        '[',
        'a b',
        'a=b; a=c',
        '__proto__=1',
        'DELETE',
        'cross-site',
        'prefetch',
        'x'.repeat(400),
        '\xff\xfe',
      ),
    ),
    fc.tuple(
      fc.constantFrom('Expect', 'TE', 'Trailer', 'Via', 'Max-Forwards', 'Content-Encoding'),
      fc.constantFrom('nothing', 'trailers', 'Content-Length', '0', 'gzip', 'x'.repeat(300)),
    ),
    fc.tuple(
      fc.constantFrom('X-A', 'x-b', '!#$%&', 'constructor', '__proto__'),
      fc.uint8Array({ maxLength: 60 }).map((bytes) =>
        Buffer.from(bytes.filter((byte) => byte >= 0x20 && byte !== 0x7f))
          .toString('latin1')
          .trim(),
      ),
    ),
  ),
  { maxLength: 5 },
)

/** Who asks: with the key, without one, or with what is none. */
export const credentials = (world: World): fc.Arbitrary<Headers> =>
  fc.constantFrom<Headers[]>(
    bearer(world.key),
    bearer(world.key),
    bearer(world.key),
    [],
    bearer('x'.repeat(96)),
    bearer(`${world.key.slice(0, -1)}!`),
    [['Authorization', `bearer  ${world.key}`]],
    [['Authorization', `Basic ${'A'.repeat(4000)}`]],
    [['Authorization', '\xff'.repeat(96)]],
    [...bearer(world.key), ...bearer('y'.repeat(96))],
    [['Cookie', world.portalCookie]],
  )

const some = (name: string, request: fc.Arbitrary<Plain>): fc.Arbitrary<Attack> =>
  request.map((plain) => asking(name, plain))

/** Paths that are spelt to lead somewhere else. */
export const pathTricks = (world: World) =>
  some(
    'path trick',
    fc
      .record({ method, target: trickyTarget(world), key: credentials(world), odd: oddHeaders })
      .map(({ key, odd, ...plain }) => ({ ...plain, headers: [...key, ...odd] })),
  )

/** Queries of too much, or of what is none. */
export const queryFloods = (world: World) =>
  some(
    'query flood',
    fc
      .record({ method, path: place(world), query: floodedQuery, key: credentials(world) })
      .map(({ path, query, key, ...plain }) => ({
        ...plain,
        target: `${path}?${query}`,
        headers: key,
      })),
  )

/** No operation that would have the server open a connection to where a client says. */
const harmless = allOperations.filter(
  ({ path, method }) => !(path.startsWith('/v1/webhooks') && method !== 'GET'),
)

/** What the document allows, with headers that nobody expects; some of it really is done. */
export const allowed = (world: World) =>
  some(
    'allowed',
    fc.constantFrom(...harmless).chain((operation) =>
      fc.tuple(partsOf(operation), oddHeaders, fc.boolean()).map(([parts, odd, isOwn]) => {
        const { json, method = 'GET', path } = asked(operation, parts)
        const own = { campaignId: world.campaign, products: [{ sku: world.sku, quantity: 1 }] }
        const isObject = typeof json === 'object' && json !== null
        const given = isOwn && isObject ? { ...json, ...own, sendEmailNotification: false } : json
        const { headers, body } =
          json === undefined ? { headers: [] } : jsonBody(JSON.stringify(given))
        return {
          method,
          target: path,
          headers: [...bearer(world.key), ...headers, ...odd],
          ...(body === undefined ? {} : { body }),
        }
      }),
    ),
  )

/** As many headers as there may be, as large as they may be. */
export const headerFloods = (world: World) =>
  some(
    'headers up to the limit',
    fc
      .record({
        method,
        target: place(world),
        count: fc.integer({ min: 1, max: 96 }),
        size: fc.integer({ min: 0, max: 100 }),
      })
      .map(({ count, size, ...plain }) => ({
        ...plain,
        headers: Array.from({ length: count }, (_, i) => [`X-${i}`, 'y'.repeat(size)] as const),
      })),
  )

/** Many requests at once on a connection, each due its answer and no other's. */
export const pipelines = (world: World): fc.Arbitrary<Attack> =>
  fc
    .array(fc.record({ method, target: place(world), headers: credentials(world) }), {
      minLength: 2,
      maxLength: 40,
    })
    .map((requests) => asking('pipeline', ...requests))
