import fc from 'fast-check'
import { type Attack, type AttackedServer, type Expectation, send } from '../attack.ts'
import { bearer, head, ofType, requesting } from '../request-bytes.ts'

const rejected: Expectation = { is: 'rejection' }

/** Ambiguous framings (RFC 9112 §6.1, §6.3, §11.2). The server must reject them. */
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

/** Invalid chunks (RFC 9112 §7.1). */
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

/** Targets whose handlers read the whole body, so that the response reports its error. */
const readers = ['/v1/orders/create', '/v1/contacts/create', '/v1/webhooks']

/** A request hidden in a body. Its effect would show that it was executed. */
const hidden = (attacked: AttackedServer) =>
  head('DELETE /v1/auth HTTP/1.1', [['Host', 'localhost'], ...bearer(attacked.key)])

/** Requests with an ambiguous end and a second request behind, which must get no response. */
export const smuggling = (attacked: AttackedServer): fc.Arbitrary<Attack> => {
  const start = (target: string) =>
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${attacked.key}\r\nContent-Type: application/json\r\n`
  const target = fc.constantFrom(
    ...readers,
    '/v1/auth',
    '/healthz',
    '/portal/keys',
    `/i/${attacked.slug}/cart`,
  )
  const conflict = fc
    .tuple(target, fc.constantFrom(...conflicts))
    .map(([path, framing]) => `${start(path)}${framing}\r\n\r\n0\r\n\r\nX${hidden(attacked)}`)
  const chunk = fc
    .tuple(fc.constantFrom(...readers), fc.constantFrom(...badChunks))
    .map(
      ([path, chunks]) =>
        `${start(path)}Transfer-Encoding: chunked\r\n\r\n${chunks}${hidden(attacked)}`,
    )
  return fc.oneof(conflict, chunk).map((bytes) => ({
    name: 'smuggling',
    steps: [send(bytes), { do: 'half-close' }],
    expected: rejected,
  }))
}

/** Invalid rests of bodies, of requests that get their response before their body is read. */
export const brokenRests = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc
    .tuple(fc.constantFrom('/v1/orders/create', '/nowhere'), fc.constantFrom(...badChunks))
    .map(([target, chunks]) => ({
      name: 'broken body behind a response',
      steps: [
        send(
          `POST ${target} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n${chunks}${hidden(attacked)}`,
        ),
        { do: 'half-close' },
      ],
      expected: { is: 'survival', most: 1 },
    }))

/** Well-formed requests followed by garbage: their responses come first, in order. */
export const trailingGarbage = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc
    .tuple(
      fc.array(fc.constantFrom('/v1/auth', '/v1/orders/list', '/healthz', '/portal/sign-in'), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.constantFrom('HELLO\r\n\r\n', '\0', '{}', 'GET / HTTP/9.9\r\n\r\n', ': \r\n', ' '),
    )
    .map(([targets, garbage]) => {
      const { steps, expected } = requesting(
        '',
        ...targets.map((target) => ({ method: 'GET', target, headers: bearer(attacked.key) })),
      )
      return {
        name: 'requests with garbage behind them',
        steps: [...steps, send(garbage)],
        expected: expected.is === 'responses' ? { ...expected, andRejection: true } : expected,
      }
    })

/** Requests inside well-framed bodies, which must be read as bodies. */
export const hiddenRequests = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
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
      requesting(
        'request within a body',
        {
          method,
          target,
          headers: [...(hasKey ? bearer(attacked.key) : []), ...ofType('application/json')],
          body: hidden(attacked).repeat(times),
        },
        { method: 'GET', target: '/v1/auth', headers: bearer(attacked.key) },
      ),
    )
