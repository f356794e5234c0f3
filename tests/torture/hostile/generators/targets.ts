import fc from 'fast-check'
import { operations } from '../../../../testkit/contract.ts'
import type { AttackedServer } from '../attack.ts'

/** Served paths of the API, the pages and the probes; `~` stands for a parameter. */
export const places = (attacked: AttackedServer): readonly string[] => [
  ...new Set(operations.map(({ path }) => path.replaceAll(/\{[^}]+\}/g, '~'))),
  ...[
    '/',
    '/docs',
    '/docs.md',
    '/openapi.json',
    '/llms.txt',
    '/collection.json',
    '/healthz',
    '/readyz',
  ],
  ...['/tutorials/~', '/cdn/~', '/cdn/mug-white.svg', '/~', '/v1/~', '/i/~', '/i/assets/~'],
  ...['', '/products', '/cart', '/checkout', '/done', '/~'].map(
    (page) => `/i/${attacked.slug}${page}`,
  ),
  ...[
    '',
    '/sign-in',
    '/sign-in/~',
    '/sign-out',
    '/keys',
    '/keys/~/revoke',
    '/webhooks',
    '/limits',
    '/~',
  ].map((page) => `/portal${page}`),
  '/portal/assets/~',
]

/** Path segments that try to reach another path, or to confuse a parser. */
const tricks: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '..',
      '.',
      '%2e%2e',
      '%2E.',
      '..%2f',
      '..%5c',
      '..\\',
      '..;',
      '%2f',
      '%5c',
      '\\',
      ';',
      ';a=b',
      '%3b',
    ],
    ...[
      '%00',
      '%00.svg',
      '%0a',
      '%0d%0aX:%20y',
      '%c0%af',
      '%c0%ae%c0%ae',
      '%e0%80%af',
      '%ff',
      '%ED%A0%80',
    ],
    ...[
      '%',
      '%2',
      '%zz',
      '%u002e',
      '%25%32%65',
      '%252e%252e',
      '*',
      '~',
      '$&',
      '<script>',
      '"',
      "'",
      '|',
      '^',
      '{id}',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'null',
      'undefined',
      '-1',
      '0',
      'create',
      'list',
    ],
    ...[
      '%F0%9F%98%80',
      '%E2%80%AE',
      '%EF%BB%BF',
      '%7f',
      '%20',
      '+',
      '@',
      ':',
      '::',
      '[::1]',
      'a:b',
      '=',
      '&',
      ',',
      '()',
    ],
    ...[
      'etc/passwd',
      '.env',
      '.git/config',
      'server/main.ts',
      'data/merch.db',
      'index.html',
      'keys',
      'assets',
    ],
  ),
  fc.integer({ min: 1, max: 6000 }).map((length) => 'a'.repeat(length)),
  fc.integer({ min: 1, max: 2000 }).map((times) => '%2e%2e%2f'.repeat(times).slice(0, 6000)),
  fc.integer({ min: 1, max: 2000 }).map((times) => '../'.repeat(times)),
  fc.integer({ min: 1, max: 3000 }).map((times) => '/'.repeat(times)),
  fc.webFragments(),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc
    .uint8Array({ maxLength: 20 })
    .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16)}`).join('')),
)

/** Spellings of a path that may or may not lead elsewhere. */
const respelt: fc.Arbitrary<(path: string) => string> = fc.constantFrom(
  (path: string) => path,
  (path: string) => path,
  (path: string) => `/${path}`,
  (path: string) => `${path}/`,
  (path: string) => `${path}//`,
  (path: string) => `${path}/.`,
  (path: string) => `/.${path}`,
  (path: string) => `/x/..${path}`,
  (path: string) => `/%2e%2e${path}`,
  (path: string) => path.replace('/v1', '/V1'),
  (path: string) => path.replaceAll('/', '//'),
  (path: string) => path.replaceAll('/', '/./'),
  (path: string) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  (path: string) => path.replaceAll('a', '%61'),
  (path: string) => path.toUpperCase(),
  (path: string) => `http://localhost${path}`,
  (path: string) => `http://elsewhere.test:1${path}`,
  (path: string) => `HTTP://user:password@[::1]${path}`,
  (path: string) => `${path}#fragment`,
  (path: string) => `${path}?`,
  (path: string) => `${path};jsessionid=1`,
)

/** Served paths with plausible parameters. */
export const place = (attacked: AttackedServer): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...places(attacked)),
      fc.constantFrom(attacked.orderId, attacked.slug, 'none'),
    )
    .map(([path, part]) => path.replaceAll('~', part))

/** Served paths with hostile parameters, in unusual spellings. */
export const trickyTarget = (attacked: AttackedServer): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...places(attacked)), tricks, fc.boolean(), respelt)
    .map(([path, trick, isAfter, respell]) =>
      respell(
        path.includes('~')
          ? path.replaceAll('~', () => trick)
          : isAfter
            ? `${path}/${trick}`
            : path,
      ).slice(0, 6000),
    )

const queryName = fc.constantFrom(
  ...['limit', 'offset', 'campaignId', 'tags', 'page', 'page_size', 'sku', 'email', 'searchText'],
  ...['', '__proto__', 'constructor', 'tags[]', 'tags[0]', 'limit%00', '%', '%ff'],
)

const queryValue = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '0',
      '-1',
      '1e9',
      '99999999999999999999',
      'NaN',
      '%00',
      '%ff',
      '%',
      '%%',
      "'",
      '" or 1=1 --',
    ],
  ),
  fc.constantFrom(
    '*',
    'a*',
    '"a" OR "b"',
    'NEAR(a)',
    '%25',
    '_'.repeat(3000),
    '%F0%9F%98%80'.repeat(500),
  ),
  fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
)

const pair = fc.tuple(queryName, queryValue).map((both) => both.join('='))

/** Queries with many parameters, long ones and invalid ones. */
export const floodedQuery: fc.Arbitrary<string> = fc
  .oneof(
    fc.array(pair, { maxLength: 12 }).map((pairs) => pairs.join('&')),
    fc
      .tuple(pair, fc.integer({ min: 1, max: 3000 }))
      .map(([each, times]) => Array(times).fill(each).join('&')),
    fc.integer({ min: 1, max: 5000 }).map((times) => '&'.repeat(times)),
    fc
      .integer({ min: 1, max: 2000 })
      .map((times) => Array.from({ length: times }, (_, i) => `p${i}`).join('&')),
    fc.integer({ min: 1, max: 5000 }).map((times) => `tags=${'%41'.repeat(times)}`),
    fc.constantFrom('?', '??', '=', '==', '&&=&', '#', '?limit=1', '%3flimit=1'),
  )
  .map((query) => query.replaceAll(/[^!-~]/g, '').slice(0, 6000))
