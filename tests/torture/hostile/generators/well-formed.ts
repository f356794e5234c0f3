import fc from 'fast-check'
import { allOperations, partsOf, requestFor } from '../../../../contract-tests/support/requests.ts'
import type { Attack, AttackedServer } from '../attack.ts'
import { bearer, type Headers, jsonBody, type Plain, requesting } from '../request-bytes.ts'
import { floodedQuery, place, trickyTarget } from './targets.ts'

/** Every method that Node's parser accepts, except CONNECT. */
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

/** Standard headers with meaningless values. */
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

/** Authorization headers: the key, none, or an invalid one. */
export const credentials = (attacked: AttackedServer): fc.Arbitrary<Headers> =>
  fc.constantFrom<Headers[]>(
    bearer(attacked.key),
    bearer(attacked.key),
    bearer(attacked.key),
    [],
    bearer('x'.repeat(96)),
    bearer(`${attacked.key.slice(0, -1)}!`),
    [['Authorization', `bearer  ${attacked.key}`]],
    [['Authorization', `Basic ${'A'.repeat(4000)}`]],
    [['Authorization', '\xff'.repeat(96)]],
    [...bearer(attacked.key), ...bearer('y'.repeat(96))],
    [['Cookie', attacked.portalCookie]],
  )

const some = (name: string, request: fc.Arbitrary<Plain>): fc.Arbitrary<Attack> =>
  request.map((plain) => requesting(name, plain))

/** Requests with path tricks. */
export const pathTricks = (attacked: AttackedServer) =>
  some(
    'path trick',
    fc
      .record({
        method,
        target: trickyTarget(attacked),
        key: credentials(attacked),
        odd: oddHeaders,
      })
      .map(({ key, odd, ...plain }) => ({ ...plain, headers: [...key, ...odd] })),
  )

/** Requests with oversized or invalid queries. */
export const queryFloods = (attacked: AttackedServer) =>
  some(
    'query flood',
    fc
      .record({ method, path: place(attacked), query: floodedQuery, key: credentials(attacked) })
      .map(({ path, query, key, ...plain }) => ({
        ...plain,
        target: `${path}?${query}`,
        headers: key,
      })),
  )

/** Excludes operations that make the server connect to an address of the client's choice. */
const harmless = allOperations.filter(
  ({ path, method }) => !(path.startsWith('/v1/webhooks') && method !== 'GET'),
)

/** Requests that the document allows, with unusual headers. Some of them take effect. */
export const allowed = (attacked: AttackedServer) =>
  some(
    'allowed',
    fc.constantFrom(...harmless).chain((operation) =>
      fc.tuple(partsOf(operation), oddHeaders, fc.boolean()).map(([parts, odd, isOwn]) => {
        const { json, method = 'GET', path } = requestFor(operation, parts)
        const own = {
          campaignId: attacked.campaign,
          products: [{ sku: attacked.sku, quantity: 1 }],
        }
        const isObject = typeof json === 'object' && json !== null
        const given = isOwn && isObject ? { ...json, ...own, sendEmailNotification: false } : json
        const { headers, body } =
          json === undefined ? { headers: [] } : jsonBody(JSON.stringify(given))
        return {
          method,
          target: path,
          headers: [...bearer(attacked.key), ...headers, ...odd],
          ...(body === undefined ? {} : { body }),
        }
      }),
    ),
  )

/** Requests with as many and as large headers as the server accepts. */
export const headerFloods = (attacked: AttackedServer) =>
  some(
    'headers up to the limit',
    fc
      .record({
        method,
        target: place(attacked),
        count: fc.integer({ min: 1, max: 96 }),
        size: fc.integer({ min: 0, max: 100 }),
      })
      .map(({ count, size, ...plain }) => ({
        ...plain,
        headers: Array.from({ length: count }, (_, i) => [`X-${i}`, 'y'.repeat(size)] as const),
      })),
  )

/** Pipelined requests. Each must get its own response. */
export const pipelines = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc
    .array(fc.record({ method, target: place(attacked), headers: credentials(attacked) }), {
      minLength: 2,
      maxLength: 40,
    })
    .map((requests) => requesting('pipeline', ...requests))
