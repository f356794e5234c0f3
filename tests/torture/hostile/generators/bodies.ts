import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { operations } from '../../../../testkit/contract.ts'
import { type Attack, type AttackedServer, utf8 } from '../attack.ts'
import { bearer, type Headers, ofType, requesting } from '../request-bytes.ts'

const upTo = (most: number) => fc.integer({ min: 1, max: most })

/** JSON texts that are expensive to parse, to check or to reject, or are invalid. As bytes. */
const jsonBombs = (attacked: AttackedServer): fc.Arbitrary<string> => {
  const contact = { firstName: 'A', lastName: 'B', email: 'a@b.c', campaignId: attacked.campaign }
  const withField = (name: string, value: string) =>
    utf8(`{${JSON.stringify(contact).slice(1, -1)},${JSON.stringify(name)}:${value}}`)
  const field = fc.constantFrom(
    'email',
    'firstName',
    'tags',
    'url',
    'events',
    'products',
    'shipTo',
    'expiresAt',
    'orderId',
  )
  const text = fc.oneof(
    fc.constantFrom(
      '\\u0000',
      '\\ud800',
      '\\udc00x',
      '\\ud83d\\ude00',
      '\\/',
      '\\"',
      '\u2028',
      '\ufeff',
    ),
    fc
      .tuple(
        fc.constantFrom(
          'a',
          '@',
          'a@',
          'a.',
          'a@a.',
          '-',
          ' ',
          '\\t',
          'é',
          '\\ud83d\\ude00',
          'https://',
          '[::',
          '%',
          ':0',
        ),
        upTo(60_000),
      )
      .map(([each, times]) => each.repeat(times).slice(0, 200_000)),
  )
  const number = fc.oneof(
    fc.constantFrom(
      '1e999',
      '-1e999',
      '1e-999',
      '-0',
      '0.1e1',
      '9007199254740993',
      '1E400',
      '01',
      '+1',
      '.5',
      '0x10',
      'NaN',
    ),
    upTo(200_000).map((digits) => '9'.repeat(digits)),
    upTo(1000).map((digits) => `1e${'9'.repeat(digits)}`),
  )
  const nested = fc
    .tuple(
      fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"a":', '}]'], [' [', '] ']),
      upTo(60_000),
      fc.boolean(),
    )
    .map(([[open = '', close = ''], depth, isClosed]) => {
      const times = Math.min(depth, Math.floor(250_000 / (open.length + close.length)))
      return open.repeat(times) + (isClosed ? close.repeat(times) : '')
    })
  const wide = fc
    .tuple(fc.constantFrom('1', '""', '{}', '[]', 'null', '1e9', '{"a":1}', '"x"'), upTo(60_000))
    .map(
      ([each, times]) =>
        `[${Array(Math.min(times, Math.floor(250_000 / (each.length + 1)))).fill(each)}]`,
    )
  const keys = upTo(20_000).map(
    (times) => `{${Array.from({ length: times }, (_, i) => `"k${i}":0`)}}`,
  )
  const special = fc
    .tuple(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'hasOwnProperty',
        'toJSON',
        'length',
        'then',
      ),
      fc.jsonValue(),
    )
    .map(([name, value]) => withField(name, JSON.stringify(value)))
  return fc.oneof(
    nested,
    wide,
    keys,
    special,
    fc.tuple(field, nested).map(([name, value]) => withField(name, value)),
    fc.tuple(field, wide).map(([name, value]) => withField(name, value)),
    fc.tuple(field, text).map(([name, value]) => withField(name, `"${value}"`)),
    fc.tuple(field, number).map(([name, value]) => withField(name, value)),
    fc.tuple(field, upTo(9000)).map(([name, times]) => `{${Array(times).fill(`"${name}":1`)}}`),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.constantFrom(
      '',
      ' ',
      '{',
      '"',
      '\0',
      '{}{}',
      '\xef\xbb\xbf{}',
      '\xff\xfe{\0}\0',
      '{"a":"\xc0\xaf"}',
      '{"a":"\xed\xa0\x80"}',
    ),
    fc
      .tuple(upTo(5_000_000), fc.constantFrom(' ', '[', '0'))
      .map(([size, each]) => gzipSync(each.repeat(size)).toString('latin1')),
    fc.integer({ min: 250_000, max: 600_000 }).map((size) => ' '.repeat(size)),
  )
}

