import fc from 'fast-check'
import { type Attack, type Due, send, type World } from '../attack.ts'
import { asking, bearer, head, ofType } from '../request-bytes.ts'

const refused: Due = { is: 'a refusal' }

/** Framings that two readers could read in two ways (RFC 9112 §6.1, §6.3, §11.2): not to be read at all. */
const conflicts = [
  'Content-Length: 6\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 6',
  'Transfer-Encoding: chunked\r\nContent-Length: 0',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 6\r\nContent-Length: 6',
  ...[
    '6, 6',
    '6,7',
    '+6',
    '-6',
    '-1',
    '0x6',
    '6e0',
    '6.0',
    '6 6',
    '',
    '"6"',
    '٦',
    '99999999999999999999',
    '18446744073709551617',
  ].map((length) => `Content-Length: ${Buffer.from(length).toString('latin1')}`),
  ...[
    'identity',
    'xchunked',
    'chunked, identity',
    'chunked, chunked, x',
    'chunkedx',
    'gzip',
    '\x0bchunked',
    '"chunked"',
    '',
  ].map((coding) => `Transfer-Encoding: ${coding}`),
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding\t: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Content-Length : 6',
  'Content-Length:\r\n 6',
  'Content-Length: 6\r\n\tContent-Length: 7',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'X: y\0\r\nContent-Length: 6',
] as const

/** Chunks that are none (RFC 9112 §7.1). */
const badChunks = [
  ...[
    '-1',
    '0x4',
    '+4',
    'g',
    '',
    ' 4',
    '4 ',
    '4\t',
    'fffffffffffffffff',
    '4\0',
    '4\n',
    '4;\n',
    '4;a=\0',
    ';a=b',
    '4;"',
    '٤',
  ].map((size) => `${Buffer.from(size).toString('latin1')}\r\nabcd\r\n0\r\n\r\n`),
  '4\nabcd\n0\n\n',
  '4\r\nabcd0\r\n\r\n',
  '4\r\nabcde\r\n0\r\n\r\n',
  '4\r\nabc\r\n0\r\n\r\n',
  '4\r\nabcd\r\n0\r\nbroken\r\n\r\n',
  '4\r\nabcd\r\n0\r\nX: \0\r\n\r\n',
  `4;${'a'.repeat(20_000)}\r\nabcd\r\n0\r\n\r\n`,
  `4\r\nabcd\r\n0\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
]

/** Targets where a body is read to its end, so that what is wrong with it is the answer. */
const readers = ['/v1/orders/create', '/v1/contacts/create', '/v1/webhooks']

/** What would be done if a part of a body were taken for a request. */
const hidden = (world: World) =>
  head('DELETE /v1/auth HTTP/1.1', [['Host', 'localhost'], ...bearer(world.key)])

/** Requests whose end is doubtful, with another behind them that must never be answered. */
export const smuggling = (world: World): fc.Arbitrary<Attack> => {
  const start = (target: string) =>
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${world.key}\r\nContent-Type: application/json\r\n`
  const target = fc.constantFrom(
    ...readers,
    '/v1/auth',
    '/healthz',
    '/portal/keys',
    `/i/${world.slug}/cart`,
  )
  const conflict = fc
    .tuple(target, fc.constantFrom(...conflicts))
    .map(([path, framing]) => `${start(path)}${framing}\r\n\r\n0\r\n\r\nX${hidden(world)}`)
  const chunk = fc
    .tuple(fc.constantFrom(...readers), fc.constantFrom(...badChunks))
    .map(
      ([path, chunks]) =>
        `${start(path)}Transfer-Encoding: chunked\r\n\r\n${chunks}${hidden(world)}`,
    )
  return fc.oneof(conflict, chunk).map((bytes) => ({
    name: 'smuggling',
    steps: [send(bytes), { do: 'half-close' }],
    due: refused,
  }))
}

/** Bodies that break off into what is none, of requests that were answered before it was looked at. */
export const brokenRests = (world: World): fc.Arbitrary<Attack> =>
  fc
    .tuple(fc.constantFrom('/v1/orders/create', '/nowhere'), fc.constantFrom(...badChunks))
    .map(([target, chunks]) => ({
      name: 'broken body of an answered request',
      steps: [
        send(
          `POST ${target} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n${chunks}${hidden(world)}`,
        ),
        { do: 'half-close' },
      ],
      due: { is: 'survival', most: 1 },
    }))

/** Well-formed requests with something behind them that is none: answers first, in order. */
export const trailingGarbage = (world: World): fc.Arbitrary<Attack> =>
  fc
    .tuple(
      fc.array(fc.constantFrom('/v1/auth', '/v1/orders/list', '/healthz', '/portal/sign-in'), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.constantFrom('HELLO\r\n\r\n', '\0', '{}', 'GET / HTTP/9.9\r\n\r\n', ': \r\n', ' '),
    )
    .map(([targets, garbage]) => {
      const { steps, due } = asking(
        '',
        ...targets.map((target) => ({ method: 'GET', target, headers: bearer(world.key) })),
      )
      return {
        name: 'requests with garbage behind them',
        steps: [...steps, send(garbage)],
        due: due.is === 'answers' ? { ...due, andARefusal: true } : due,
      }
    })

/** Requests inside of bodies, whose end is not doubtful: a body is a body. */
export const hiddenRequests = (world: World): fc.Arbitrary<Attack> =>
  fc
    .tuple(
      fc.constantFrom(
        ...readers,
        '/v1/auth',
        '/v1/orders/list',
        '/healthz',
        '/docs',
        '/portal/keys',
        '/nowhere',
      ),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'),
      fc.integer({ min: 1, max: 200 }),
      fc.boolean(),
    )
    .map(([target, method, times, hasKey]) =>
      asking(
        'request within a body',
        {
          method,
          target,
          headers: [...(hasKey ? bearer(world.key) : []), ...ofType('application/json')],
          body: hidden(world).repeat(times),
        },
        { method: 'GET', target: '/v1/auth', headers: bearer(world.key) },
      ),
    )