const jsonTypes: fc.Arbitrary<Headers> = fc.constantFrom<Headers[]>(
  ofType('application/json'),
  ofType('application/json'),
  ofType('application/json'),
  [...ofType('application/json'), ['Content-Encoding', 'gzip']],
  [...ofType('application/json'), ['Content-Encoding', 'br, gzip, deflate']],
  ofType('application/json; charset=utf-16'),
  ofType('multipart/form-data; boundary='),
  [],
)

const withBody = operations
  .filter(({ body }) => body !== undefined)
  .map(({ method, path }) => ({
    method: method.toUpperCase(),
    target: path.replaceAll(/\{[^}]+\}/g, 'none'),
  }))

/** Expensive request bodies for the API. */
export const bodyBombs = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc
    .record({ operation: fc.constantFrom(...withBody), type: jsonTypes, body: jsonBombs(attacked) })
    .map(({ operation, type, body }) =>
      requesting('JSON bomb', { ...operation, headers: [...bearer(attacked.key), ...type], body }),
    )

const fields = fc.oneof(
  upTo(4000).map((times) => Array.from({ length: times }, (_, i) => `f${i}=v`).join('&')),
  upTo(9000).map((times) => '&'.repeat(times)),
  upTo(9000).map((times) => `token=${'%41'.repeat(times)}`),
  upTo(9000).map((times) => `token=${'+'.repeat(times)}`),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(
    'token=%',
    'token=a&token=b',
    '__proto__=1',
    'token=%00',
    'token=%ff',
    'do=add&sku=x&quantity=1e9',
    '=',
  ),
  fc.integer({ min: 30_000, max: 300_000 }).map((size) => `token=${'a'.repeat(size)}`),
)

const formTypes: fc.Arbitrary<Headers> = fc.constantFrom<Headers[]>(
  ofType('application/x-www-form-urlencoded'),
  ofType('application/x-www-form-urlencoded; charset=utf-7'),
  ofType('multipart/form-data; boundary=x'),
  ofType('application/json'),
  [],
)

const cookies = (attacked: AttackedServer): fc.Arbitrary<Headers> =>
  fc.oneof(
    fc.constantFrom<Headers[]>(
      [],
      [['Cookie', attacked.portalCookie]],
      [['Cookie', 'redemption=x; redemption=']],
    ),
    upTo(14_000).map((size): Headers => [['Cookie', `portal=${'A'.repeat(size)}`]]),
    upTo(3000).map((times): Headers => [['Cookie', 'a=b;'.repeat(times)]]),
    fc
      .constantFrom('%', '"', ';;;', 'redemption', 'portal=%ff', '=', 'portal="'.repeat(9))
      .map((value): Headers => [['Cookie', value]]),
  )

/** Expensive or invalid form bodies for the redemption pages and the portal. */
export const formBombs = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc
    .record({
      target: fc.constantFrom(
        ...['/cart', '/checkout', '', '/products'].map((page) => `/i/${attacked.slug}${page}`),
        ...[
          '/sign-in',
          `/sign-in/${'A'.repeat(43)}`,
          '/sign-out',
          '/keys',
          '/keys/key_0/revoke',
        ].map((page) => `/portal${page}`),
      ),
      type: formTypes,
      cookie: cookies(attacked),
      body: fields,
    })
    .map(({ type, cookie, ...plain }) =>
      requesting('form bomb', { method: 'POST', ...plain, headers: [...type, ...cookie] }),
    )
